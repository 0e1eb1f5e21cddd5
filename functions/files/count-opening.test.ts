import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { getTicket } from '#shared/contract/files.ts'
import { documentOfResource } from '#shared/domain/documents/document.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { createOpenings, type Openings } from '../data/openings.ts'
import { createResources } from '../data/resources.ts'
import { systemClock } from '../http/clock.ts'
import type { ThrottleCheck } from '../http/throttle.ts'
import { resourceFixture } from '../test-support/content.ts'
import type { Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { countOpenings } from './count-opening.ts'

let site: Site
let premium: Call
beforeAll(async () => {
  site = await startSite()
  premium = await callerWith({ isPremium: true })
})
afterAll(() => site.stop())

async function callerWith(changes: Parameters<typeof storeUser>[1]): Promise<Call> {
  return site.as(await storeUser(site.store.table, changes))
}

async function stored(changes: Parameters<typeof resourceFixture>[0] = {}): Promise<string> {
  const resource = resourceFixture(changes)
  await createResources(site.store.table).putAll([resource])
  return resource.id
}

const ask = (id: string, call: Call) => site.call(getTicket, { ...call, params: { id } })
const openingsOf = async (id: string) =>
  (await createOpenings(site.store.table).sumLastDays(new Date(), 1)).get(id) ?? 0

test("counts a student's ticket and a visitor's", async () => {
  const id = await stored({ isFree: true })
  await ask(id, premium)
  await ask(id, {})
  expect(await openingsOf(id)).toBe(2)
})

test.each([
  ['a renewal', { query: { uncounted: 'true' } }],
  ['a download', { query: { disposition: 'attachment' } }],
  ['a request that is invalid', { query: { disposition: 'other' } }],
])('does not count %s', async (_, call) => {
  const id = await stored()
  await ask(id, { ...premium, ...call })
  expect(await openingsOf(id)).toBe(0)
})

test.each([
  ['an admin', { isAdmin: true }],
  ['an owner', { isAdmin: true, email: PRIMARY_OWNER }],
])('does not count %s', async (_, changes) => {
  const id = await stored()
  expect((await ask(id, await callerWith(changes))).status).toBe(200)
  expect(await openingsOf(id)).toBe(0)
})

test('does not count refused tickets: without the right, of a document to come', async () => {
  const [paid, coming] = [await stored(), await stored({ file: { kind: 'coming-soon' } })]
  expect((await ask(paid, await callerWith({}))).status).toBe(403)
  expect((await ask(coming, premium)).status).toBe(404)
  expect(await openingsOf(paid)).toBe(0)
  expect(await openingsOf(coming)).toBe(0)
})

const withLimits = (checkLimits: ThrottleCheck, openings: Pick<Openings, 'count'>) =>
  countOpenings(checkLimits, { openings, clock: systemClock })
const readerOf = (id: string) => ({
  userId: null,
  isAdmin: false,
  examId: null,
  document: documentOfResource(resourceFixture({ id })),
})
const event = {} as APIGatewayProxyEventV2

test('takes an opening back whose ticket the limits refuse', async () => {
  const refusal = new DomainError('TOO_MANY_REQUESTS')
  const throttle = withLimits(() => Promise.reject(refusal), createOpenings(site.store.table))
  await expect(throttle(getTicket, readerOf('refused'), event)).rejects.toBe(refusal)
  expect(await openingsOf('refused')).toBe(0)
})

test('gives the ticket when the opening cannot be counted', async () => {
  const failing = { count: () => Promise.reject(new Error('Out of order')) }
  await withLimits(async () => undefined, failing)(getTicket, readerOf('any'), event)
})

test('takes nothing back that was not counted', async () => {
  const calls: number[] = []
  const failing = {
    count: (_id: string, _now: Date, by: 1 | -1 = 1) => {
      calls.push(by)
      return Promise.reject(new Error('Out of order'))
    },
  }
  const throttle = withLimits(() => Promise.reject(new DomainError('TOO_MANY_REQUESTS')), failing)
  await expect(throttle(getTicket, readerOf('any'), event)).rejects.toThrow()
  expect(calls).toEqual([1])
})
