import { subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { routes } from '#shared/contract/routes.ts'
import { lastMondays, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { resourceFixture, subjectFixture } from '../../test-support/content.ts'
import { storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const read = async () => (await admin.asOwner(routes.getOverview)).json
const weekOf = (overview: Record<string, unknown>, index: number) =>
  (overview.weeks as { week: string; signUps: number; activations: number }[]).at(index)

test('counts users, sign-ups, activations and content', async () => {
  const now = new Date()
  const threeWeeksAgo = new Date(now.getTime() - 21 * 86_400_000).toISOString()
  const before = await read()
  expect(before).toMatchObject({ users: 1, newReports: 0, documentsCheckedAt: null, isOfferOver: false })
  expect(before.missingSubjects).toHaveLength(TRACK_CODES.length * 18 * 2)
  const weeks = (before.weeks as { week: string }[]).map(({ week }) => week)
  expect(weeks).toEqual(lastMondays(moroccanDay(now), 12))
  const { table } = site.store
  const ended = { isPremium: true, premiumUntil: '2020-01-01' }
  const [first, second, third] = [await storeUser(table), await storeUser(table), await storeUser(table)]
  for (const changes of [{ createdAt: threeWeeksAgo }, ended]) await storeUser(table, changes)
  const set = ({ id }: User, body: object) => admin.asOwner(routes.setPremium, { params: { id }, body })
  for (const user of [first, second, third]) await set(user, { isPremium: true })
  // A change of the end date is no activation; Premium that is taken stays counted.
  await set(first, { isPremium: true, until: null })
  await set(second, { isPremium: false })
  await admin.asOwner(routes.blockEmail, { body: { email: third.email, reason: 'Fraude' } })

  const resources = [resourceFixture(), resourceFixture({ year: '2021' })]
  for (let times = 0; times < 2; times += 1) await site.stores.resources.putAll(resources)
  await admin.asOwner(routes.deleteResource, { params: { id: resources[0]?.id ?? '' } })
  const papers = subjectYears([]).flatMap((year) =>
    EXAM_SESSIONS.map((session) => subjectFixture({ track: 'SM', year, session })),
  )
  const newest = subjectFixture({ track: 'PC', year: '2026', session: 'Normale' })
  await site.stores.subjects.putAll([...papers, newest])
  const health = site.stores.documentHealth
  await health.markBroken({ id: 'x', title: 'X', fault: 'missing', detail: null, since: threeWeeksAgo })
  await health.endRound(now)

  const after = await read()
  expect(after).toMatchObject({
    users: Number(before.users) + 4,
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

  await admin.asOwner(routes.unblockEmail, { params: { email: third.email } })
  expect((await read()).premium).toBe(2)
  await admin.asOwner(routes.deleteUser, { params: { id: first.id } })
  expect(await read()).toMatchObject({ users: Number(after.users), premium: 1 })
})
