import type { FinalAnswer } from '../../entities/exercise-help.ts'
import { plainDigits } from '../../entities/plain-digits.ts'
import { type NumberAnswer, parseQuantity } from './final-answer.ts'

// The final answer of an exercise as owners write it: '0,1 mol/L ± 5 %', or 'La réfraction ; * La diffraction'.

const DEFAULT_TOLERANCE = 5
const RIGHT = '*'
const CHOICE_ENDS = /[;\n]/

/** '0,1 mol/L' */
function quantityText({ value, unit }: Pick<NumberAnswer, 'value' | 'unit'>): string {
  return `${decimalText(value)} ${unit}`.trim()
}

/** @param separator ' ; ' in a table of text, a line break in a form */
export function answerText(answer: FinalAnswer, separator = ' ; '): string {
  if (answer.kind === 'number') return `${quantityText(answer)} ± ${decimalText(answer.tolerance)} %`
  const { choices, right } = answer
  return choices.map((choice, at) => (at === right ? `${RIGHT} ${choice}` : choice)).join(separator)
}

/** An unreadable number becomes NaN, and a choice without exactly one star has no right one. */
export function parseAnswer(text: string): unknown {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  if (CHOICE_ENDS.test(trimmed) || trimmed.startsWith(RIGHT)) return parseChoice(trimmed)
  const [, quantity = '', percent] = /^([^±]*)(?:±([^±%]*)%?\s*)?$/.exec(trimmed) ?? []
  const { value, unit } = parseQuantity(quantity) ?? { value: Number.NaN, unit: '' }
  const tolerance = percent === undefined ? DEFAULT_TOLERANCE : (parseQuantity(percent)?.value ?? Number.NaN)
  return { kind: 'number', value, unit, tolerance }
}

function parseChoice(text: string): unknown {
  const lines = text
    .split(CHOICE_ENDS)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const starred = lines.flatMap((line, at) => (line.startsWith(RIGHT) ? [at] : []))
  return {
    kind: 'choice',
    choices: lines.map((line) => line.replace(/^\*\s*/, '')),
    right: starred.length === 1 ? starred[0] : -1,
  }
}

function decimalText(value: number): string {
  return String(value).replace('.', ',')
}

/** '4:30' or '1:02:05' */
export function timeText(seconds: number): string {
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'))
  const hours = Math.floor(seconds / 3600)
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0(?=\d)/, '')
}

/** Parses '4:30', '1:02:05' or '4 min 30' to seconds; null for an empty text, NaN for any other. */
export function parseTime(text: string): number | null {
  const trimmed = plainDigits(text.trim())
  if (trimmed === '') return null
  const match = /^(?:(\d{1,2})\s*[:h]\s*)?(\d{1,3})\s*(?::|min|m)\s*(\d{1,2})\s*s?$/i.exec(trimmed)
  const [, hours = '0', minutes = '', seconds = ''] = match ?? []
  if (!match || Number(seconds) > 59 || (match[1] !== undefined && Number(minutes) > 59)) return Number.NaN
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
}
