import type { FinalAnswer } from '../../entities/exercise-help.ts'
import { factorBetween, parseUnit } from './units.ts'

export type NumberAnswer = Extract<FinalAnswer, { kind: 'number' }>

/** Result of a check: `wrongUnit` for a unit of another kind, `unreadable` for a text that is no number. */
export type Verdict = 'right' | 'wrong' | 'wrongUnit' | 'unreadable'

const POWER = /[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]+/gu
const MINUS = /[\u2010-\u2015\u2212\u207b]/gu
const TIMES = /[×⋅∙•✕*]/gu

/** A number with its power of ten, and what follows it: '1 200,5', '1.2e-3', '2.10-3', '1,2·10^-3 V', '10^4'. */
const NUMBER =
  /^(?<sign>[+-]?) *(?:10 *\^ *(?<alone>[+-]?\d{1,3})|(?<whole>\d{1,3}(?: \d{3})+(?!\d)|\d+)(?:[.,](?<decimals>\d+(?: \d{3})*)(?!\d| *\^|[+-]\d))?(?:[eE](?<e>[+-]?\d{1,3})| *[·.x]? *10 *\^ *(?<power>[+-]?\d{1,3})| *[·.x] *10(?<plain>[+-]?\d{1,2}))?)(?!\d) *(?<unit>.*)$/u

/** Difference that comes from computing in binary, as a share of the value. */
const BINARY_ERROR = 1e-9

/** Checks a student's number against the answer, with the answer's tolerance. Its unit may be left out. */
export function checkNumber({ value, unit, tolerance }: NumberAnswer, text: string): Verdict {
  const given = parseQuantity(text)
  const expected = parseUnit(plainText(unit))
  if (!given || !expected) return 'unreadable'
  let factor: number | null = 1
  if (given.unit !== '') {
    const of = parseUnit(given.unit)
    if (!of) return 'unreadable'
    factor = factorBetween(of, expected)
  }
  if (factor === null) return 'wrongUnit'
  const allowed = Math.abs(value) * (tolerance / 100 + BINARY_ERROR)
  return Math.abs(given.value * factor - value) <= allowed ? 'right' : 'wrong'
}

/** Parses a number and the text of its unit, as students and owners write them; null for what is no number. */
export function parseQuantity(text: string): { value: number; unit: string } | null {
  const parts = NUMBER.exec(plainText(text))?.groups
  if (!parts) return null
  const { sign = '', alone, whole = '1', decimals = '', e, power, plain, unit = '' } = parts
  const digits = `${sign}${whole}.${decimals}`.replaceAll(' ', '')
  const value = Number(`${digits}e${alone ?? e ?? power ?? plain ?? '0'}`)
  return Number.isFinite(value) ? { value, unit: unit.trim() } : null
}

/** Returns a text with plain digits, minus signs, blanks, points of multiplication and powers: '10⁻³' gives '10^-3'. */
function plainText(text: string): string {
  return text
    .replaceAll(POWER, (power) => `^${power}`)
    .normalize('NFKC')
    .replaceAll(MINUS, '-')
    .replaceAll(TIMES, '·')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}
