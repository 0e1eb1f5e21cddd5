import { expect, test } from 'vitest'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { chapterPages, publicPages } from '#shared/catalogue/pages.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { index } from './find.ts'
import { catalogueEntries, search, subjectEntries } from './search-entries.ts'

const subjects = TRACK_CODES.flatMap((track) =>
  EXAM_SESSIONS.flatMap((session) =>
    ['2019', '2023'].map((year) => ({
      id: `bac-${track}-${year}-${session}`,
      track,
      year,
      session,
      hasFile: true,
      size: null,
      pages: null,
      isFree: false,
      hasCorrection: false,
      hasVideo: false,
      correction: null,
      video: null,
    })),
  ),
)
const entries = [...catalogueEntries(), ...subjectEntries(subjects)].map(index)
const found = (query: string) =>
  search(entries, query).map(({ kind, shown, total }) => [kind, total, shown.map(({ to }) => to)])

test.each<[string, unknown]>([
  ['rlc libre sm', [['chapter', 1, ['/science-math/electricite/3']]]],
  ['sujet 2019 rattrapage pc', [['subject', 1, ['/sujets-bac/pc#2019-rattrapage']]]],
  [
    '2023',
    [
      [
        'subject',
        2 * TRACK_CODES.length,
        ['normale', 'rattrapage']
          .flatMap((session) => TRACK_CODES.map((track) => `${subjectsPath(track)}#2023-${session}`))
          .slice(0, 8),
      ],
    ],
  ],
  [
    'électrolyse science physique',
    [
      ['theme', 1, ['/science-physique#electrolyse']],
      ['chapter', 1, ['/science-physique/electrolyse/1']],
    ],
  ],
])('%j', (query, expected) => {
  expect(found(query)).toEqual(expected)
})

test('shows the best results of a kind and their total', () => {
  const [[kind, total, shown] = []] = found('chapitre svt')
  expect([kind, total, (shown as string[]).length]).toEqual(['chapter', 20, 8])
})

test('the kind of the best result comes first', () => {
  expect(search(entries, 'mecanique pc').map(({ kind }) => kind)).toEqual(['theme', 'chapter'])
})

test('every chapter and theme has an entry that leads to a page of the site', () => {
  const addresses = catalogueEntries().map(({ to }) => to)
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const [theme, count] of Object.entries(chapterPages))
    for (let number = 1; number <= count; number++) expect(addresses).toContain(`${theme}/${number}`)
  const themes = addresses.filter((address) => address.includes('#'))
  expect(themes).toHaveLength(Object.keys(chapterPages).length)
  for (const address of themes) expect(publicPages).toContain(address.split('#')[0])
})
