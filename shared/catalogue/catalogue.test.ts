import * as fc from 'fast-check'
import { RUNS } from '../test-support/runs.ts'
import { type TrackDefinition, themeDefinitions, trackDefinitions } from './curriculum.ts'
import { examPath, paperPath, parseExamPath, parsePaperPath } from './page-path.ts'
import {
  parseSubjectDocumentId,
  parseSubjectId,
  SUBJECT_PARTS,
  subjectDocumentId,
  subjectYears,
} from './subjects.ts'
import { chapterTitle, EXAM_SESSIONS, TRACK_CODES, type TrackCode } from './tracks.ts'

test.each<[TrackCode, string, number, string | undefined]>([
  ['SM', 'electricite', 4, 'RLC forcé'],
  ['PC', 'electricite', 4, "Modulation d'amplitude"],
  ['SVT', 'electricite', 4, undefined],
  ['SM', 'ondes', 0, undefined],
  ['SVT', 'electrolyse', 1, undefined],
  ['SM', 'astronomie', 1, undefined],
])('finds chapter %s/%s/%d: %s', (track, theme, number, title) => {
  expect(chapterTitle(track, theme, number)).toBe(title)
})

test('a track leaves out only chapters that its theme has', () => {
  for (const { themes } of trackDefinitions as readonly TrackDefinition[])
    for (const { slug, chapters: all } of themeDefinitions)
      expect(all).toEqual(expect.arrayContaining([...(themes[slug]?.without ?? [])]))
})

test.each([
  [['A', 'B'], 'les deux filières : A et B', 'A ou B'],
  [['A', 'B', 'C'], 'les trois filières : A, B et C', 'A, B ou C'],
  [['A', 'B', 'C', 'D', 'E', 'F', 'G'], 'les 7 filières : A, B, C, D, E, F et G', 'A, B, C, D, E, F ou G'],
])('names the tracks %j in sentences', async (codes, all, one) => {
  vi.resetModules()
  vi.doMock('./curriculum.ts', () => ({
    themeDefinitions,
    trackDefinitions: codes.map((code) => ({ code })),
  }))
  const { countTracks, enumerateTracks } = await import('./tracks.ts')
  expect(`les ${countTracks()} filières : ${enumerateTracks('et')}`).toBe(all)
  expect(enumerateTracks('ou')).toBe(one)
})

test('gives a paper a readable address, and reads papers back from their page and examination', () => {
  expect(paperPath({ track: 'SM', year: '2023', session: 'Normale' })).toBe('/sujets-bac/sm/2023-normale')
  for (const track of TRACK_CODES)
    for (const session of EXAM_SESSIONS) {
      const paper = { track, year: '2023', session }
      expect([parsePaperPath(paperPath(paper)), parseExamPath(examPath(paper))]).toEqual([paper, paper])
      expect([parsePaperPath(examPath(paper)), parseExamPath(paperPath(paper))]).toEqual([null, null])
    }
})

test.each([
  '/sujets-bac/SM/2023-normale',
  '/sujets-bac/sm/23-normale',
  '/sujets-bac/xx/2023-normale',
  '/sujets-bac/sm/2023-normale/1',
  '/x/sujets-bac/sm/2023-normale',
  '/sujets-bac/sm/2023-normale\n',
])('%j is not the page of a paper', (path) => {
  expect(parsePaperPath(path)).toBeNull()
})

test.each([
  { stored: [], newest: '2025', rows: 18 },
  { stored: ['2024', '2026'], newest: '2026', rows: 19 },
])('years with $stored stored: $newest down to 2008', ({ stored, newest, rows }) => {
  const years = subjectYears(stored.map((year) => ({ year })))
  expect(years).toHaveLength(rows)
  expect(years[0]).toBe(newest)
  expect(years.at(-1)).toBe('2008')
  expect(years).toEqual(years.toSorted().toReversed())
})

const keys = fc.record({
  track: fc.constantFrom(...TRACK_CODES),
  year: fc.stringMatching(/^\d{4}$/),
  session: fc.constantFrom(...EXAM_SESSIONS),
})

test('derives an id from a paper and its documents, and each from its id', () => {
  expect(
    SUBJECT_PARTS.map((part) => subjectDocumentId({ track: 'SM', year: '2024', session: 'Normale' }, part)),
  ).toEqual(['bac-SM-2024-Normale', 'bac-SM-2024-Normale-correction', 'bac-SM-2024-Normale-video'])
  fc.assert(
    fc.property(keys, fc.constantFrom(...SUBJECT_PARTS), (subject, part) => {
      const id = subjectDocumentId(subject, part)
      expect(parseSubjectDocumentId(id)).toEqual({ subject, part })
      expect(parseSubjectId(id)).toEqual(part === 'statement' ? subject : null)
    }),
    RUNS,
  )
})

test.each([
  'bac-SM-2023-Normale-statement',
  'bac-SM-2023-Normale-correction-video',
  'bac-SM-2023-Normale-correction\n',
  '',
  'bac-XX-2023-Normale',
  'bac-SM-23-Normale',
  'bac-SM-2023-Normale ',
  'bac-SM-2023-Normale\n',
  'x-bac-SM-2023-Normale',
])('refuses %j as an id of a subject or its document', (id) => {
  expect([parseSubjectId(id), parseSubjectDocumentId(id)]).toEqual([null, null])
})
