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
  HEALTH: healthRoundKey.pk,
  EMAILS: 'EMAILS#a',
  WORDS: 'WORDS#a',
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

/** Every action on every partition; audit entries can be added and read only. */
const each = (actions: string[], partitions: string[]) =>
  actions.flatMap((action) =>
    partitions
      .filter((name) => name !== 'AUDIT' || !['UpdateItem', 'DeleteItem'].includes(action))
      .map((name) => `${action} ${name}`),
  )

/** What makes up one account in the table. */
const ACCOUNT = ['USER', 'ADDRESS', 'EMAILS', 'COUNTERS']

/** What each function may do, spelled out by hand: a second opinion on grants.ts. */
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
  admin: [...each(ACTIONS, Object.keys(PARTITIONS)), 'BatchWriteItem WORDS'],
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
}

test('every function has a row', () => {
  expect(Object.keys(functions).sort()).toEqual(Object.keys(reviewed).sort())
})

test.each(Object.entries(reviewed))('%s may do exactly what was reviewed', (name, expected) => {
  const allowed = [...ACTIONS, 'BatchWriteItem'].flatMap((action) =>
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

test('no function may scan or speak PartiQL, or write in batches anything but the words of an import', () => {
  const actions = Object.values(functions).flatMap((resource) =>
    statementsOf(stacks, resource).flatMap(actionsOf),
  )
  const allowed = new Set(ACTIONS.map((action) => `dynamodb:${action}`))
  expect(actions.filter((action) => !allowed.has(action))).toEqual(['dynamodb:BatchWriteItem'])
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

/** What each function may do with accounts, and that it is this stage's pool alone. By hand, as above. */
test('accounts are listed, asked about, kept out and deleted where that is the work, and nowhere else', () => {
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
  const allowed = (name: string, pattern: unknown, actions: string[]) =>
    actions.map((action) => ({
      name,
      Effect: 'Allow',
      action: `cognito-idp:${action}`,
      resource: pattern,
    }))
  const access = ['AdminDisableUser', 'AdminUserGlobalSignOut', 'AdminEnableUser']
  const expected = [
    ...allowed('post-authentication', inData, ['AdminGetUser']),
    ...allowed('reconcile-accounts', inData, ['ListUsers', 'AdminDeleteUser', ...access]),
    ...allowed('account', inSite, ['AdminDeleteUser', 'AdminGetUser']),
    ...allowed('admin', inSite, ['ListUsers', 'AdminDeleteUser', ...access]),
  ]
  expect(granted).toEqual(expect.arrayContaining(expected))
  expect(granted).toHaveLength(expected.length)
})

/** The edge and its parameter, by hand, as above. */
test('the edge is told to forget by the admin function alone, and of this distribution alone', () => {
  const distribution = Object.keys(resourcesOf(stacks.site, 'AWS::CloudFront::Distribution'))[0] ?? ''
  const parameter = Object.keys(resourcesOf(stacks.site, 'AWS::SSM::Parameter'))[0] ?? ''
  const granted = Object.entries(functions).flatMap(([name, resource]) =>
    statementsOf(stacks, resource)
      .filter(({ Action }) => /^(?:cloudfront|ssm):/.test(String([Action].flat()[0])))
      .map(({ Effect, Action, Resource }) => ({ name, Effect, Action, resource: JSON.stringify(Resource) })),
  )
  expect(granted).toEqual([
    {
      name: 'admin',
      Effect: 'Allow',
      Action: 'cloudfront:CreateInvalidation',
      resource: expect.stringMatching(new RegExp(`:distribution/",\\{"Ref":"${distribution}"\\}\\]\\]\\}$`)),
    },
    {
      name: 'admin',
      Effect: 'Allow',
      Action: 'ssm:GetParameter',
      resource: expect.stringMatching(new RegExp(`:parameter",\\{"Ref":"${parameter}"\\}\\]\\]\\}$`)),
    },
  ])
})
