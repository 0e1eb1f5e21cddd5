import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { createAuditLog } from '../data/audit.ts'
import { callerOf } from '../test-support/callers.ts'
import { matrix } from '../test-support/matrix.ts'
import { settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

const entriesOf = async (email: string) =>
  (await createAuditLog(site.store.table).listNewest({ limit: 100 })).items.filter(
    ({ actor }) => actor.type === 'admin' && actor.email === email,
  )

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

test.each(named.filter(([, { access }]) => access === 'owner'))(
  "the attempt of a non-owner admin on %s is recorded, once, and nobody else's",
  async (name, route) => {
    const other = await settle(site.store.table)
    for (const caller of ['non-owner admin', 'free'] as const) {
      const { user, call } = await callerOf(site, caller)
      await site.call(route, { ...call, ...matrix[name].ask(user, other) })
      const expected = { action: 'REFUSED_ATTEMPT', target: `${route.method} ${route.path}` }
      expect(await entriesOf(user.email)).toMatchObject(caller === 'free' ? [] : [expected])
    }
  },
)
