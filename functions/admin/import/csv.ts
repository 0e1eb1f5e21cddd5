import papaparse from 'papaparse'
import { guardFormula, unguardFormula } from '#shared/domain/csv-formula.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { importMessages as texts } from '#shared/domain/import-messages.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { resourceView } from '../resource-view.ts'

/** The columns of the format (decision D29). `id` keeps a resource itself; without it a line is known by its place. */
const COLUMNS = [
  'id',
  'track',
  'theme',
  'chapter',
  'year',
  'session',
  'resourceType',
  'type',
  'title',
  'description',
  'file',
  'isFree',
  'thumbnail',
  'captions',
] as const
type Column = (typeof COLUMNS)[number]

const REQUIRED: readonly Column[] = [
  'track',
  'theme',
  'chapter',
  'year',
  'session',
  'resourceType',
  'type',
  'title',
  'file',
]

/** By it a spreadsheet knows UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF'

const MAX_LINES = 5_000
/** With the header and empty lines, of which a file of five megabytes may hold millions. */
const MAX_ROWS = 2 * MAX_LINES

/** A line of a file: the cells of the columns that the file has, trimmed. */
export type CsvLine = {
  /** As a spreadsheet numbers it: the header is 1. */
  line: number
  cells: Partial<Record<Column, string>>
}

/** Resources as CSV that a French spreadsheet opens. */
export function csvOf(resources: readonly Resource[]): string {
  const rows = resources.map((resource) => {
    const view = resourceView(resource)
    return COLUMNS.map((column) => guardFormula(String(view[column] ?? '')))
  })
  return BYTE_ORDER_MARK + papaparse.unparse([[...COLUMNS], ...rows], { delimiter: ';', newline: '\r\n' })
}

/**
 * The lines of a CSV file with a header; semicolons, commas or tabs between cells, in the header's columns' order.
 * Empty lines are left out and counted.
 * @throws DomainError INVALID_REQUEST when it is not such a file, in words for a person
 */
export function readCsv(text: string): CsvLine[] {
  const [header = [], ...rows] = parsed(text)
  const columns = columnsOf(header)
  const lines = rows.flatMap((row, index) => {
    const isEmpty = row.every((cell) => cell.trim() === '')
    return isEmpty ? [] : [{ line: index + 2, cells: cellsOf(columns, row) }]
  })
  if (lines.length > MAX_LINES) throw faulty(texts.tooManyLines)
  return lines
}

function parsed(text: string): string[][] {
  const body = text.replace(BYTE_ORDER_MARK, '')
  const [header = ''] = body.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => header.includes(sign)) ?? ','
  // The fast mode would split all of it before it counts.
  const options = { delimiter, preview: MAX_ROWS + 1, fastMode: false }
  const { data, errors } = papaparse.parse<string[]>(body, options)
  if (data.length > MAX_ROWS) throw faulty(texts.tooManyLines)
  const [fault] = errors
  if (fault) throw faulty(texts.unreadable((fault.row ?? 0) + 1))
  return data
}

function columnsOf(header: readonly string[]): Column[] {
  const names = header.map((name) => name.trim())
  const unknown = names.filter((name) => !isColumn(name))
  if (unknown.length > 0) throw faulty(texts.unknownColumns(unknown))
  const columns = names.filter(isColumn)
  const missing = REQUIRED.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw faulty(texts.missingColumns(missing))
  if (new Set(columns).size < columns.length) throw faulty(texts.doubledColumns)
  return columns
}

function isColumn(name: string): name is Column {
  return COLUMNS.some((column) => column === name)
}

function cellsOf(columns: readonly Column[], row: readonly string[]): CsvLine['cells'] {
  return Object.fromEntries(columns.map((column, index) => [column, unguardFormula(row[index] ?? '').trim()]))
}

function faulty(message: string): DomainError {
  return new DomainError('INVALID_REQUEST', { errors: [{ path: '', message }] })
}
