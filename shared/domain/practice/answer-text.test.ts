import * as fc from 'fast-check'
import * as v from 'valibot'
import { FinalAnswer } from '../../entities/exercise-help.ts'
import { RUNS } from '../../test-support/runs.ts'
import { answerText, parseAnswer, parseTime, timeText } from './answer-text.ts'

test.each<[text: string, answer: FinalAnswer | undefined]>([
  [' ', undefined],
  ['0,1 mol/L ± 2,5 %', { kind: 'number', value: 0.1, unit: 'mol/L', tolerance: 2.5 }],
  ['1,6.10^-19 C', { kind: 'number', value: 1.6e-19, unit: 'C', tolerance: 5 }],
  ['50 % ± 0', { kind: 'number', value: 50, unit: '%', tolerance: 0 }],
  ['Oui\n* Non', { kind: 'choice', choices: ['Oui', 'Non'], right: 1 }],
  ['*Oui ; Non ; Parfois ;', { kind: 'choice', choices: ['Oui', 'Non', 'Parfois'], right: 0 }],
])('%j is read as %j', (text, answer) => {
  expect(v.parse(v.optional(FinalAnswer), parseAnswer(text))).toEqual(answer)
})

test.each([
  'cinq',
  '5e200',
  '5e-200',
  '5 ± beaucoup',
  '5 ± 60 %',
  '5 ± 1 ± 2',
  '* Seule',
  'Oui ; Non',
  '* Oui ; * Non',
])('%j is no answer', (text) => {
  expect(v.is(FinalAnswer, parseAnswer(text))).toBe(false)
})

test('reads the answers that it has written', () => {
  const number = fc.record({
    kind: fc.constant('number' as const),
    value: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e30, max: 1e30 }).filter(isPlain),
    unit: fc.constantFrom('', 'V', 'mol/L', 'm·s^-1', '%'),
    tolerance: fc.integer({ min: 0, max: 100 }).map((halves) => halves / 2),
  })
  const words = fc.constantFrom('Oui', 'Non', 'La réfraction', '3 | 4', 'a // b')
  const choice = fc
    .tuple(fc.array(words, { minLength: 2, maxLength: 5 }), fc.nat(4))
    .map(([choices, at]) => ({ kind: 'choice' as const, choices, right: at % choices.length }))
  fc.assert(
    fc.property(fc.oneof(number, choice), fc.constantFrom(' ; ', '\n'), (answer, separator) => {
      expect(v.parse(FinalAnswer, parseAnswer(answerText(answer, separator)))).toEqual(answer)
    }),
    RUNS,
  )
})

/** JSON has no negative zero, and the table no number as small as 1e-200. */
function isPlain(value: number): boolean {
  return Object.is(value, 0) || Math.abs(value) > 1e-100
}

test.each([
  ['0:05', 5],
  ['4:30', 270],
  ['75:00', 4500],
  ['1:02:05', 3725],
  ['4 min 30', 270],
  ['', null],
  ['430', Number.NaN],
  ['4:75', Number.NaN],
  ['1:75:00', Number.NaN],
])("'%s' in a video is %d s from its beginning", (text, seconds) => {
  expect(parseTime(text)).toEqual(seconds)
})

test('reads a time that it has written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 36_000 }), (seconds) => {
      expect(parseTime(timeText(seconds))).toBe(seconds)
    }),
    RUNS,
  )
})
