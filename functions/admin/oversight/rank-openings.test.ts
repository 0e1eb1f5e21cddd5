import { subjectId, subjectYears } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { type Rankings, rankOpenings } from '#shared/contract/admin/openings.ts'
import { getOverview } from '#shared/contract/admin/overview.ts'
import { deleteResource } from '#shared/contract/admin/resources.ts'
import { blockEmail, unblockEmail } from '#shared/contract/admin/security.ts'
import { deleteUser, setPremium } from '#shared/contract/admin/users.ts'
import { daysBefore, lastMondays, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../../test-support/content.ts'
import { storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'
import { rankContent } from './rank-openings.ts'

const paper = subjectFixture({ track: 'SM', year: '2023', session: 'Normale' })
const parts = { correction: subjectDocumentFixture(), video: subjectDocumentFixture() }
const filmed = subjectFixture({ track: 'PC', year: '2022', session: 'Rattrapage', ...parts })
const rc = { track: 'SM', theme: 'electricite', chapter: 'Dipôle RC' } as const
const sheet = resourceFixture({ ...rc, title: 'Énoncé RC' })
const film = resourceFixture({ ...rc, title: 'Vidéo RC', type: 'video' })
const coming = resourceFixture({ ...rc, chapter: 'Dipôle RL', type: 'video', file: { kind: 'coming-soon' } })
const titles = (ranked: readonly { title: string }[]) => ranked.map(({ title }) => title)

describe('a ranking', () => {
  const rankedBy = (sums: Record<string, number>) =>
    rankContent(new Map(Object.entries(sums)), [paper, filmed], [sheet, film, coming])

  test('adds the openings of all documents of a paper, and of a chapter', () => {
    const { papers, chapters, videos } = rankedBy({
      'bac-SM-2023-Normale': 4,
      'bac-PC-2022-Rattrapage': 2,
      'bac-PC-2022-Rattrapage-correction': 2,
      'bac-PC-2022-Rattrapage-video': 1,
      [sheet.id]: 1,
      [film.id]: 3,
      deleted: 90,
    })
    const [pc, sm] = ['/sujets-bac/pc/2022-rattrapage', '/sujets-bac/sm/2023-normale']
    expect(papers.opened).toEqual([
      { title: 'Bac PC 2022 - Session Rattrapage', track: 'PC', path: pc, openings: 5 },
      { title: 'Bac SM 2023 - Session Normale', track: 'SM', path: sm, openings: 4 },
    ])
    expect(chapters.opened).toEqual([
      { title: 'Dipôle RC', track: 'SM', path: '/science-math/electricite/1', openings: 4 },
    ])
    expect(videos.opened).toMatchObject([
      { title: 'Vidéo RC', openings: 3 },
      { title: 'Bac PC 2022 - Session Rattrapage - Vidéo', openings: 1 },
    ])
  })

  test('shows the ten most opened, equal ones by title, and counts the others', () => {
    const films = Array.from({ length: 140 }, (_, index) =>
      resourceFixture({ ...rc, type: 'video', title: `Vidéo ${String(index).padStart(3, '0')}` }),
    )
    const sums = new Map(films.slice(0, 20).map(({ id }) => [id, 1]))
    const { videos } = rankContent(sums, [], films.toReversed())
    expect(titles(videos.opened)).toEqual(Array.from({ length: 10 }, (_, index) => `Vidéo 00${index}`))
    expect(videos.unopened).toHaveLength(100)
    expect(videos.unopenedCount).toBe(120)
  })
})

test('the route counts the openings of 7, 30 and 365 Moroccan days', async () => {
  const site = await startSite()
  onTestFinished(() => site.stop())
  const { asOwner } = await createAdministration(site)
  await site.stores.subjects.putAll([paper])
  const now = new Date()
  const openings = site.stores.openings
  for (const age of [0, 6, 7, 29, 30, 364, 365])
    await openings.count(subjectId(paper), new Date(`${daysBefore(moroccanDay(now), age)}T12:00:00Z`))
  const opened = async (query: Record<string, string>) =>
    ((await asOwner(rankOpenings, { query })).json as Rankings).papers.opened[0]?.openings
  expect([await opened({ days: '7' }), await opened({}), await opened({ days: '365' })]).toEqual([2, 4, 6])

  // 23:30 UTC is the next Moroccan day.
  await openings.count('late', new Date('2026-05-05T23:30:00.000Z'))
  const sumOn = async (at: string) => (await openings.sumLastDays(new Date(at), 1)).get('late')
  expect(await sumOn('2026-05-06T00:30:00.000Z')).toBe(1)
  expect(await sumOn('2026-05-05T12:00:00.000Z')).toBeUndefined()
})

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const read = async () => (await admin.asOwner(getOverview)).json
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
  const set = ({ id }: User, body: object) => admin.asOwner(setPremium, { params: { id }, body })
  for (const user of [first, second, third]) await set(user, { isPremium: true })
  // A change of the end date is no activation; Premium that is taken stays counted.
  await set(first, { isPremium: true, until: null })
  await set(second, { isPremium: false })
  await admin.asOwner(blockEmail, { body: { email: third.email, reason: 'Fraude' } })

  const resources = [resourceFixture(), resourceFixture({ year: '2021' })]
  for (let times = 0; times < 2; times += 1) await site.stores.resources.putAll(resources)
  await admin.asOwner(deleteResource, { params: { id: resources[0]?.id ?? '' } })
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

  await admin.asOwner(unblockEmail, { params: { email: third.email } })
  expect((await read()).premium).toBe(2)
  await admin.asOwner(deleteUser, { params: { id: first.id } })
  expect(await read()).toMatchObject({ users: Number(after.users), premium: 1 })
})
