import type { Statement } from './synthesise.ts'

type Item = Record<string, { S?: string }>
type TransactionPart = { Key?: Item; Item?: Item }

/** The parts of DynamoDB's requests that name keys. */
type Input = {
  Key?: Item
  Item?: Item
  TransactItems?: Record<string, TransactionPart>[]
  RequestItems?: Record<string, { Keys: Item[] }>
  IndexName?: string
  KeyConditionExpression?: string
  ExpressionAttributeValues?: Item
}

/** A call of DynamoDB's API: the operation, such as 'UpdateItem', and its input as sent. */
export type TableCall = { operation: string; input: object }

/** What IAM decides on. `keys` are the partition keys that it sees as `dynamodb:LeadingKeys`. */
export type Access = { action: string; index: string | null; keys: readonly string[] }

/**
 * AWS does not say whether a call with several items is judged item by item, or each of its actions by the keys of all
 * items. Policies must allow a call either way.
 */
export const JUDGED = ['item by item', 'by all keys at once'] as const
export type Judged = (typeof JUDGED)[number]

const TRANSACTION_PARTS: Record<string, string> = {
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
}

/** The accesses that a call needs: one for each item and action. @throws Error on an operation without a rule */
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
      return [{ action: operation, index: IndexName, keys: [queriedPartition(input)] }]
    default:
      throw new Error(`No rule says what ${operation} needs`)
  }
}

/** The value that a query compares its partition key with, which comes first in our key conditions. */
function queriedPartition(input: Input): string {
  const [, value = ''] = /^(?:pk|gsi\dpk) = (:\w+)/.exec(input.KeyConditionExpression ?? '') ?? []
  return textOf(input.ExpressionAttributeValues?.[value])
}

function textOf(value: { S?: string } | undefined): string {
  if (value?.S === undefined) throw new Error('A call without a partition key')
  return value.S
}

/** Whether these statements allow an access, evaluated as IAM does. */
export function isAllowed(statements: readonly Statement[], access: Access): boolean {
  const matching = statements.filter((statement) => covers(statement, access))
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  )
}

function covers({ Action, Resource, Condition = {} }: Statement, { action, index, keys }: Access): boolean {
  const isOnIt = [Resource].flat().some((resource) => {
    const arn = JSON.stringify(resource)
    return index === null ? !arn.includes('/index/') : arn.includes(`/index/${index}"`)
  })
  return [Action].flat().includes(`dynamodb:${action}`) && isOnIt && holds(Condition, keys)
}

function holds(condition: NonNullable<Statement['Condition']>, keys: readonly string[]): boolean {
  return Object.entries(condition).every(([operator, operands]) => {
    const { 'dynamodb:LeadingKeys': patterns, ...others } = operands
    const isLike = operator === 'ForAllValues:StringLike'
    if (!patterns || Object.keys(others).length > 0 || !(isLike || operator === 'ForAllValues:StringEquals'))
      throw new Error(`No rule for the condition ${JSON.stringify({ [operator]: operands })}`)
    return keys.every((key) =>
      [patterns]
        .flat()
        .some((pattern) =>
          isLike && pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern,
        ),
    )
  })
}
