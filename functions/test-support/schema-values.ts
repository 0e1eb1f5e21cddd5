import * as fc from 'fast-check'
import type * as v from 'valibot'
import { oddNumber, oddText, oddValue } from './odd-values.ts'

/** The parts of valibot's schemas and actions that the contract uses. */
type Schema = {
  type: string
  pipe?: readonly (Schema | Action)[]
  entries?: Record<string, Schema>
  options?: readonly unknown[]
  literal?: unknown
  wrapped?: Schema
  item?: Schema
  items?: readonly Schema[]
}
type Action = { kind: 'validation' | 'transformation' | 'metadata'; type: string; requirement?: unknown }

/** Returns the schemas of the fields of an object, or of all objects of a variant; none for other schemas. */
export function fieldsOf(schema: v.GenericSchema | undefined): Record<string, v.GenericSchema> {
  const { type, entries = {}, options = [] } = (schema as Schema | undefined) ?? { type: '' }
  if (type !== 'variant') return entries as Record<string, v.GenericSchema>
  return Object.assign({}, ...options.map((option) => fieldsOf(option as v.GenericSchema)))
}

/**
 * Returns values that mostly pass the schema. Checks by functions cannot be read from a schema; the sample satisfies
 * them, of which a request changes only some fields.
 */
export function schemaValue(schema: v.GenericSchema): fc.Arbitrary<unknown> {
  return valueOf(schema)
}

function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const { type, entries = {}, options = [], wrapped, item } = schema
  const actions = (schema.pipe ?? []).filter(
    (part): part is Action => 'kind' in part && part.kind !== undefined,
  )
  switch (type) {
    case 'string':
      return textOf(actions)
    case 'number':
      return numberOf(actions)
    case 'boolean':
      return fc.boolean()
    case 'literal':
      return fc.constant(schema.literal)
    case 'picklist':
      return fc.constantFrom(...options)
    case 'union':
    case 'variant':
      return fc.oneof(...options.map((option) => valueOf(option as Schema)))
    case 'optional':
    case 'nullable':
      return wrapped ? fc.option(valueOf(wrapped), { nil: type === 'nullable' ? null : undefined }) : oddValue
    case 'non_optional':
      return wrapped ? valueOf(wrapped) : oddValue
    case 'array':
      return item ? fc.array(valueOf(item), { maxLength: limitOf(actions, 'max_length', 5) + 1 }) : oddValue
    case 'tuple':
      return fc.tuple(...(schema.items ?? []).map(valueOf))
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(entries).map(([name, field]) => [
            name,
            fc.oneof({ weight: 9, arbitrary: valueOf(field) }, { weight: 1, arbitrary: oddValue }),
          ]),
        ),
      )
    default:
      throw new Error(`No values are generated for the schema ${type}: add it to schema-values.ts`)
  }
}

function textOf(actions: readonly Action[]): fc.Arbitrary<string> {
  const pattern = actions.find(({ type }) => type === 'regex')?.requirement
  if (pattern instanceof RegExp) return fc.stringMatching(pattern)
  if (actions.some(({ type }) => type === 'uuid')) return fc.uuid()
  const longest = limitOf(actions, 'max_length', 200)
  return fc.oneof(
    oddText,
    fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 40) }),
    fc.constantFrom(longest, longest + 1).map((length) => 'a'.repeat(length)),
  )
}

function numberOf(actions: readonly Action[]): fc.Arbitrary<number> {
  const smallest = limitOf(actions, 'min_value', 0)
  const largest = limitOf(actions, 'max_value', 1_000)
  return fc.oneof(
    fc.double({ min: smallest, max: largest }),
    fc.constantFrom(smallest - 1, smallest, largest, largest + 1),
    oddNumber,
  )
}

function limitOf(actions: readonly Action[], name: string, otherwise: number): number {
  const requirement = actions.find(({ type }) => type === name)?.requirement
  return typeof requirement === 'number' ? requirement : otherwise
}
