import {
  askedSeconds,
  chapterSubject,
  namesIn,
  questionExpiry,
  stillOpen,
  withoutQuestion,
} from './questions.ts'

const now = new Date('2026-11-26T10:00:00.000Z')
const seconds = (at: string) => askedSeconds(`${at}T10:00:00.000Z`)

test.each([
  [null, []],
  [
    ['2026-11-01', '2026-11-26'],
    ['2026-11-01', '2026-11-26'],
  ],
  [['2025-11-20', '2025-11-27'], ['2025-11-27']],
])('counts %j as %j on 26 November 2026', (noted, open) => {
  expect(stillOpen(noted && noted.map(seconds), now)).toEqual(open.map(seconds))
})

test.each([
  [null, null],
  [['2026-11-01'], null],
  [
    ['2026-11-01', '2026-11-01', '2026-11-02'],
    ['2026-11-01', '2026-11-02'],
  ],
  [['2026-11-02'], ['2026-11-02']],
])('takes one question of 1 November out of %j: %j', (noted, left) => {
  const taken = withoutQuestion(noted && noted.map(seconds), { createdAt: '2026-11-01T10:00:00.500Z' })
  expect(taken).toEqual(left && left.map(seconds))
})

test('keeps a question for 365 days after its day', () => {
  expect(new Date(questionExpiry('2026-01-01T23:00:00.000Z') * 1_000).toISOString()).toBe(
    '2027-01-01T00:00:00.000Z',
  )
})

test.each([
  ['SM/ondes/1', 'Ondes mécaniques progressives (SM)'],
  ['SM/ondes/99', null],
])('names the chapter %s %s', (chapter, title) => {
  expect(chapterSubject(chapter)).toBe(title)
})

test.each([
  { text: 'Salma demande : Salma ?', email: 'salma.benali@exemple.test', names: ['Salma'] },
  { text: 'Merci, Médîna BENALI', email: 'medinabenali04@exemple.test', names: ['Médîna'] },
  { text: 'Ali ne comprend pas, elle non plus', email: 'ali_isabelle@exemple.test', names: ['Ali'] },
  { text: 'La somme des forces', email: 'so@somme.test', names: [] },
  { text: '', email: '', names: [] },
])('finds $names in a text of $email', ({ text, email, names }) => {
  expect(namesIn(text, email)).toEqual(names)
})
