import { expect, test } from 'vitest'
import { chapterPages, publicPages } from '#shared/catalogue/pages.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import type { ChapterNumber } from '#shared/entities/exercise.ts'
import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'
import { sampleExercise } from '#shared/entities/samples.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { searchFile } from './search-entries.ts'
import { catalogueEntries, createFind } from './search-index.ts'

const subjects = TRACK_CODES.flatMap((track) =>
  EXAM_SESSIONS.flatMap((session) =>
    ['2019', '2023'].map((year) =>
      createSample(SubjectItem, {
        id: subjectId({ track, year, session }),
        track,
        year,
        session,
        hasCorrection: year === '2023',
        hasVideo: false,
      }),
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
const sheets: PublishedContent['sheets'] = new Map([
  [
    'SVT/nucleaire/1',
    {
      html: '<h3>Loi de décroissance</h3>\n<p>La <strong>demi-vie <math><mi>demitemps</mi></math> &amp; l’activité</strong> ne dépend pas de la température.</p>',
      updatedAt: '2026-01-01T00:00:00.000Z',
    },
  ],
])
const videos = [
  createSample(VideoItem, {
    id: 'v1',
    title: 'L’essentiel en dix minutes',
    chapter: 'Dipôle RC',
    track: 'SM',
  }),
]
const exercise = (title: string, chapter: ChapterNumber, number = 1) => ({
  ...sampleExercise,
  number,
  title,
  chapters: [chapter],
})
const TITRATION = { theme: 'dosage-acide-base', chapter: 1 } as const
const PROJECTILE = { theme: 'mecanique', chapter: 3 } as const
const exercises: PublishedContent['exercises'] = new Map([
  [
    'bac-SM-2023-Normale',
    [exercise("Dosage d'un vinaigre", TITRATION), exercise('Tir au but', PROJECTILE, 2)],
  ],
  ['bac-PC-2019-Rattrapage', [exercise('Service au tennis', PROJECTILE, 4)]],
])
const { entries } = searchFile({ subjects, exercises, chapters, sheets, videos })
const find = createFind(entries)
const addresses = (query: string) => find(query).entries.map(({ to }) => to)

test.each<[string, string]>([
  ['bac sm 2023 physique rattrapage correction', '/sujets-bac/sm/2023-rattrapage'],
  ['examen national svt 2019 session normale', '/sujets-bac/svt/2019-normale'],
  ['bac pc 2019 2eme session', '/sujets-bac/pc/2019-rattrapage'],
  ['dipole rc exercice 2023 normale', '/science-math/electricite/1?annee=2023&session=Normale'],
  ['corrigé rc rattrapage', '/science-math/electricite/1?annee=2023&session=Rattrapage'],
  ['rlc libre sm', '/science-math/electricite/3'],
  ['esterificasion', '/science-math/chimie-organique/1'],
  ['essentiel', '/videos-gratuites#v1'],
  ['vinaigre', '/sujets-bac/sm/2023-normale?exercice=1'],
  ['projectile tennis', '/sujets-bac/pc/2019-rattrapage?exercice=4'],
  ['exercice projectile 2023 sm', '/sujets-bac/sm/2023-normale?exercice=2'],
])('%j finds %s first', (query, first) => {
  expect(addresses(query)[0]).toBe(first)
})

test('an exercise names its paper, and is found by its chapter after the chapter itself', () => {
  const [first, ...others] = find('titrage sm').entries
  expect(first?.to).toBe('/science-math/dosage-acide-base/1')
  expect(others.map(({ title, detail }) => [title, detail])).toEqual([
    ["Dosage d'un vinaigre", 'Bac SM 2023 - Session Normale, exercice 1, page 2, 3,25\u00a0points'],
  ])
})

test('a sheet is found by its headings and what is bold in it, after the chapter itself', () => {
  for (const query of ['demi-vie', 'loi de decroissance', 'activite svt'])
    expect(addresses(query)[0]).toBe('/svt/nucleaire/1#fiche')
  expect(addresses('fiche décroissance radioactive')[0]).toBe('/svt/nucleaire/1#fiche')
  expect(addresses('décroissance radioactive svt')).toEqual(['/svt/nucleaire/1', '/svt/nucleaire/1#fiche'])
  for (const query of ['demitemps', 'température']) expect(addresses(query)).toEqual([])
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
