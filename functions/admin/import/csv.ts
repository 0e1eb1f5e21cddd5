import papaparse from 'papaparse'
import * as v from 'valibot'
import { columnNamed, guardFormula, LINE_END, openCsv, unguardFormula } from '#shared/domain/csv/csv-text.ts'
import {
  REQUIRED_COLUMNS,
  RESOURCE_COLUMNS,
  type ResourceColumn,
  importMessages as texts,
} from '#shared/domain/csv/resource-csv.ts'
import { DomainError, type FieldFault } from '#shared/domain/domain-error.ts'

export type CsvFormat<Column extends string> = {
  columns: readonly Column[]
  required: readonly Column[]
  maxLines: number
}

/** Format of resources. `id` identifies a resource; without it, its place does. */
export const resourceFormat: CsvFormat<ResourceColumn> = {
  columns: RESOURCE_COLUMNS,
  required: REQUIRED_COLUMNS,
  // More than the largest request contains, and than an installation has.
  maxLines: 100_000,
}

/** Spreadsheets recognise UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF'
const SEPARATOR = ';'

export type CsvLine<Column extends string = ResourceColumn> = {
  line: number
  cells: Partial<Record<Column, string>>
}

/** Returns rows as CSV that a French spreadsheet opens; null is an empty cell. */
export function writeCsv<Column extends string>(
  columns: readonly Column[],
  rows: readonly Partial<Record<Column, unknown>>[],
): string {
  return [csvHeader(columns), ...rows.map((row) => csvRow(columns, row))].join(LINE_END)
}

export function csvHeader(columns: readonly string[]): string {
  return BYTE_ORDER_MARK + columns.join(SEPARATOR)
}

export function csvRow<Column extends string>(
  columns: readonly Column[],
  row: Partial<Record<Column, unknown>>,
): string {
  const cells = columns.map((column) => guardFormula(String(row[column] ?? '')))
  return papaparse.unparse([cells], { delimiter: SEPARATOR, newline: LINE_END })
}

/** Empty lines are left out but counted. @throws DomainError INVALID_REQUEST with a French sentence */
export function readCsv<Column extends string>(text: string, format: CsvFormat<Column>): CsvLine<Column>[] {
  const { maxLines } = format
  const file = openCsv(text)
  const [header = [], ...rows] = parsed(file, maxLines)
  const columns = columnsOf(header, format)
  const lines = rows.flatMap((row, index) => {
    const isEmpty = row.every((cell) => cell.trim() === '')
    return isEmpty ? [] : [{ line: file.firstLine + 1 + index, cells: cellsOf(columns, row) }]
  })
  if (lines.length > maxLines) throw faulty(texts.tooManyLines(maxLines))
  return lines
}

function parsed({ body, firstLine, delimiter }: ReturnType<typeof openCsv>, maxLines: number): string[][] {
  // The limit includes the header and empty lines. A file of five megabytes may have millions of these.
  const maxRows = 2 * maxLines
  // The fast mode would split the whole text before the limit applies.
  const options = { delimiter, preview: maxRows + 1, fastMode: false }
  const { data, errors } = papaparse.parse<string[]>(body, options)
  if (data.length > maxRows) throw faulty(texts.tooManyLines(maxLines))
  const [fault] = errors
  if (fault) throw faulty(texts.unreadable((fault.row ?? 0) + firstLine))
  return data
}

function columnsOf<Column extends string>(
  header: readonly string[],
  { columns: known, required }: CsvFormat<Column>,
): Column[] {
  const names = header.map((name) => name.trim())
  const columns = names.flatMap((name) => columnNamed(known, name) ?? [])
  const unknown = names.filter((name) => columnNamed(known, name) === undefined)
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

/** Returns one sentence for each wrong cell; `messages` replace those of the schema. */
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
