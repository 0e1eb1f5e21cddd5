import papaparse from 'papaparse'
import { migrateMessages as texts } from './messages.ts'

/** A row as its file has it: the names of its columns with their values, or why it could not be read. */
export type RawRow = { place: string } & ({ cells: Record<string, unknown> } | { reason: string })

/** What stands for nothing in an export of Postgres. */
const NOTHING = new Set(['', 'NULL', '\\N'])

/**
 * The rows of a CSV file with a header, as Postgres and its dashboards write it: quoted where needed, cells of several
 * lines included. Empty lines are left out.
 * @returns rows with the line of the file on which each begins
 * @throws Error when its quotes do not close
 */
export function readCsvRows(text: string): RawRow[] {
  const [firstLine = ''] = text.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => firstLine.includes(sign)) ?? ','
  const rows: RawRow[] = []
  let header: string[] | null = null
  let line = 1
  let read = 0
  papaparse.parse<string[]>(text, {
    delimiter,
    fastMode: false,
    step: ({ data, errors: [fault], meta }) => {
      if (fault) throw new Error(texts.unreadableCsv(line))
      const place = texts.line(line)
      // A line break within quotes is one of the file too.
      line += text.slice(read, meta.cursor).match(/\r\n|\n|\r/g)?.length ?? 0
      read = meta.cursor
      if (data.every((cell) => cell.trim() === '')) return
      if (header === null) header = data.map((name) => name.trim())
      else rows.push(rowOf(header, data, place))
    },
  })
  return rows
}

function rowOf(header: readonly string[], data: readonly string[], place: string): RawRow {
  if (data.length !== header.length) return { place, reason: texts.cellCount(data.length, header.length) }
  return { place, cells: Object.fromEntries(header.map((name, index) => [name, cellOf(data[index] ?? '')])) }
}

function cellOf(cell: string): string | null {
  return NOTHING.has(cell.trim()) ? null : cell
}

/**
 * The rows of a JSON array, or of a file with one JSON object a line.
 * @throws Error when an array is no JSON; a single line that is none is told as such
 */
export function readJsonRows(text: string): RawRow[] {
  const body = text.trim()
  if (!body.startsWith('[')) return readJsonLines(text)
  return arrayOf(body).map((value, index) => objectRow(value, texts.element(index + 1)))
}

function arrayOf(body: string): unknown[] {
  try {
    return JSON.parse(body) as unknown[]
  } catch (cause) {
    throw new Error(texts.unreadableJson, { cause })
  }
}

function readJsonLines(text: string): RawRow[] {
  return text.split(/\r\n|\n/).flatMap((line, index) => {
    if (line.trim() === '') return []
    const place = texts.line(index + 1)
    try {
      return [objectRow(JSON.parse(line), place)]
    } catch {
      return [{ place, reason: texts.unreadableJson }]
    }
  })
}

function objectRow(value: unknown, place: string): RawRow {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { place, cells: value as Record<string, unknown> } : { place, reason: texts.noObject }
}
