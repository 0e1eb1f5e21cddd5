import * as fc from 'fast-check'
import { RUNS } from '../test-support/runs.ts'
import {
  parseSubjectDocumentId,
  parseSubjectId,
  SUBJECT_PARTS,
  subjectDocumentId,
  subjectTitle,
  subjectYears,
} from './subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from './tracks.ts'

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

test('names a subject by track, year and session', () => {
  expect(subjectTitle({ track: 'SVT', year: '2019', session: 'Rattrapage' })).toBe(
    'Bac SVT 2019 - Session Rattrapage',
  )
})
