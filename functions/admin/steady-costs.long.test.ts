import { randomUUID } from 'node:crypto'
import { needsEmulator } from '#scripts/local/test-support/needs-emulator.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { getPersonalData } from '#shared/contract/account.ts'
import { getOverview } from '#shared/contract/admin/overview.ts'
import { listResources } from '#shared/contract/admin/resources.ts'
import { listUsers, setPremium } from '#shared/contract/admin/users.ts'
import { listPractice, startMockExam, updateMockExam } from '#shared/contract/practice.ts'
import type { Route } from '#shared/contract/route.ts'
import { userItem } from '../data/items.ts'
import { createMockExams } from '../data/mock-exams.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { putMany } from '../data/table/write.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture, subjectFixture } from '../test-support/content.ts'
import { lastingLease, storeUser, userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

// docs/access-patterns.md has the cost of each call; here it stays the same while the table grows.

const site = await startSite()
const admin = await createAdministration(site)
const { table } = site.store
afterEach(() => setClock(null))
afterAll(() => site.stop())

/** Stores students in batches as sign-ups would, since thousands of transactions would take minutes. */
async function enrolMany(count: number, isPremium: boolean): Promise<void> {
  const users = Array.from({ length: count }, () => {
    const id = randomUUID()
    return userFixture({ id, email: `e-${id.slice(0, 8)}@x.ma`, isPremium, lease: null })
  })
  await putMany(table, users.map(userItem))
}
const addMany = (count: number) =>
  createResources(table).putAll(
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

test("a student's thousandth examination costs as much as the sixtieth", async (context) => {
  needsEmulator(context, 'DynamoDB Local counts other units of a transaction.')
  const now = Date.now()
  const paper = subjectFixture({ year: '2015' })
  await createSubjects(table).putAll([paper])
  const user = await storeUser(table, { isPremium: true, lease: lastingLease() })
  const start = () => site.call(startMockExam, { ...site.as(user), body: { subjectId: subjectId(paper) } })
  const finish = (id: unknown) => {
    const call = { params: { id: String(id) }, body: { marks: [], finished: true } }
    return site.call(updateMockExam, { ...site.as(user), ...call })
  }
  const measure = async (minute: number) => {
    setClock(new Date(now + minute * 60_000))
    let id: unknown
    return [
      await costOf(() => site.call(listPractice, site.as(user))),
      await costOf(async () => (id = (await start()).json.id)),
      await costOf(start),
      await costOf(() => finish(id)),
    ]
  }
  await finish((await start()).json.id)
  const [sat] = await createMockExams(table).listNewest(user.id, 1)
  if (!sat) throw new Error('The examination is not stored')
  const earlier = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ ...sat, id: `2025-${String(index).padStart(4, '0')}` }))
  await createMockExams(table).putAll(user.id, earlier(60))
  const few = await measure(1)
  await createMockExams(table).putAll(user.id, earlier(1_000))
  expect(await measure(2)).toEqual(few)
})
