import { randomUUID } from 'node:crypto'
import { getPersonalData } from '#shared/contract/account.ts'
import { getOverview } from '#shared/contract/admin/overview.ts'
import { listResources } from '#shared/contract/admin/resources.ts'
import { listUsers, setPremium } from '#shared/contract/admin/users.ts'
import type { Route } from '#shared/contract/route.ts'
import { userKind } from '../data/stored-user.ts'
import { putMany } from '../data/table/write.ts'
import { createAdministration } from '../test-support/administration.ts'
import { resourceFixture } from '../test-support/content.ts'
import { userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

// docs/access-patterns.md has the cost of each call; here it stays the same while the table grows.

const site = await startSite()
const admin = await createAdministration(site)
const { table } = site.store
afterAll(() => site.stop())

/** Stores students in batches as sign-ups would, since thousands of transactions would take minutes. */
async function enrolMany(count: number, isPremium: boolean): Promise<void> {
  const users = Array.from({ length: count }, () => {
    const id = randomUUID()
    return userFixture({ id, email: `e-${id.slice(0, 8)}@x.ma`, isPremium, lease: null })
  })
  await putMany(table, users.map(userKind.item))
}
const addMany = (count: number) =>
  site.stores.resources.putAll(
    Array.from({ length: count }, (_, index) =>
      resourceFixture({ title: 'Énoncé', createdAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString() }),
    ),
  )
async function costOf(call: () => Promise<unknown>) {
  site.store.operations.clear()
  await call()
  return { operations: site.store.operations.list().toSorted(), ...site.store.units() }
}
async function costOfSecondPage(route: Route) {
  const first = await admin.asOwner(route, { query: { limit: '20' } })
  const query = { limit: '20', cursor: String(first.json.nextCursor) }
  let shown: unknown
  const cost = await costOf(async () => (shown = (await admin.asOwner(route, { query })).json.items))
  expect(shown).toHaveLength(20)
  return cost
}

test('a page costs the same with 100 and with thousands of accounts and resources', async () => {
  const costs = async () => [await costOfSecondPage(listUsers), await costOfSecondPage(listResources)]
  await enrolMany(100, true)
  await addMany(120)
  const few = await costs()
  await enrolMany(3_000, true)
  await addMany(800)
  expect(await costs()).toEqual(few)
})

test('the overview costs the same with any number of free accounts', async () => {
  const cost = () => costOf(() => admin.asOwner(getOverview))
  const few = await cost()
  await enrolMany(1_000, false)
  expect(await cost()).toEqual(few)
})

test('the data of an account cost the same however long the log is', async () => {
  const user = await site.enrol()
  const cost = () => costOf(() => site.call(getPersonalData, site.as(user)))
  const few = await cost()
  for (let count = 0; count < 50; count += 1)
    await admin.asOwner(setPremium, { params: { id: (await site.enrol()).id }, body: { isPremium: true } })
  expect(await cost()).toEqual(few)
})
