import {
  ACTORS,
  AUDIT,
  BLOCKED,
  COUNTERS,
  DELETIONS,
  resourceKey,
  subjectsPartition,
  throttleKey,
  userKey,
} from '#functions/data/keys.ts'
import {
  functionsOf,
  resourcesOf,
  type Statement,
  statementsOf,
  synthesise,
} from './test-support/synthesise.ts'

const stacks = synthesise('prod')
const functions = functionsOf(stacks)

const actionsOf = ({ Action }: Statement) =>
  [Action].flat().filter((action) => action.startsWith('dynamodb:'))

/** Whether a statement speaks of an action on an item of the table, read as IAM reads it. */
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

/** Every action on every partition; audit entries can be added and read only. */
const each = (actions: string[], partitions: string[]) =>
  actions.flatMap((action) =>
    partitions
      .filter((name) => name !== 'AUDIT' || !['UpdateItem', 'DeleteItem'].includes(action))
      .map((name) => `${action} ${name}`),
  )

/** What each function may do, spelled out by hand: a second opinion on grants.ts. */
const reviewed: Record<string, string[]> = {
  session: each(['GetItem', 'UpdateItem'], ['USER', 'THROTTLE']),
  account: each(
    ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
    ['USER', 'COUNTERS', 'DELETIONS', 'AUDIT', 'ACTORS'],
  ),
  progress: each(['GetItem', 'Query', 'UpdateItem'], ['USER', 'THROTTLE']),
  catalogue: ['Query SUBJECT'],
  files: ['GetItem USER', 'GetItem SUBJECT', 'GetItem RESOURCE'],
  origin: ['GetItem SUBJECT', 'GetItem RESOURCE'],
  admin: each(ACTIONS, Object.keys(PARTITIONS)),
  'pre-sign-up': ['GetItem BLOCKED'],
  'post-confirmation': each(
    ['PutItem', 'UpdateItem', 'ConditionCheckItem'],
    ['USER', 'BLOCKED', 'DELETIONS', 'COUNTERS'],
  ),
  'post-authentication': each(
    ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    ['USER', 'BLOCKED', 'DELETIONS', 'COUNTERS'],
  ),
  'reconcile-accounts': each(
    ['BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
    ['USER', 'BLOCKED', 'DELETIONS', 'COUNTERS', 'AUDIT', 'ACTORS'],
  ),
  'signing-key': [],
}

test('every function has a row', () => {
  expect(Object.keys(functions).sort()).toEqual(Object.keys(reviewed).sort())
})

test.each(Object.entries(reviewed))('%s may do exactly what was reviewed', (name, expected) => {
  const allowed = ACTIONS.flatMap((action) =>
    Object.entries(PARTITIONS)
      .filter(([, partition]) => may(name, action, partition))
      .map(([kind]) => `${action} ${kind}`),
  )
  expect(allowed.sort()).toEqual([...expected].sort())
})

test.each(Object.keys(reviewed))('%s can neither change nor delete an audit entry', (name) => {
  expect(may(name, 'UpdateItem', AUDIT)).toBe(false)
  expect(may(name, 'DeleteItem', AUDIT)).toBe(false)
})

test('no function may scan, write in batches or speak PartiQL', () => {
  const actions = Object.values(functions).flatMap((resource) =>
    statementsOf(stacks, resource).flatMap(actionsOf),
  )
  const allowed = new Set(ACTIONS.map((action) => `dynamodb:${action}`))
  expect(actions.filter((action) => !allowed.has(action))).toEqual([])
})

test.each([
  { name: 'catalogue', indexes: ['gsi2', 'gsi3'] },
  { name: 'admin', indexes: ['gsi1'] },
  { name: 'session', indexes: [] },
  { name: 'progress', indexes: [] },
  { name: 'files', indexes: [] },
])('$name queries the indexes $indexes', ({ name, indexes }) => {
  const resource = functions[name]
  const granted = resource ? JSON.stringify(statementsOf(stacks, resource)).match(/(?<=\/index\/)\w+/g) : null
  expect(granted ?? []).toEqual(indexes)
})

/** What each function may do with accounts, and that it is this stage's pool alone. By hand, as above. */
test('accounts can be listed and deleted where that is the work, and nowhere else', () => {
  const pool = Object.keys(resourcesOf(stacks.data, 'AWS::Cognito::UserPool'))[0]
  const granted = Object.entries(functions).flatMap(([name, resource]) =>
    statementsOf(stacks, resource).flatMap(({ Effect, Action, Resource }) =>
      [Action]
        .flat()
        .filter((action) => action.startsWith('cognito-idp:'))
        .map((action) => ({ name, Effect, action, resource: JSON.stringify(Resource) })),
    ),
  )
  // The site stack knows the pool by its SSM parameter.
  const inSite = expect.stringMatching(
    /:userpool\/",\{"Ref":"SsmParameterValuerevisionproduserpoolid\w+"\}\]\]\}$/,
  )
  const inData = `{"Fn::GetAtt":["${pool}","Arn"]}`
  expect(granted).toEqual([
    { name: 'reconcile-accounts', Effect: 'Allow', action: 'cognito-idp:AdminDeleteUser', resource: inData },
    { name: 'reconcile-accounts', Effect: 'Allow', action: 'cognito-idp:ListUsers', resource: inData },
    { name: 'account', Effect: 'Allow', action: 'cognito-idp:AdminDeleteUser', resource: inSite },
    { name: 'admin', Effect: 'Allow', action: 'cognito-idp:ListUsers', resource: inSite },
  ])
})
