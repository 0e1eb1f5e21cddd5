import type * as v from 'valibot'
import type { Table } from './client.ts'
import type { Values } from './expression.ts'
import { createLookup, type Lookup, parseItem, readBatch, readOne } from './read.ts'
import type { ItemKey, StoredItem } from './table-shape.ts'
import { putMany } from './write.ts'

type Declaration<Entity, Id> = {
  /** The stored form; it also parses what earlier versions stored. */
  schema: v.GenericSchema<unknown, Entity>
  key: (id: Id) => ItemKey
  id: (entity: Entity) => Id
  derived?: (entity: Entity) => Values
}

/** Declares a kind of item once: its repository and every other one that touches such items use it. */
export function kind<Entity extends object, Id>({ schema, key, id, derived }: Declaration<Entity, Id>) {
  /** Returns an entity as the table holds it, without nulls, so that a condition can be that an attribute is absent. */
  function item(entity: Entity): StoredItem {
    return { ...key(id(entity)), ...withoutNulls(entity), ...derived?.(entity) }
  }

  const parse = (stored: unknown): Entity => parseItem(schema, stored)

  const lookup = (of: Id): Lookup<Entity | null> => createLookup(schema, key(of))

  const find = (table: Table, of: Id): Promise<Entity | null> => readOne(table, lookup(of))

  async function findMany(table: Table, ids: readonly Id[]): Promise<Entity[]> {
    const wanted = [...new Set(ids)]
    const items = await readBatch(table, wanted.map(key), { ConsistentRead: true })
    const found = new Map(items.map(parse).map((entity) => [id(entity), entity]))
    return wanted.flatMap((each) => found.get(each) ?? [])
  }

  const putAll = (table: Table, entities: readonly Entity[]): Promise<void> =>
    putMany(table, entities.map(item))

  return { schema, key, item, parse, lookup, find, findMany, putAll }
}

function withoutNulls(entity: object): Values {
  return Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== null))
}
