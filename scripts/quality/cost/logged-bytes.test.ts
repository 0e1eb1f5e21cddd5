import { vi } from 'vitest'
import { createSubjects } from '#functions/data/subjects.ts'
import { subjectFixture } from '#functions/test-support/content.ts'
import type { Call } from '#functions/test-support/gateway.ts'
import { storeUser } from '#functions/test-support/people.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import type { Route } from '#shared/contract/route.ts'
import { routes } from '#shared/contract/routes.ts'
import { logging } from './usage.ts'

let site: Site
beforeAll(async () => {
  process.env._X_AMZN_TRACE_ID = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0'
  site = await startSite()
  await createSubjects(site.store.table).putAll([subjectFixture()])
  const { logger } = await import('#functions/http/log.ts')
  logger.setLogLevel('INFO')
})
afterAll(() => site.stop())

/** What a call makes a function write to its log. Bytes. */
async function loggedBy(route: Route, call: Call): Promise<number> {
  let bytes = 0
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((chunk) => {
    bytes += Buffer.byteLength(chunk)
    return true
  })
  const { status } = await site.call(route, call)
  write.mockRestore()
  expect(status).toBe(route.status)
  return bytes
}

test('functions write no more than the cost counts with', async () => {
  const student = await storeUser(site.store.table, { isPremium: true })
  const newcomer = await storeUser(site.store.table, { lease: null })
  const call = { token: site.userPool.token(student.id), sessionId: student.lease?.id }
  const { functionLine } = logging
  expect(await loggedBy(routes.renewSession, call)).toBe(0)
  const progress = await loggedBy(routes.listProgress, { ...call, query: { track: 'SM' } })
  expect(progress).toBeGreaterThan(0)
  expect(progress).toBeLessThanOrEqual(functionLine)
  // The metrics of a claim and of a ticket are silent in tests: their line is Powertools' own format.
  expect(
    await loggedBy(routes.claimSession, { token: site.userPool.token(newcomer.id) }),
  ).toBeLessThanOrEqual(functionLine)
  const ticket = { ...call, params: { id: 'bac-SM-2024-Normale' } }
  expect(await loggedBy(routes.getTicket, ticket)).toBeLessThanOrEqual(functionLine)
})
