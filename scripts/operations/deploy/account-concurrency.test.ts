import { type Aws, json, startAws } from '../test-support/aws.ts'
import { concurrencyFindings } from './account.ts'

const account = { limit: 0, unreserved: 0, own: 0 }
let aws: Aws
beforeAll(async () => {
  aws = await startAws(({ operation }) => {
    if (operation.startsWith('GET') && operation.includes('account-settings'))
      return json({
        AccountLimit: {
          ConcurrentExecutions: account.limit,
          UnreservedConcurrentExecutions: account.unreserved,
        },
      })
    if (account.own === 0) return json({ __type: 'ResourceNotFoundException' }, 404)
    return json({ ReservedConcurrentExecutions: account.own })
  })
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

test.each([
  { what: 'a new account', has: [10, 10, 0], wanted: 20, kinds: ['fault'] },
  { what: 'a new account, nothing reserved', has: [10, 10, 0], wanted: null, kinds: ['warning'] },
  { what: 'just enough', has: [300, 300, 0], wanted: 200, kinds: [] },
  { what: 'one too few', has: [299, 299, 0], wanted: 200, kinds: ['fault'] },
  { what: 'just enough without a reservation', has: [100, 100, 0], wanted: null, kinds: [] },
  { what: 'enough, reserved by other functions', has: [1000, 250, 0], wanted: 200, kinds: ['fault'] },
  { what: 'its own reservation already', has: [300, 100, 200], wanted: 200, kinds: [] },
])('an account with $what gets $kinds', async ({ has, wanted, kinds }) => {
  const [limit = 0, unreserved = 0, own = 0] = has
  Object.assign(account, { limit, unreserved, own })
  const stage = { name: 'staging', originConcurrency: wanted } as const
  const found = await concurrencyFindings(stage, { region: 'eu-west-3' })
  expect(found.map(({ kind }) => kind)).toEqual(kinds)
})

test('the fault names the limit of the account and what to do', async () => {
  Object.assign(account, { limit: 10, unreserved: 10, own: 0 })
  const [found] = await concurrencyFindings({ name: 'prod', originConcurrency: 20 }, { region: 'eu-west-3' })
  expect(found?.text).toContain('permet 10 exécutions à la fois')
  expect(found?.text).toContain('originConcurrency: null')
})

test('a small account is enough for dev', async () => {
  Object.assign(account, { limit: 10, unreserved: 10, own: 0 })
  const stage = { name: 'dev', originConcurrency: null } as const
  expect(await concurrencyFindings(stage, { region: 'eu-west-3' })).toEqual([])
})
