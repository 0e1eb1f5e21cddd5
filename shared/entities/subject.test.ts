import * as fc from 'fast-check'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { parseSubjectId, subjectId, subjectTitle, subjectYears } from './subject.ts'

test.each([
  { stored: [], newest: '2025', rows: 18 },
  { stored: ['2010'], newest: '2025', rows: 18 },
  { stored: ['2025', '2008'], newest: '2025', rows: 18 },
  { stored: ['2024', '2026'], newest: '2026', rows: 19 },
  { stored: ['1999'], newest: '2025', rows: 18 },
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

test('an id tells which paper it is, both ways', () => {
  expect(subjectId({ track: 'SM', year: '2023', session: 'Normale' })).toBe('bac-SM-2023-Normale')
  fc.assert(fc.property(keys, (key) => expect(parseSubjectId(subjectId(key))).toEqual(key)))
})

test.each([
  '',
  'bac-SM-2023',
  'bac-XX-2023-Normale',
  'bac-SM-23-Normale',
  'bac-SM-2023-normale',
  'bac-SM-2023-Normale ',
  'bac-SM-2023-Normale\n',
  'x-bac-SM-2023-Normale',
])('%j is no id of a subject', (id) => expect(parseSubjectId(id)).toBeNull())

test('a subject is called by track, year and session', () => {
  expect(subjectTitle({ track: 'SVT', year: '2019', session: 'Rattrapage' })).toBe(
    'Bac SVT 2019 - Session Rattrapage',
  )
})
