import { subjectId } from '#shared/catalogue/subjects.ts'
import { type Rankings, rankOpenings } from '#shared/contract/admin/openings.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../../test-support/content.ts'
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
