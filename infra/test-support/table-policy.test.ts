import type { Statement } from './synthesise.ts'
import { type Access, accessesOf, isAllowed, JUDGED, type TableCall } from './table-policy.ts'

const TABLE = 'arn:aws:dynamodb:eu-west-3:1:table/t'
const only = (...keys: string[]) => ({ 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys } })
const statements: Statement[] = [
  {
    Effect: 'Allow',
    Action: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
    Resource: TABLE,
    Condition: only('USER#*', 'AUDIT'),
  },
  { Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: TABLE, Condition: only('USER#*') },
  { Effect: 'Allow', Action: 'dynamodb:Query', Resource: [`${TABLE}/index/gsi1`] },
  { Effect: 'Deny', Action: 'dynamodb:UpdateItem', Resource: TABLE, Condition: only('AUDIT') },
  {
    Effect: 'Deny',
    Action: 'dynamodb:PutItem',
    Resource: TABLE,
    Condition: {
      ...only('AUDIT'),
      'ForAllValues:StringNotEquals': { 'dynamodb:EnclosingOperation': ['TransactWriteItems'] },
    },
  },
]

const at = (pk: string) => ({ Key: { pk: { S: pk }, sk: { S: 's' } } })
const put = (pk: string) => ({ Item: { pk: { S: pk } } })
const transaction = (...TransactItems: object[]) => ({
  operation: 'TransactWriteItems',
  input: { TransactItems },
})
const query = (KeyConditionExpression: string, more: object = {}) => ({
  operation: 'Query',
  input: { KeyConditionExpression, ExpressionAttributeValues: { ':p': { S: 'USER#1' } }, ...more },
})

const allows = (call: TableCall, judged: (typeof JUDGED)[number]) =>
  accessesOf(call, judged).every((access) => isAllowed(statements, access))

test.each([
  { call: { operation: 'GetItem', input: at('USER#1') }, allowed: true },
  { call: { operation: 'GetItem', input: at('AUDIT') }, allowed: false },
  { call: { operation: 'DeleteItem', input: at('USER#1') }, allowed: false },
  { call: { operation: 'UpdateItem', input: at('AUDIT') }, allowed: false },
  { call: { operation: 'PutItem', input: put('USER#1') }, allowed: true },
  { call: { operation: 'PutItem', input: put('AUDIT') }, allowed: false },
  { call: transaction({ Put: put('AUDIT') }), allowed: true },
  { call: query('gsi1pk = :p', { IndexName: 'gsi1' }), allowed: true },
  { call: query('gsi2pk = :p', { IndexName: 'gsi2' }), allowed: false },
  { call: query('pk = :p'), allowed: false },
  {
    call: { operation: 'BatchGetItem', input: { RequestItems: { t: { Keys: [at('USER#1').Key] } } } },
    allowed: false,
  },
  { call: transaction({ Update: at('USER#1') }, { Put: put('AUDIT') }), allowed: true },
  { call: transaction({ Update: at('USER#1') }, { Put: put('BLOCKED') }), allowed: false },
  { call: transaction({ Update: at('USER#1') }, { ConditionCheck: at('USER#2') }), allowed: false },
])('$call.operation $call.input: $allowed', ({ call, allowed }) => {
  for (const judged of JUDGED) expect(allows(call, judged)).toBe(allowed)
})

test('judges an update of the audit log inside a transaction by its own key', () => {
  const call = transaction({ Update: at('AUDIT') }, { Put: put('USER#1') })
  expect(allows(call, 'item by item')).toBe(false)
})

test('rejects operations and conditions without a rule', () => {
  expect(() => accessesOf({ operation: 'Scan', input: {} }, 'item by item')).toThrow('Scan')
  const foreign = {
    ...statements[1],
    Condition: { StringEquals: { 'aws:SourceAccount': ['1'] } },
  } as Statement
  const [access] = accessesOf({ operation: 'GetItem', input: at('USER#1') }, 'item by item')
  expect(() => isAllowed([foreign], access as Access)).toThrow('StringEquals')
})
