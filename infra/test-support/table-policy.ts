import type { Statement } from './synthesise.ts'

type Item = Record<string, { S?: string }>
type TransactionPart = { Key?: Item; Item?: Item }

type Input = {
  Key?: Item
  Item?: Item
  TransactItems?: Record<string, TransactionPart>[]
  RequestItems?: Record<string, { Keys: Item[] }>
  IndexName?: string
  KeyConditionExpression?: string
  ExpressionAttributeValues?: Item
}

export type TableCall = { operation: string; input: object }

/**
 * The facts by which IAM decides. `keys` are the partition keys that it sees as `dynamodb:LeadingKeys`, `enclosing` the
 * operations that it sees as `dynamodb:EnclosingOperation`: that of a transaction, or none.
 */
export type Access = {
  action: string
  index: string | null
  keys: readonly string[]
  enclosing: readonly string[]
}

/** AWS does not document which one it is, so that policies must allow a call in both. */
export const JUDGED = ['item by item', 'by all keys at once'] as const
type Judged = (typeof JUDGED)[number]

const TRANSACTION_PARTS: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

/** One for each item and action. @throws Error on an operation without a rule */
export function accessesOf(call: TableCall, judged: Judged): Access[] {
  const accesses = split(call)
  if (judged === 'item by item') return accesses
  const keys = accesses.flatMap((each) => each.keys)
  return accesses.map((each) => ({ ...each, keys }))
}

function split({ operation, input }: TableCall): Access[] {
  const { Key, Item, TransactItems = [], RequestItems = {}, IndexName = null } = input as Input
  const on = (action: string, key: Item | undefined): Access => ({
    action,
    index: null,
    keys: [textOf(key?.['pk'])],
    enclosing: operation.startsWith('Transact') ? [operation] : [],
  })
  switch (operation) {
    case 'GetItem':
    case 'PutItem':
    case 'UpdateItem':
    case 'DeleteItem':
      return [on(operation, Key ?? Item)]
    case 'BatchGetItem':
      return Object.values(RequestItems).flatMap(({ Keys }) => Keys.map((key) => on(operation, key)))
    case 'TransactGetItems':
    case 'TransactWriteItems':
      return TransactItems.flatMap((item) =>
        Object.entries(item).map(([part, { Key: key, Item: put }]) =>
          on(TRANSACTION_PARTS[part] ?? part, key ?? put),
        ),
      )
    case 'Query':
      return [{ action: operation, index: IndexName, keys: [queriedPartition(input)], enclosing: [] }]
    default:
      throw new Error(`No rule says what ${operation} needs`)
  }
}

function queriedPartition(input: Input): string {
  const [, value = ''] = /^(?:pk|gsi\dpk) = (:\w+)/.exec(input.KeyConditionExpression ?? '') ?? []
  return textOf(input.ExpressionAttributeValues?.[value])
}

function textOf(value: { S?: string } | undefined): string {
  if (value?.S === undefined) throw new Error('A call without a partition key')
  return value.S
}

/** Evaluated as IAM does. */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const matching = statements.filter((statement) => covers(statement, access))
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  )
}

function covers({ Action, Resource, Condition = {} }: Statement, access: Access): boolean {
  const { action, index } = access
  const isOnIt = [Resource].flat().some((resource) => {
    const arn = JSON.stringify(resource)
    return index === null ? !arn.includes('/index/') : arn.includes(`/index/${index}"`)
  })
  return [Action].flat().includes(`dynamodb:${action}`) && isOnIt && holds(Condition, access)
}

type Condition = NonNullable<Statement['Condition']>

function holds(condition: Condition, { keys, enclosing }: Access): boolean {
  const values: Record<string, readonly string[]> = {
    'dynamodb:LeadingKeys': keys,
    'dynamodb:EnclosingOperation': enclosing,
  }
  return Object.entries(condition).every(([operator, operands]) =>
    Object.entries(operands).every(([name, patterns]) => {
      const compare = COMPARISONS[operator]
      const compared = values[name]
      if (!compare || !compared)
        throw new Error(`No rule for the condition ${JSON.stringify({ [operator]: operands })}`)
      return compared.every((value) => compare([patterns].flat(), value))
    }),
  )
}

/** Each condition is true for an absent key, which has no values. */
const COMPARISONS: Record<string, (patterns: readonly string[], value: string) => boolean> = {
  'ForAllValues:StringEquals': (patterns, value) => patterns.includes(value),
  'ForAllValues:StringNotEquals': (patterns, value) => !patterns.includes(value),
  'ForAllValues:StringLike': (patterns, value) =>
    patterns.some((pattern) =>
      pattern.endsWith('*') ? value.startsWith(pattern.slice(0, -1)) : value === pattern,
    ),
}
