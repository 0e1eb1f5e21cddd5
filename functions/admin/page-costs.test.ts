import { randomUUID } from 'node:crypto'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { listResources } from '#shared/contract/admin/resources.ts'
import { listUsers } from '#shared/contract/admin/users.ts'
import type { Route } from '#shared/contract/route.ts'
import { userItem } from '../data/items.ts'
import { createResources } from '../data/resources.ts'
import { putMany } from '../data/table/write.ts'
import { createAdministration } from '../test-support/administration.ts'
import { resourceFixture } from '../test-support/content.ts'
import type { Call } from '../test-support/gateway.ts'
import { userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
const admin = await createAdministration(site)
afterAll(() => site.stop())

/** Stores students in batches as sign-ups would, since thousands of transactions would take minutes. */
async function enrolMany(count: number): Promise<void> {
  const users = Array.from({ length: count }, () => {
    const id = randomUUID()
    return userFixture({ id, email: `e-${id.slice(0, 8)}@x.ma`, isPremium: true, lease: null })
  })
  await putMany(site.store.table, users.map(userItem))
}

const addMany = (count: number) =>
  createResources(site.store.table).putAll(
    Array.from({ length: count }, (_, index) =>
      resourceFixture({
        title: 'Énoncé',
        track: TRACK_CODES[0],
        year: String(1000 + (index % 9_000)),
        createdAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString(),
      }),
    ),
  )

async function costOf(route: Route, query: Record<string, string>) {
  const call: Call = { query: { limit: '20', ...query } }
  const first = await admin.asOwner(route, call)
  const cursor = String(first.json.nextCursor)
  site.store.operations.clear()
  const { json } = await admin.asOwner(route, { query: { ...call.query, cursor } })
  return {
    shown: (json.items as unknown[]).length,
    operations: site.store.operations.list(),
    ...site.store.units(),
  }
}

const costs = async () => ({ users: await costOf(listUsers, {}), resources: await costOf(listResources, {}) })

test('a page costs the same with 100 and with thousands of accounts and resources', async () => {
  await enrolMany(100)
  await addMany(120)
  const few = await costs()
  for (const { shown } of Object.values(few)) expect(shown).toBe(20)
  await enrolMany(3_000)
  await addMany(800)
  expect(await costs()).toEqual(few)
})
