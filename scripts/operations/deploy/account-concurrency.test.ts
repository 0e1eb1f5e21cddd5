import { type Aws, json, startAws } from '../test-support/aws.ts'
import { concurrencyFindings } from './account.ts'

let limit: number
let aws: Aws
beforeAll(async () => {
  aws = await startAws(() => json({ AccountLimit: { ConcurrentExecutions: limit } }))
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

test.each([
  { what: 'a new account', has: 10, wanted: 20, faults: 1 },
  { what: 'an account with just enough', has: 300, wanted: 200, faults: 0 },
  { what: 'an account with one too few', has: 299, wanted: 200, faults: 1 },
  { what: 'a new account, nothing reserved', has: 10, wanted: null, faults: 0 },
])('$what has $faults faults', async ({ has, wanted, faults }) => {
  limit = has
  const found = await concurrencyFindings({ originConcurrency: wanted }, { region: 'eu-west-3' })
  expect(found.map(({ kind }) => kind)).toEqual(Array<string>(faults).fill('fault'))
})

test('the fault names the limit of the account and what to do', async () => {
  limit = 10
  const [found] = await concurrencyFindings({ originConcurrency: 20 }, { region: 'eu-west-3' })
  expect(found?.text).toContain('permet 10 exécutions à la fois')
  expect(found?.text).toContain('originConcurrency: null')
})
