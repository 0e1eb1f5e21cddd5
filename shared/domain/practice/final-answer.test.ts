import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { anyText } from '../test-support/any-text.ts'
import { checkNumber, type NumberAnswer, parseQuantity, type Verdict } from './final-answer.ts'

const answer = (value: number, unit = '', tolerance = 1): NumberAnswer => {
  return { kind: 'number', value, unit, tolerance }
}
const volts = answer(1.2e-3, 'V')

test.each(
  [
    ['1,2e-3', '1.2E-3', '0,0012', '1.2·10^-3 V', '1,2×10^-3V', '1,2 × 10⁻³ V', '1,2 x 10^-3 V'],
    ['1,2*10^-3', '1.2.10^-3', '1,2.10-3 V', '1,2·10−3 V', '1,2 10^-3 V', '12.10^-4 V', '1200 µV'],
    ['1,2 mV', '1 200 μV', '1\u202f200 uV', '+1,2\u00a0mV', '  1,2  mV ', '１,２ mV'],
  ].flat(),
)('%s is 1.2 mV', (text) => {
  expect(checkNumber(volts, text)).toBe('right')
})

test.each<[text: string, verdict: Verdict]>([
  ['1,2', 'wrong'],
  ['1,2 V', 'wrong'],
  ['-1,2 mV', 'wrong'],
  ['1,25 mV', 'wrong'],
  ['1,2e3', 'wrong'],
  ['1,2 mA', 'wrongUnit'],
  ['1,2 mV/m', 'wrongUnit'],
  ['1,2 mv', 'wrongUnit'],
  ...['', 'V', 'environ 1,2', '1,2,3', '1 2', '1,2 V 3', '3/4', '1e999', '5^2'].map(
    (text): [string, Verdict] => [text, 'unreadable'],
  ),
])('%s is %s for 1.2 mV', (text, verdict) => {
  expect(checkNumber(volts, text)).toBe(verdict)
})

test.each<[value: number, unit: string, text: string, verdict: Verdict]>([
  [340, 'm/s', '340 m·s⁻¹', 'right'],
  [340, 'm/s', '340 m.s-1', 'right'],
  [340, 'm.s^-1', '1224 km/h', 'right'],
  [340, 'm/s', '340 m/s²', 'wrongUnit'],
  [340, 'm/s', '340 m', 'wrongUnit'],
  [0.1, 'mol/L', '0,1 mol.L⁻¹', 'right'],
  [0.1, 'mol/L', '100 mmol/L', 'right'],
  [0.1, 'mol/L', '0,1 mol·dm^-3', 'right'],
  [0.1, 'mol/L', '0,1 g/L', 'wrongUnit'],
  [9.8, 'm/s²', '9,8 N/kg', 'right'],
  [4180, 'J/(kg·K)', '4,18 kJ·kg⁻¹·K⁻¹', 'right'],
  [1e-3, 's', '1 ms', 'right'],
  [120, 's', '2 min', 'right'],
  [4.7e-7, 'F', '0,47 μF', 'right'],
  [1e4, 'Ω', '10 kΩ', 'right'],
  [1e4, 'ohm', '10^4 Ω', 'right'],
  [50, '%', '50 %', 'right'],
  [50, '%', '50', 'right'],
  [5730, 'ans', '5 730 ans', 'right'],
  [5730, 'ans', '5 730 s', 'wrongUnit'],
  [7, '', '7', 'right'],
  [7, '', '7 s', 'wrongUnit'],
  [0, 'V', '0 V', 'right'],
  [0, 'V', '0,1 V', 'wrong'],
  [1.6e-19, 'C', '1,6.10^-19 C', 'right'],
  [13.6, 'eV', '13,6eV', 'right'],
  [1e6, '', '10^6', 'right'],
])('for %d %s, %s is %s', (value, unit, text, verdict) => {
  expect(checkNumber(answer(value, unit), text)).toBe(verdict)
})

test.each<[tolerance: number, text: string, verdict: Verdict]>([
  [5, '105', 'right'],
  [5, '95', 'right'],
  [5, '105,1', 'wrong'],
  [0, '100', 'right'],
  [0, '100,01', 'wrong'],
])('with a tolerance of %d percent of 100, %s is %s', (tolerance, text, verdict) => {
  expect(checkNumber(answer(100, 'm', tolerance), text)).toBe(verdict)
})

/** The ways in which people write a mantissa and a power of ten. */
const SPELLINGS: readonly ((mantissa: string, power: number) => string)[] = [
  (mantissa, power) => `${mantissa}e${power}`,
  (mantissa, power) => `${mantissa}·10^${power}`,
  (mantissa, power) => `${mantissa} × 10^${power}`,
  (mantissa, power) =>
    `${mantissa}.10${String(power).replaceAll(/[-\d]/g, (sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(sign)] ?? '⁻')}`,
  (mantissa, power) => `${mantissa}⋅10^${String(power).replace('-', '−')}`,
]
const spelt = fc.record({
  hundredths: fc.integer({ min: 100, max: 999 }),
  power: fc.integer({ min: -30, max: 30 }),
  spell: fc.constantFrom(...SPELLINGS),
  comma: fc.constantFrom(',', '.'),
  sign: fc.constantFrom('', '-', '−'),
  unit: fc.constantFrom('', ' V', 'V', '\u202fV'),
})

test('accepts the value in every spelling, and refuses it beyond the tolerance', () => {
  fc.assert(
    fc.property(spelt, ({ hundredths, power, spell, comma, sign, unit }) => {
      const value = (sign === '' ? 1 : -1) * Number(`${hundredths / 100}e${power}`)
      const text = `${sign}${spell(String(hundredths / 100).replace('.', comma), power)}${unit}`
      expect(checkNumber(answer(value, 'V', 0), text)).toBe('right')
      expect(checkNumber(answer(value * 1.06, 'V', 5), text)).toBe('wrong')
      expect(checkNumber(answer(value * 1.04, 'V', 5), text)).toBe('right')
    }),
    RUNS,
  )
})

test('has a verdict on any text, and never calls one without a digit right', () => {
  const signs = fc.constantFrom(...' ,.eE+-·×^()/⁻²³xVms0123456789'.split(''))
  const noise = fc.oneof(anyText(20), fc.string({ unit: signs, maxLength: 20 }))
  fc.assert(
    fc.property(noise, fc.constantFrom('V', 'm/s', ''), (text, unit) => {
      const verdict = checkNumber(answer(12, unit), text)
      if (parseQuantity(text) === null) expect(verdict).toBe('unreadable')
      if (!/\p{N}/u.test(text.normalize('NFKC'))) expect(verdict).toBe('unreadable')
    }),
    RUNS,
  )
})
