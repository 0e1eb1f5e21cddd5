import { expect, test } from 'vitest'
import { chapterPages, publicPages } from '#shared/catalogue/pages.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { catalogueEntries } from './catalogue-entries.ts'
import { groupByKind } from './result-groups.ts'
import { searchFile } from './search-entries.ts'
import { createFind } from './search-index.ts'

const subjects = TRACK_CODES.flatMap((track) =>
  EXAM_SESSIONS.flatMap((session) =>
    ['2019', '2023'].map((year) =>
      createSample(SubjectItem, { track, year, session, hasCorrection: year === '2023', hasVideo: false }),
    ),
  ),
)
const item = { year: '2023', session: 'Normale', available: true } as const
const chapters: PublishedContent['chapters'] = {
  'SM/electricite/1': [
    createSample(ChapterItem, { ...item, resourceType: 'correction', type: 'video' }),
    createSample(ChapterItem, { ...item, resourceType: 'exercise', type: 'pdf' }),
    createSample(ChapterItem, { ...item, session: 'Rattrapage', resourceType: 'exercise', type: 'pdf' }),
    createSample(ChapterItem, { ...item, year: '2024', available: false }),
  ],
}
const videos = [
  createSample(VideoItem, {
    id: 'v1',
    title: 'L’essentiel en dix minutes',
    chapter: 'Dipôle RC',
    track: 'SM',
  }),
]
const { entries } = searchFile({ subjects, chapters, videos })
const find = createFind(entries)
const addresses = (query: string) => find(query).entries.map(({ to }) => to)

test.each<[string, string]>([
  ['bac sm 2023 physique rattrapage correction', '/sujets-bac/sm/2023-rattrapage'],
  ['sujet 2019 rattrapage pc', '/sujets-bac/pc/2019-rattrapage'],
  ['examen national svt 2019 session normale', '/sujets-bac/svt/2019-normale'],
  ['bac pc 2019 2eme session', '/sujets-bac/pc/2019-rattrapage'],
  ['dipole rc', '/science-math/electricite/1'],
  ['dipole rc exercice 2023 normale', '/science-math/electricite/1?annee=2023&session=Normale'],
  ['corrigé rc rattrapage', '/science-math/electricite/1?annee=2023&session=Rattrapage'],
  ['oscilateur', '/science-math/mecanique/7'],
  ['rlc libre sm', '/science-math/electricite/3'],
  ['esterificasion', '/science-math/chimie-organique/1'],
  ['essentiel', '/videos-gratuites#v1'],
])('%j finds %s first', (query, first) => {
  expect(addresses(query)[0]).toBe(first)
})

test("'onde mecanique' finds the chapter of every track before its longer neighbour", () => {
  const titles = find('onde mecanique').entries.map(({ title }) => title)
  expect(titles.slice(0, TRACK_CODES.length)).toEqual(TRACK_CODES.map(() => 'Ondes mécaniques progressives'))
})

test("'2nd session' finds the papers of every second session, and no other", () => {
  const papers = find('2nd session').entries.filter(({ kind }) => kind === 'subject')
  expect(papers).toHaveLength(2 * TRACK_CODES.length)
  expect(papers.every(({ to }) => to.endsWith('rattrapage'))).toBe(true)
})

test('a paper without a correction is a partial match for a query with a correction', () => {
  const found = find('bac sm 2019 rattrapage correction')
  expect(found.isPartial).toBe(true)
  expect(found.entries[0]?.to).toBe('/sujets-bac/sm/2019-rattrapage')
})

test('an exam of a chapter is one entry with its available documents', () => {
  expect(
    entries.filter(({ kind }) => kind === 'exercise').map(({ title, detail }) => [title, detail]),
  ).toEqual([
    ['Dipôle RC - 2023 Normale', 'Énoncé, Corrigé, Vidéo'],
    ['Dipôle RC - 2023 Rattrapage', 'Énoncé'],
  ])
})

test('shows the best results of a kind and their total', () => {
  const [first] = groupByKind(find('chapitre svt')).groups
  expect([first?.kind, first?.total, first?.shown.length]).toEqual(['chapter', 20, 8])
})

test('every chapter and theme has an entry that leads to a page of the site', () => {
  const known = catalogueEntries().map(({ to }) => to)
  expect(new Set(known).size).toBe(known.length)
  for (const [theme, count] of Object.entries(chapterPages))
    for (let number = 1; number <= count; number++) expect(known).toContain(`${theme}/${number}`)
  const themes = known.filter((address) => address.includes('#'))
  expect(themes).toHaveLength(Object.keys(chapterPages).length)
  for (const address of themes) expect(publicPages).toContain(address.split('#')[0])
})
