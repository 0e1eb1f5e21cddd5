import * as v from 'valibot'
import { type Actor, actorLabel, isLegitimateActor } from './audit-entry.ts'
import { Exercise, Exercises } from './exercise.ts'
import { UNKNOWN_CONTENT } from './file.ts'
import { AnswerText, PublishedText } from './question.ts'
import { sampleExercise, sampleSubject } from './samples.ts'
import { publicSubject, Subject } from './subject.ts'

test.each<[field: string, accepted: unknown[], refused: unknown[]]>([
  ['number', [1, 12], [0, 13, 1.5, '1']],
  ['title', ['a', 'a'.repeat(120)], ['', ' ', 'a'.repeat(121)]],
  ['points', [0.25, 7.75, 20], [0, 0.1, 20.25, -1, Number.NaN]],
  [
    'chapters',
    [[], [1, 2, 3, 4, 1, 1].map((chapter) => ({ theme: 'ondes', chapter }))],
    [[{ theme: 'ondes' }]],
  ],
  ['page', [null, 1, 500], [0, 501, 2.5]],
  ['correctionPage', [null, 1, 500], [0, 501]],
  ['videoSeconds', [null, 0, 36_000], [-1, 36_001]],
])('the %s of an exercise has its bounds', (field, accepted, refused) => {
  const isExercise = (value: unknown) => v.is(Exercise, { ...sampleExercise, [field]: value })
  for (const value of accepted) expect([value, isExercise(value)]).toEqual([value, true])
  for (const value of refused) expect([value, isExercise(value)]).toEqual([value, false])
})

const numbered = (...numbers: number[]) => numbers.map((number) => ({ ...sampleExercise, number }))

test('sorts the exercises of a paper by their numbers', () => {
  expect(v.parse(Exercises, numbered(3, 1, 2)).map(({ number }) => number)).toEqual([1, 2, 3])
})

test.each([
  ['two exercises with one number', numbered(1, 1), 'Deux exercices portent le même numéro'],
  ['a thirteenth exercise', numbered(...Array(13).fill(1)), 'Un sujet a 12 exercices au plus'],
])('refuses %s', (_, exercises, message) => {
  const { issues = [] } = v.safeParse(Exercises, exercises, { abortPipeEarly: true })
  expect(issues.map((issue) => issue.message)).toContain(message)
})

test('reads a subject that was stored with its statement only', () => {
  const { isFree: _, correction: __, video: ___, ...stored } = sampleSubject
  expect(v.parse(Subject, stored)).toEqual({ ...stored, isFree: false, correction: null, video: null })
})

test('the public view of a subject has neither file references nor fields for owners', () => {
  const correction = { file: sampleSubject.file, version: 'c-1', ...UNKNOWN_CONTENT, size: 9, pages: 2 }
  const stored: Subject = { ...sampleSubject, correction, correctionCorrectedOn: '2026-02-01' }
  const paper = { id: 'bac-SM-2024-Normale', track: 'SM', year: '2024', session: 'Normale' }
  const has = { isFree: false, hasFile: true, hasCorrection: true, hasVideo: false }
  const documents = { size: 1_234_567, pages: 6, correction: { size: 9, pages: 2 }, video: null }
  const corrected = { correction: '2026-02-01' }
  expect(publicSubject(stored)).toEqual({ ...paper, ...has, ...documents, corrected })
  expect(publicSubject(sampleSubject)).not.toHaveProperty('corrected')
})

test.each([
  'Appelez le 06 12 34 56 78',
  'Tél : 0612345678.',
  'Tél : \u0660\u0666\u0661\u0662\u0663\u0664\u0665\u0666\u0667\u0668',
  '+212 6-12-34-56-78',
  '00212712345678',
  'salma@exemple.test',
  'insta : @salma',
])('refuses to publish %s', (text) => {
  expect(v.is(PublishedText, text)).toBe(false)
})

test.each([
  'Pourquoi $v = 3{,}00 \\times 10^8$ et non 299 792 458 ?',
  'h = 6,0512345678 ou 1.0612345678 ?',
  'Exercice 06, page 12 : 34 56',
  "À l'instant t @ 20 °C",
  '',
])('publishes %s', (text) => {
  expect(v.parse(PublishedText, text)).toBe(text)
})

test('keeps line breaks, tabs, emoji and Arabic, and no character that hides or reverses text', () => {
  const kept = 'a\n\tλ 🎓 \u200Fالسلام'
  expect(v.parse(AnswerText, `\u0000${kept}\r\u202E\u2066b\u007F`)).toBe(`${kept}b`)
  expect(v.is(AnswerText, '\u202E \u0000')).toBe(false)
})

const owners = ['premiere@exemple.test']

test.each<[Actor, string, boolean]>([
  [{ type: 'system' }, 'SYSTEM', true],
  [{ type: 'admin', email: 'premiere@exemple.test' }, 'premiere@exemple.test', true],
  [{ type: 'admin', email: 'autre@exemple.test' }, 'autre@exemple.test', false],
  // An account with this address is not the system.
  [{ type: 'admin', email: 'SYSTEM' }, 'SYSTEM', false],
])('%j is shown as %s, legitimate: %s', (actor, label, isLegitimate) => {
  expect(actorLabel(actor)).toBe(label)
  expect(isLegitimateActor(actor, owners)).toBe(isLegitimate)
})
