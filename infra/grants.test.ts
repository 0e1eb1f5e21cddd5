import {
  ACTORS,
  AUDIT,
  BLOCKED,
  COUNTERS,
  resourceKey,
  subjectsPartition,
  userKey,
} from '#functions/data/keys.ts'
import { functionsOf, type Statement, statementsOf, synthesise } from './test-support/synthesise.ts'

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
const PARTITIONS = { USER, SUBJECT, RESOURCE, BLOCKED, AUDIT, ACTORS, COUNTERS }
const ACTIONS = ['GetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']

/** What each function may do, spelled out by hand: a second opinion on grants.ts. */
const reviewed: Record<string, string[]> = {
  session: ['GetItem USER', 'UpdateItem USER'],
  catalogue: ['Query SUBJECT'],
  files: ['GetItem USER', 'GetItem SUBJECT', 'GetItem RESOURCE'],
  origin: ['GetItem SUBJECT', 'GetItem RESOURCE'],
  admin: ACTIONS.flatMap((action) =>
    Object.keys(PARTITIONS)
      .filter((name) => name !== 'AUDIT' || !['UpdateItem', 'DeleteItem'].includes(action))
      .map((name) => `${action} ${name}`),
  ),
  'pre-sign-up': ['GetItem BLOCKED'],
  'post-confirmation': ['PutItem', 'UpdateItem', 'ConditionCheckItem'].flatMap((action) => [
    `${action} USER`,
    `${action} BLOCKED`,
    `${action} COUNTERS`,
  ]),
  'pre-authentication': ['GetItem BLOCKED'],
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
  { name: 'files', indexes: [] },
])('$name queries the indexes $indexes', ({ name, indexes }) => {
  const resource = functions[name]
  const granted = resource ? JSON.stringify(statementsOf(stacks, resource)).match(/(?<=\/index\/)\w+/g) : null
  expect(granted ?? []).toEqual(indexes)
})
