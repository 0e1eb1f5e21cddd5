import {
  ACCESS_CHANGES,
  ACTORS,
  AUDIT,
  addressKey,
  BLOCKED,
  COUNTERS,
  DELETIONS,
  healthRoundKey,
  resourceKey,
  subjectsPartition,
  throttleKey,
  userKey,
} from '#functions/data/keys.ts'
import { functionsOf, type Statement, statementsOf, synthesise } from './test-support/synthesise.ts'

const stacks = synthesise('prod')
const functions = functionsOf(stacks)

const actionsOf = ({ Action }: Statement) =>
  [Action].flat().filter((action) => action.startsWith('dynamodb:'))

/** Whether a statement covers an action on a table item, evaluated as IAM does. */
function matches(statement: Statement, action: string, partition: string): boolean {
  if (!actionsOf(statement).includes(`dynamodb:${action}`)) return false
  if (JSON.stringify(statement.Resource).includes('/index/')) return false
  const [[operator = '', keys = {}] = []] = Object.entries(statement.Condition ?? {})
  if (!operator) return true
  const patterns = keys['dynamodb:LeadingKeys'] ?? []
  return patterns.some((pattern) =>
    operator.endsWith('StringLike') && pattern.endsWith('*')
      ? partition.startsWith(pattern.slice(0, -1))
      : partition === pattern,
  )
}

function may(name: string, action: string, partition: string): boolean {
  const resource = functions[name]
  if (!resource) throw new Error(`No function ${name}`)
  const matching = statementsOf(stacks, resource).filter((statement) => matches(statement, action, partition))
  return (
    matching.some(({ Effect }) => Effect === 'Allow') && !matching.some(({ Effect }) => Effect === 'Deny')
  )
}

const USER = userKey('id').pk
const SUBJECT = subjectsPartition('SM')
const RESOURCE = resourceKey('id').pk
const THROTTLE = throttleKey({ kind: 'account', name: 'id', route: 'POST /' }, new Date(0)).pk
const PARTITIONS = {
  HEALTH: healthRoundKey.pk,
  ADDRESS: addressKey('a@exemple.test').pk,
  ACCESS_CHANGES,
  USER,
  SUBJECT,
  RESOURCE,
  BLOCKED,
  AUDIT,
  ACTORS,
  COUNTERS,
  DELETIONS,
  THROTTLE,
}
const ACTIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
]

/** Every action on every partition, except that audit entries can only be added and read. */
const each = (actions: string[], partitions: string[]) =>
  actions.flatMap((action) =>
    partitions
      .filter((name) => name !== 'AUDIT' || !['UpdateItem', 'DeleteItem'].includes(action))
      .map((name) => `${action} ${name}`),
  )

/** Partitions of one account's items. */
const ACCOUNT = ['USER', 'ADDRESS', 'COUNTERS']

/** Reviewed permissions of each function on the table, written independently of grants.ts. */
const reviewed: Record<string, string[]> = {
  session: each(['GetItem', 'UpdateItem'], ['USER', 'THROTTLE']),
  account: each(
    ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    [...ACCOUNT, 'DELETIONS', 'AUDIT', 'ACTORS'],
  ),
  progress: each(['GetItem', 'Query', 'UpdateItem'], ['USER', 'THROTTLE']),
  catalogue: ['Query SUBJECT'],
  files: [...each(['GetItem', 'BatchGetItem'], ['USER', 'SUBJECT', 'RESOURCE']), 'UpdateItem THROTTLE'],
  origin: ['GetItem SUBJECT', 'GetItem RESOURCE'],
  admin: each(ACTIONS, Object.keys(PARTITIONS)),
  documents: [
    ...each(['GetItem', 'BatchGetItem', 'Query'], ['USER', 'SUBJECT', 'RESOURCE', 'HEALTH']),
    ...each(['UpdateItem'], ['SUBJECT', 'RESOURCE', 'ACTORS']),
    ...each(['PutItem', 'UpdateItem', 'DeleteItem'], ['HEALTH']),
    ...each(['PutItem'], ['AUDIT', 'ACTORS']),
  ],
  'check-documents': [
    ...each(['BatchGetItem', 'Query'], ['SUBJECT', 'RESOURCE', 'HEALTH']),
    ...each(['UpdateItem'], ['SUBJECT', 'RESOURCE']),
    ...each(['PutItem', 'UpdateItem', 'DeleteItem'], ['HEALTH']),
  ],
  'pre-sign-up': ['GetItem BLOCKED'],
  'post-confirmation': each(
    ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
    [...ACCOUNT, 'BLOCKED', 'DELETIONS'],
  ),
  'post-authentication': each(
    ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    [...ACCOUNT, 'BLOCKED', 'DELETIONS', 'AUDIT', 'ACTORS'],
  ),
  'reconcile-accounts': each(ACTIONS, [
    ...ACCOUNT,
    'BLOCKED',
    'DELETIONS',
    'ACCESS_CHANGES',
    'AUDIT',
    'ACTORS',
  ]),
  'signing-key': [],
  probe: [],
}

test('covers every function', () => {
  expect(Object.keys(functions).sort()).toEqual(Object.keys(reviewed).sort())
})

test.each(Object.entries(reviewed))('%s has exactly the reviewed permissions', (name, expected) => {
  const allowed = [...ACTIONS, 'BatchWriteItem'].flatMap((action) =>
    Object.entries(PARTITIONS)
      .filter(([, partition]) => may(name, action, partition))
      .map(([kind]) => `${action} ${kind}`),
  )
  expect(allowed.sort()).toEqual([...expected].sort())
})

test.each(Object.keys(reviewed))('%s can neither change nor delete audit entries', (name) => {
  expect(may(name, 'UpdateItem', AUDIT)).toBe(false)
  expect(may(name, 'DeleteItem', AUDIT)).toBe(false)
})

test('rejects Scan, PartiQL and batch writes for every function', () => {
  const actions = Object.values(functions).flatMap((resource) =>
    statementsOf(stacks, resource).flatMap(actionsOf),
  )
  const allowed = new Set(ACTIONS.map((action) => `dynamodb:${action}`))
  expect(actions.filter((action) => !allowed.has(action))).toEqual([])
})

test.each([
  { name: 'catalogue', indexes: ['gsi2', 'gsi3'] },
  { name: 'admin', indexes: ['gsi1', 'gsi2', 'gsi3'] },
  { name: 'documents', indexes: ['gsi1'] },
  { name: 'check-documents', indexes: ['gsi1'] },
  { name: 'session', indexes: [] },
  { name: 'progress', indexes: [] },
  { name: 'files', indexes: [] },
])('$name queries the indexes $indexes', ({ name, indexes }) => {
  const resource = functions[name]
  const granted = resource ? JSON.stringify(statementsOf(stacks, resource)).match(/(?<=\/index\/)\w+/g) : null
  expect(granted ?? []).toEqual(indexes)
})
