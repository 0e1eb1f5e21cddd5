import { randomUUID } from 'node:crypto'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createCaller } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { sampleCall } from '../test-support/samples.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
afterAll(() => site.stop())

async function listEntries(email: string) {
  const { items } = await site.stores.audit.listNewest({ limit: 200 })
  const own = items.filter(({ actor }) => actor.type === 'admin' && actor.email === email)
  return site.stores.refusals.show(own)
}

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

const ofOwners = named.filter(([, { access }]) => access === 'owner')

test.each(isLongRun ? ofOwners : ofOwners.slice(0, 2))(
  'records one audit entry when an admin who is no owner calls %s, and none for a student',
  async (name, route) => {
    for (const caller of ['non-owner admin', 'free'] as const) {
      const { user, call } = await createCaller(site, caller)
      await site.call(route, { ...call, ...sampleCall(name) })
      const expected = { action: 'REFUSED_ATTEMPT', target: `${route.method} ${route.path}` }
      expect(await listEntries(user.email)).toMatchObject(caller === 'free' ? [] : [expected])
    }
  },
)

describe('the attempts of an admin who is not an owner', () => {
  const start = new Date('2026-03-04T12:00:00.000Z')
  afterEach(() => setClock(null))

  test('are one entry for each route and minute, with their number and paths', async () => {
    const { user, call } = await createCaller(site, 'non-owner admin')
    const ask = (id: string) => site.call(routes.getUser, { ...call, params: { id } })
    setClock(start)
    const ids = Array.from({ length: 30 }, () => randomUUID())
    await Promise.all(ids.map(ask))
    await ask(ids[0] ?? '')
    setClock(new Date(start.getTime() + 59_000))
    await site.call(routes.listAudit, call)
    setClock(new Date(start.getTime() + 60_000))
    await ask(ids[0] ?? '')
    const entries = await listEntries(user.email)
    const seen = entries.map(({ target, after }) => [target, after?.['attempts']])
    expect(seen).toEqual([
      ['GET /api/admin/users/{id}', 1],
      ['GET /api/admin/audit', 1],
      ['GET /api/admin/users/{id}', 31],
    ])
    const paths = entries[2]?.after?.['paths'] as string[]
    expect(paths).toHaveLength(20)
    expect(ids.map((id) => `/api/admin/users/${id}`)).toEqual(expect.arrayContaining(paths))
    const counted = (await site.stores.audit.listActivity()).find(
      ({ actor }) => actor.type === 'admin' && actor.email === user.email,
    )
    expect(counted?.count).toBe(3)
  })

  test.each([
    ['without a session id', undefined],
    ["with another's session id", randomUUID()],
  ])('are recorded %s, without a hint in the answer', async (_, sessionId) => {
    const { user, call } = await createCaller(site, 'non-owner admin')
    const { status, json } = await site.call(routes.listAudit, { ...call, sessionId })
    expect([status, json.code]).toEqual([403, 'SESSION_INACTIVE'])
    expect(await listEntries(user.email)).toHaveLength(1)
  })

  test('are not recorded once the sign-in was ended', async () => {
    const { user, call } = await createCaller(site, 'non-owner admin')
    await site.stores.users.endSignIns(user.id, new Date(Date.now() + 60_000))
    expect((await site.call(routes.listAudit, call)).status).toBe(401)
    expect(await listEntries(user.email)).toEqual([])
  })
})
