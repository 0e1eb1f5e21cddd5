import { subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { getOverview } from '#shared/contract/admin/overview.ts'
import { deleteResource } from '#shared/contract/admin/resources.ts'
import { blockEmail, unblockEmail } from '#shared/contract/admin/security.ts'
import { deleteUser, setPremium } from '#shared/contract/admin/users.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { lastMondays } from '#shared/domain/days/week.ts'
import { createDocumentHealth } from '../../data/document-health.ts'
import { createResources } from '../../data/resources.ts'
import { createSubjects } from '../../data/subjects.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { resourceFixture, subjectFixture } from '../../test-support/content.ts'
import { storeUser } from '../../test-support/people.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let admin: Administration
beforeAll(async () => {
  site = await startSite()
  admin = await createAdministration(site)
})
afterAll(() => site.stop())

const read = async () => (await admin.asOwner(getOverview)).json
const weekOf = (overview: Record<string, unknown>, index: number) =>
  (overview.weeks as { week: string; signUps: number; activations: number }[]).at(index)

test('shows empty figures and every missing subject for an empty site', async () => {
  const overview = await read()
  expect(overview).toMatchObject({
    users: 1,
    premium: 0,
    resources: 0,
    subjects: 0,
    brokenDocuments: 0,
    newReports: 0,
    documentsCheckedAt: null,
    cardSales: [],
    isOfferOver: false,
    timeZoneData: process.versions['tz'],
  })
  expect(overview.missingSubjects).toHaveLength(TRACK_CODES.length * 18 * 2)
  const weeks = (overview.weeks as { week: string }[]).map(({ week }) => week)
  expect(weeks).toEqual(lastMondays(moroccanDay(new Date()), 12))
})

test('counts users, sign-ups, activations and content', async () => {
  const now = new Date()
  const threeWeeksAgo = new Date(now.getTime() - 21 * 86_400_000).toISOString()
  const before = await read()
  const students = [
    await storeUser(site.store.table),
    await storeUser(site.store.table),
    await storeUser(site.store.table),
    await storeUser(site.store.table, { createdAt: threeWeeksAgo }),
    await storeUser(site.store.table, { isPremium: true, premiumUntil: '2020-01-01' }),
  ]
  const [first, second, third] = students
  if (!first || !second || !third) throw new Error('Five students are stored')
  for (const { id } of [first, second, third])
    await admin.asOwner(setPremium, { params: { id }, body: { isPremium: true } })
  // A change of the end date is no activation; Premium that is taken stays counted.
  await admin.asOwner(setPremium, { params: { id: first.id }, body: { isPremium: true, until: null } })
  await admin.asOwner(setPremium, { params: { id: second.id }, body: { isPremium: false } })
  await admin.asOwner(blockEmail, { body: { email: third.email, reason: 'Fraude' } })

  const { table } = site.store
  const resources = [resourceFixture(), resourceFixture({ year: '2021' })]
  await createResources(table).putAll(resources)
  await createResources(table).putAll(resources)
  await admin.asOwner(deleteResource, { params: { id: resources[0]?.id ?? '' } })
  await createSubjects(table).putAll(
    subjectYears([]).flatMap((year) =>
      EXAM_SESSIONS.map((session) => subjectFixture({ track: 'SM', year, session })),
    ),
  )
  await createSubjects(table).putAll([subjectFixture({ track: 'PC', year: '2026', session: 'Normale' })])
  const health = createDocumentHealth(table)
  await health.markBroken({ id: 'x', title: 'X', fault: 'missing', since: threeWeeksAgo })
  await health.endRound(now)

  const after = await read()
  expect(after).toMatchObject({
    users: Number(before.users) + students.length - 1,
    premium: 1,
    resources: 1,
    subjects: 37,
    brokenDocuments: 1,
    documentsCheckedAt: now.toISOString(),
  })
  expect(weekOf(after, -1)?.signUps).toBe((weekOf(before, -1)?.signUps ?? 0) + 4)
  expect(weekOf(after, -1)?.activations).toBe(3)
  expect(weekOf(after, -4)?.signUps).toBe(1)
  const missing = after.missingSubjects as { track: string; year: string; session: string }[]
  expect(missing.filter(({ track }) => track === 'SM')).toEqual([])
  expect(missing.filter(({ track }) => track === 'PC')).toHaveLength(19 * 2 - 1)
  expect(missing).toContainEqual({ track: 'PC', year: '2026', session: 'Rattrapage' })

  await admin.asOwner(deleteUser, { params: { id: first.id } })
  expect(await read()).toMatchObject({ users: Number(after.users) - 1, premium: 0 })
})

test('counts the accounts with valid Premium that are not blocked', async () => {
  const { premium: before } = await read()
  const premium = async () => Number((await read()).premium) - Number(before)
  const { table } = site.store
  await storeUser(table)
  await storeUser(table, { isPremium: true, premiumUntil: '2020-01-01' })
  await storeUser(table, { isPremium: true, premiumUntil: '2099-01-01' })
  const { email } = await storeUser(table, { isPremium: true })
  expect(await premium()).toBe(2)
  await admin.asOwner(blockEmail, { body: { email, reason: 'Fraude' } })
  expect(await premium()).toBe(1)
  await admin.asOwner(unblockEmail, { params: { email } })
  expect(await premium()).toBe(2)
})

test('costs the same with any number of free accounts', async () => {
  const cost = async () => {
    site.store.operations.clear()
    await read()
    return { operations: site.store.operations.list().toSorted(), ...site.store.units() }
  }
  const few = await cost()
  for (let count = 0; count < 40; count += 1) await storeUser(site.store.table)
  expect(await cost()).toEqual(few)
  const queries = [
    ...TRACK_CODES,
    'counters',
    'Premium',
    'documents',
    'cards',
    'payment requests',
    'reports',
    'questions',
    'received files',
  ].map(() => 'Query')
  expect(few.operations).toEqual(['GetItem', 'GetItem', ...queries])
})
