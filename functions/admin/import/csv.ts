import papaparse from 'papaparse'
import * as v from 'valibot'
import { guardFormula, unguardFormula } from '#shared/domain/csv/csv-formula.ts'
import { LINE_END } from '#shared/domain/csv/csv-pages.ts'
import { importMessages as texts } from '#shared/domain/csv/import-messages.ts'
import { REQUIRED_COLUMNS, RESOURCE_COLUMNS, type ResourceColumn } from '#shared/domain/csv/resource-csv.ts'
import { DomainError, type FieldFault } from '#shared/domain/domain-error.ts'

/** The columns of a kind of file; lines are read whatever the order of its columns. */
export type CsvFormat<Column extends string> = {
  columns: readonly Column[]
  required: readonly Column[]
  maxLines: number
}

/** Resources. `id` names a resource itself; without it a line is known by its place. */
export const resourceFormat: CsvFormat<ResourceColumn> = {
  columns: RESOURCE_COLUMNS,
  required: REQUIRED_COLUMNS,
  // More than the largest request holds, and than an installation has.
  maxLines: 100_000,
}

/** Spreadsheets recognise UTF-8 by it. */
const BYTE_ORDER_MARK = '\uFEFF'
const SEPARATOR = ';'

/** A line of a file: the cells of the columns that the file has, trimmed. */
export type CsvLine<Column extends string = ResourceColumn> = {
  /** As a spreadsheet numbers it: the header is 1. */
  line: number
  cells: Partial<Record<Column, string>>
}

/** Rows as CSV that a French spreadsheet opens; null is an empty cell. */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Record<Column, unknown>>[],
): string {
  return [csvHeader(columns), ...rows.map((row) => csvRow(columns, row))].join(LINE_END)
}

/** Returns the first line of a file, with the mark before it. */
export function csvHeader(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + columns.join(SEPARATOR)
}

/** One row of a file. */
export function csvRow<Column extends string>(
  columns: readonly Column[],
  row: Partial<Record<Column, unknown>>,
): string {
  const cells = columns.map((column) => guardFormula(String(row[column] ?? '')))
  return papaparse.unparse([cells], { delimiter: SEPARATOR, newline: LINE_END })
}

/**
 * Returns the lines of a CSV file with a header; semicolons, commas or tabs between cells, in the header's columns'
 * order. Empty lines are left out and counted.
 * @throws DomainError INVALID_REQUEST when it is not such a file, with a French sentence
 */
export function readCsv<Column extends string>(text: string, format: CsvFormat<Column>): CsvLine<Column>[] {
  const { maxLines } = format
  const [header = [], ...rows] = parsed(text, maxLines)
  const columns = columnsOf(header, format)
  const lines = rows.flatMap((row, index) => {
    const isEmpty = row.every((cell) => cell.trim() === '')
    return isEmpty ? [] : [{ line: index + 2, cells: cellsOf(columns, row) }]
  })
  if (lines.length > maxLines) throw faulty(texts.tooManyLines(maxLines))
  return lines
}

function parsed(text: string, maxLines: number): string[][] {
  const body = text.replace(BYTE_ORDER_MARK, '')
  const [header = ''] = body.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => header.includes(sign)) ?? ','
  // With the header and empty lines, of which a file of five megabytes may hold millions.
  const maxRows = 2 * maxLines
  // The fast mode would split all of it before it counts.
  const options = { delimiter, preview: maxRows + 1, fastMode: false }
  const { data, errors } = papaparse.parse<string[]>(body, options)
  if (data.length > maxRows) throw faulty(texts.tooManyLines(maxLines))
  const [fault] = errors
  if (fault) throw faulty(texts.unreadable((fault.row ?? 0) + 1))
  return data
}

function columnsOf<Column extends string>(
  header: readonly string[],
  { columns: known, required }: CsvFormat<Column>,
): Column[] {
  const names = header.map((name) => name.trim())
  const columns = names.flatMap((name) => known.find((column) => column === name) ?? [])
  const unknown = names.filter((name) => !known.some((column) => column === name))
  if (unknown.length > 0) throw faulty(texts.unknownColumns(unknown))
  const missing = required.filter((column) => !columns.includes(column))
  if (missing.length > 0) throw faulty(texts.missingColumns(missing))
  if (new Set(columns).size < columns.length) throw faulty(texts.doubledColumns)
  return columns
}

function cellsOf<Column extends string>(
  columns: readonly Column[],
  row: readonly string[],
): CsvLine<Column>['cells'] {
  const cells = columns.map((column, index) => [column, unguardFormula(row[index] ?? '').trim()])
  return Object.fromEntries(cells) as CsvLine<Column>['cells']
}

/**
 * One sentence for each cell that is wrong.
 * @param messages sentences for columns that take the place of the schema's own
 */
export function lineFaults(
  issues: readonly v.BaseIssue<unknown>[],
  messages: Partial<Record<string, string>> = {},
): FieldFault[] {
  const byPath = new Map<string, string>()
  for (const issue of issues) {
    const path = v.getDotPath(issue) ?? ''
    if (!byPath.has(path)) byPath.set(path, messages[path] ?? issue.message)
  }
  return [...byPath].map(([path, message]) => ({ path, message }))
}

function faulty(message: string): DomainError {
  return new DomainError('INVALID_REQUEST', { errors: [{ path: '', message }] })
}
