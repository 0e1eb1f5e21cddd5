import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createAuditLog } from '../data/audit.ts'
import { createCaller } from '../test-support/callers.ts'
import { sampleCall } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const listEntries = async (email: string) =>
  (await createAuditLog(site.store.table).listNewest({ limit: 100 })).items.filter(
    ({ actor }) => actor.type === 'admin' && actor.email === email,
  )

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

test.each(named.filter(([, { access }]) => access === 'owner'))(
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
