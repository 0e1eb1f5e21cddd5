import type { FinalAnswer } from '../../entities/exercise-help.ts'
import { plainDigits } from '../../entities/plain-digits.ts'

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

/** The unit may be left out. */
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
  return plainDigits(text)
    .replaceAll(POWER, (power) => `^${power}`)
    .normalize('NFKC')
    .replaceAll(MINUS, '-')
    .replaceAll(TIMES, '·')
    .replaceAll(/\s+/gu, ' ')
    .trim()
}

/** A unit as a factor and powers of basic units: 'km/h' is 1000/3600 of m^1 s^-1. */
type Unit = { factor: number; powers: ReadonlyMap<string, number> }

/** A named unit as a factor and basic units with powers. A unit that is not listed is a basic one of its own. */
const NAMED: Readonly<Record<string, readonly [factor: number, ...powers: (readonly [string, number])[]]>> = {
  N: [1000, ['g', 1], ['m', 1], ['s', -2]],
  J: [1000, ['g', 1], ['m', 2], ['s', -2]],
  W: [1000, ['g', 1], ['m', 2], ['s', -3]],
  Pa: [1000, ['g', 1], ['m', -1], ['s', -2]],
  bar: [1e8, ['g', 1], ['m', -1], ['s', -2]],
  C: [1, ['A', 1], ['s', 1]],
  V: [1000, ['g', 1], ['m', 2], ['s', -3], ['A', -1]],
  Ω: [1000, ['g', 1], ['m', 2], ['s', -3], ['A', -2]],
  S: [0.001, ['g', -1], ['m', -2], ['s', 3], ['A', 2]],
  F: [0.001, ['g', -1], ['m', -2], ['s', 4], ['A', 2]],
  H: [1000, ['g', 1], ['m', 2], ['s', -2], ['A', -2]],
  T: [1000, ['g', 1], ['s', -2], ['A', -1]],
  Hz: [1, ['s', -1]],
  L: [0.001, ['m', 3]],
  l: [0.001, ['m', 3]],
  h: [3600, ['s', 1]],
  min: [60, ['s', 1]],
  ohm: [1000, ['g', 1], ['m', 2], ['s', -3], ['A', -2]],
}
const BASIC = ['m', 's', 'g', 'A', 'K', 'mol', 'eV', 'Bq', 'rad']
const WITHOUT_PREFIX = ['h', 'min']
const PREFIXES: ReadonlyMap<string, number> = new Map(
  Object.entries({
    p: 1e-12,
    n: 1e-9,
    μ: 1e-6,
    u: 1e-6,
    m: 1e-3,
    c: 1e-2,
    d: 1e-1,
    h: 1e2,
    k: 1e3,
    M: 1e6,
    G: 1e9,
  }),
)
/** A sign, or a unit with its power: 'm', 's-1', 's^-2', 'mol'. */
const TOKEN = /([·.*/()])|([^\d\s·.,;=*/()^+-]+)(?:\^?([+-]?\d))?/gu

/** 'm/s²', 'm.s-2', 'J/(kg·K)', 'µF'. A slash divides by the next unit or parentheses. @returns null for no unit */
function parseUnit(text: string): Unit | null {
  let factor = 1
  const powers = new Map<string, number>()
  let [isDivided, isInParentheses] = [false, false]
  const rest = text.replaceAll(TOKEN, (_, sign?: string, symbol: string = '', power: string = '1') => {
    if (sign === '/') isDivided = true
    else if (sign === '(') isInParentheses = true
    else if (sign === ')') [isDivided, isInParentheses] = [false, false]
    else if (symbol !== '') {
      const exponent = Number(power) * (isDivided ? -1 : 1)
      const unit = findUnit(symbol)
      factor *= unit.factor ** exponent
      for (const [name, each] of unit.powers) powers.set(name, (powers.get(name) ?? 0) + each * exponent)
      isDivided &&= isInParentheses
    }
    return ''
  })
  if (rest.trim() !== '') return null
  return { factor, powers: new Map([...powers].filter(([, power]) => power !== 0)) }
}

/** Returns the factor from one unit to another of the same kind: 0.001 from mV to V; null for different kinds. */
function factorBetween(from: Unit, to: Unit): number | null {
  const isSame =
    from.powers.size === to.powers.size &&
    [...from.powers].every(([name, power]) => to.powers.get(name) === power)
  return isSame ? from.factor / to.factor : null
}

function findUnit(symbol: string): Unit {
  const exact = lookUp(symbol)
  if (exact) return exact
  const prefix = PREFIXES.get(symbol.slice(0, 1))
  const prefixed = symbol.slice(1)
  const unit = prefix !== undefined && !WITHOUT_PREFIX.includes(prefixed) ? lookUp(prefixed) : null
  if (unit && prefix !== undefined) return { ...unit, factor: unit.factor * prefix }
  return { factor: 1, powers: new Map([[symbol, 1]]) }
}

function lookUp(symbol: string): Unit | null {
  if (BASIC.includes(symbol)) return { factor: 1, powers: new Map([[symbol, 1]]) }
  if (!Object.hasOwn(NAMED, symbol)) return null
  const [factor, ...powers] = NAMED[symbol] as (typeof NAMED)[string]
  return { factor, powers: new Map(powers) }
}
