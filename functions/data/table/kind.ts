import type * as v from 'valibot'
import type { Table } from './client.ts'
import { createLookup, type Lookup, parseItem, readBatch, readOne } from './read.ts'
import type { ItemKey, StoredItem } from './table-shape.ts'
import { putMany } from './write.ts'

/** Values by attribute. A dot leads into a map, as in `lease.id`. */
type Values = Readonly<Record<string, unknown>>

/** A condition of a write, or of an item that a query returns. All of it must hold. */
export type Condition = {
  /** True: there is such an item. False: there is none. */
  exists?: boolean
  /** The values that it has; an attribute whose value is undefined must be absent. */
  seen?: Values
  /** The values of which it has one. */
  oneOf?: Readonly<Record<string, readonly unknown[]>>
  /** A further condition as DynamoDB writes it. */
  where?: string
  /** The values that `where` and `assign` name: `most` for `:most`. */
  values?: Values
  /** Attributes whose names contain dots, by the word that stands for them in paths. */
  names?: Readonly<Record<string, string>>
}

/** A change of one item. Without a condition it creates the item where there is none. */
export type Change = Condition & {
  /** New values; an attribute whose value is undefined is removed. */
  set?: Values
  /** Values for attributes that have none yet. */
  setOnce?: Values
  /** Values as DynamoDB computes them from the item as it was before the change. */
  assign?: Readonly<Record<string, string>>
  /** Numbers to add to numbers, and sets to unite with sets. */
  add?: Values
  /** Sets to take out of sets. */
  subtract?: Values
}

/** Returns the parameters of a conditional write. */
export function conditionParameters(condition: Condition) {
  const placeholders = createPlaceholders(condition)
  const ConditionExpression = conditionText(condition, placeholders)
  return { ...(ConditionExpression && { ConditionExpression }), ...placeholders.parameters() }
}

/** Returns the parameters of an update. */
export function updateParameters({ pk, sk }: ItemKey, change: Change) {
  const { set = {}, setOnce = {}, assign = {}, add = {}, subtract = {} } = change
  const placeholders = createPlaceholders(change)
  const { name, value } = placeholders
  const pairs = (values: Values, operator: ' = ' | ' ') =>
    Object.entries(values).flatMap(([path, each]) =>
      each === undefined ? [] : [`${name(path)}${operator}${value(each)}`],
    )
  const clauses = {
    SET: [
      ...pairs(set, ' = '),
      ...Object.entries(setOnce).map(
        ([path, each]) => `${name(path)} = if_not_exists(${name(path)}, ${value(each)})`,
      ),
      ...Object.entries(assign).map(([path, computed]) => `${name(path)} = ${computed}`),
    ],
    REMOVE: Object.keys(set).flatMap((path) => (set[path] === undefined ? [name(path)] : [])),
    ADD: pairs(add, ' '),
    DELETE: pairs(subtract, ' '),
  }
  const UpdateExpression = Object.entries(clauses)
    .filter(([, parts]) => parts.length > 0)
    .map(([clause, parts]) => `${clause} ${parts.join(', ')}`)
    .join(' ')
  const ConditionExpression = conditionText(change, placeholders)
  return {
    Key: { pk, sk },
    ...(UpdateExpression && { UpdateExpression }),
    ...(ConditionExpression && { ConditionExpression }),
    ...placeholders.parameters(),
  }
}

type Placeholders = ReturnType<typeof createPlaceholders>

/**
 * Collects the names and values of expressions. Each name gets a placeholder, so that none is taken for a reserved
 * word of DynamoDB.
 */
export function createPlaceholders(given: Condition = {}) {
  const names: Record<string, string> = {}
  const values = Object.fromEntries(
    Object.entries(given.values ?? {}).map(([word, each]) => [`:${word}`, each]),
  )

  function name(path: string): string {
    const placeholders = path.split('.').map((part) => {
      const placeholder = `#${part.replaceAll(/\W/g, '_')}`
      names[placeholder] = given.names?.[part] ?? part
      return placeholder
    })
    return placeholders.join('.')
  }

  function value(each: unknown): string {
    const placeholder = `:v${Object.keys(values).length}`
    values[placeholder] = each
    return placeholder
  }

  /** DynamoDB refuses an empty list. */
  function parameters() {
    return {
      ...(Object.keys(names).length > 0 && { ExpressionAttributeNames: names }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
    }
  }

  return { name, value, parameters }
}

/** Returns a condition as DynamoDB writes it; empty for none. */
export function conditionText(
  { exists, seen = {}, oneOf = {}, where }: Condition,
  { name, value }: Placeholders,
): string {
  const parts = [
    ...(exists === undefined ? [] : [exists ? 'attribute_exists(pk)' : 'attribute_not_exists(pk)']),
    ...Object.entries(seen).map(([path, each]) =>
      each === undefined ? `attribute_not_exists(${name(path)})` : `${name(path)} = ${value(each)}`,
    ),
    ...Object.entries(oneOf).map(([path, each]) => `${name(path)} IN (${each.map(value).join(', ')})`),
  ]
  if (where === undefined) return parts.join(' AND ')
  // DynamoDB refuses parentheses that change nothing.
  return [...parts, parts.length > 0 && where.includes(' OR ') ? `(${where})` : where].join(' AND ')
}

/** A kind of item, and how an entity becomes one. */
type Declaration<Entity, Id> = {
  /** The stored form; it also parses what earlier versions stored. */
  schema: v.GenericSchema<unknown, Entity>
  key: (id: Id) => ItemKey
  /** Returns what the key is made of. */
  id: (entity: Entity) => Id
  /** Returns the attributes that follow from an entity: index keys, text for the owners' search, expiry. */
  derived?: (entity: Entity) => Values
}

/** Declares a kind of item once: its repository and every other one that touches such items use it. */
export function kind<Entity extends object, Id>({ schema, key, id, derived }: Declaration<Entity, Id>) {
  /** Returns an entity as the table holds it, without nulls, so that a condition can be that an attribute is absent. */
  function item(entity: Entity): StoredItem {
    return { ...key(id(entity)), ...withoutNulls(entity), ...derived?.(entity) }
  }

  /** @throws Error when the item is not of this kind */
  const parse = (stored: unknown): Entity => parseItem(schema, stored)

  const lookup = (of: Id): Lookup<Entity | null> => createLookup(schema, key(of))

  /** Returns an item as last written, or null. One consistent read. */
  const find = (table: Table, of: Id): Promise<Entity | null> => readOne(table, lookup(of))

  /** Returns the items that exist, as last written, in the order of the ids. One batch for every hundred. */
  async function findMany(table: Table, ids: readonly Id[]): Promise<Entity[]> {
    const wanted = [...new Set(ids)]
    const items = await readBatch(table, wanted.map(key), { ConsistentRead: true })
    const found = new Map(items.map(parse).map((entity) => [id(entity), entity]))
    return wanted.flatMap((each) => found.get(each) ?? [])
  }

  /** Writes entities over existing ones, for seeding. */
  const putAll = (table: Table, entities: readonly Entity[]): Promise<void> =>
    putMany(table, entities.map(item))

  return { schema, key, item, parse, lookup, find, findMany, putAll }
}

function withoutNulls(entity: object): Values {
  return Object.fromEntries(Object.entries(entity).filter(([, value]) => value !== null))
}
