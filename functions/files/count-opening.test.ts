import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { getTicket } from '#shared/contract/files.ts'
import { documentOfResource } from '#shared/domain/documents/document.ts'
import { type FileContent, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import { windowAt } from '../data/call-counts.ts'
import { systemClock } from '../http/use-case.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture } from '../test-support/content.ts'
import type { Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { setCount } from '../test-support/table.ts'
import { openingCounter } from './count-opening.ts'

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
  await site.stores.resources.putAll([resource])
  return resource.id
}

const ask = (id: string, call: Call) => site.call(getTicket, { ...call, params: { id } })
const openingsOf = async (id: string) => (await site.stores.openings.sumLastDays(new Date(), 1)).get(id) ?? 0

test("counts a student's ticket and a visitor's", async () => {
  const id = await stored({ isFree: true })
  await ask(id, premium)
  await ask(id, {})
  expect(await openingsOf(id)).toBe(2)
})

test.each<[string, Parameters<typeof storeUser>[1], Partial<Call>, Partial<FileContent>?]>([
  ['a renewal', { isPremium: true }, { query: { uncounted: 'true' } }],
  ['a download', { isPremium: true }, { query: { disposition: 'attachment' } }],
  ['a request that is invalid', { isPremium: true }, { query: { disposition: 'other' } }],
  ['an admin', { isAdmin: true }, {}],
  ['an owner', { isAdmin: true, email: PRIMARY_OWNER }, {}],
  ['one who waits for its preparation', { isPremium: true }, {}, UNKNOWN_CONTENT],
])('does not count %s', async (_, changes, call, content = {}) => {
  const id = await stored(content)
  await ask(id, { ...(await callerWith(changes)), ...call })
  expect(await openingsOf(id)).toBe(0)
})

test('takes an opening back whose ticket the limits refuse', async () => {
  const now = new Date()
  setClock(now)
  const id = await stored({ isFree: true })
  const full = { kind: 'address', name: '10.3.0.1', route: 'GET /api/files/{id}' } as const
  await setCount(site.store.table, full, windowAt(now, 3_600_000).start, 12_000)
  const answer = await ask(id, { headers: { 'cloudfront-viewer-address': '10.3.0.1:50000' } })
  setClock(null)
  expect(answer.status).toBe(429)
  expect(await openingsOf(id)).toBe(0)
})

test('takes nothing back that could not be counted, and refuses no ticket', async () => {
  const count = vi.fn().mockRejectedValue(new Error('Out of order'))
  const document = documentOfResource(resourceFixture())
  const reader = { userId: null, email: null, isAdmin: false, examId: null, document }
  const counting = openingCounter({ openings: { count }, clock: systemClock, deliveryMode: 'stream' })
  const takeBack = await counting(reader, {} as APIGatewayProxyEventV2)
  await takeBack()
  expect(count).toHaveBeenCalledOnce()
})
