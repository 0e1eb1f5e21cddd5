import type { ItemKey } from './table-shape.ts'

/** Values by attribute. A dot leads into a map, as in `lease.id`. */
export type Values = Readonly<Record<string, unknown>>

/** A condition of a write, or of an item that a query returns. All of it must hold. */
export type Condition = {
  exists?: boolean
  /** The values that it has; an attribute whose value is undefined must be absent. */
  seen?: Values
  oneOf?: Readonly<Record<string, readonly unknown[]>>
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

export function conditionParameters(condition: Condition) {
  const placeholders = createPlaceholders(condition)
  const ConditionExpression = conditionText(condition, placeholders)
  return { ...(ConditionExpression && { ConditionExpression }), ...placeholders.parameters() }
}

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

/** Each name gets a placeholder, so that none is taken for a reserved word of DynamoDB. */
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
