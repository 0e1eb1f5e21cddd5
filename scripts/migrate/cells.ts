import * as v from 'valibot'
import { Day } from '#shared/entities/fields.ts'
import { migrateMessages as texts } from './messages.ts'

// Values as Postgres exports them: in CSV everything is text, in JSON numbers and booleans are themselves.

/** Text, or empty where there is nothing. */
export const OldText = v.pipe(
  v.nullable(v.union([v.string(), v.number()], texts.text)),
  v.transform((value) => (value === null ? '' : String(value).trim())),
)

const YES = new Set(['t', 'true', '1', 'yes', 'on'])
const NO = new Set(['f', 'false', '0', 'no', 'off', ''])

/** A switch; nothing is false. */
export const OldFlag = v.pipe(
  v.nullable(v.union([v.boolean(), v.string(), v.number()], texts.flag)),
  v.transform((value) =>
    String(value ?? '')
      .trim()
      .toLowerCase(),
  ),
  v.check((word) => YES.has(word) || NO.has(word), texts.flag),
  v.transform((word) => YES.has(word)),
)

const INSTANT =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[T ](?<time>\d\d:\d\d)(?<seconds>:\d\d)?(?:\.(?<fraction>\d+))?\s*(?<zone>Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/**
 * An instant as `2024-05-01 10:11:12.123456+00` or ISO 8601, as our own ISO text: UTC and milliseconds. Without a zone it
 * is UTC, as the old backend's servers ran. Null when it is none.
 */
export function readInstant(text: string): string | null {
  const { day, time = '00:00', seconds = ':00', fraction = '', zone = 'Z' } = INSTANT.exec(text)?.groups ?? {}
  if (!v.is(Day, day)) return null
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0')
  const at = Date.parse(`${day}T${time}${seconds}.${milliseconds}${zoneOf(zone)}`)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

/** '+0530' → '+05:30' */
function zoneOf(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z'
  const digits = zone.slice(1).replace(':', '').padEnd(4, '0')
  return `${zone.charAt(0)}${digits.slice(0, 2)}:${digits.slice(2)}`
}

export const OldInstant = v.pipe(
  OldText,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const instant = readInstant(dataset.value)
    if (instant !== null) return instant
    addIssue({ message: texts.instant })
    return NEVER
  }),
)

/** Values of a change: `jsonb` as JSON or as its text. What is no object is kept under a name. */
export const OldValues = v.pipe(
  v.unknown(),
  v.transform((value): Record<string, unknown> | null => {
    const read = typeof value === 'string' ? jsonOr(value) : value
    if (read === null || read === undefined) return null
    if (typeof read === 'object' && !Array.isArray(read)) return read as Record<string, unknown>
    return { [texts.unnamedValue]: read }
  }),
)

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What of a row is read, or everything that is wrong with it, one sentence a column. */
export type ReadCells<T> = { cells: T } | { reasons: string[] }

/**
 * Reads the cells of a row by a schema of its columns.
 * @param nameOf the name of a field in the file, where the schema calls it otherwise
 */
export function readCells<S extends v.GenericSchema>(
  schema: S,
  cells: unknown,
  nameOf: (path: string) => string = (path) => path,
): ReadCells<v.InferOutput<S>> {
  const parsed = v.safeParse(schema, cells)
  if (parsed.success) return { cells: parsed.output }
  const byPath = new Map<string, string>()
  for (const issue of parsed.issues) {
    const path = v.getDotPath(issue) ?? ''
    if (!byPath.has(path)) byPath.set(path, issue.message)
  }
  return {
    reasons: [...byPath].map(([path, message]) => (path === '' ? message : `${nameOf(path)} : ${message}`)),
  }
}
