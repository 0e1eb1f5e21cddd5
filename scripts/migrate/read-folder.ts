import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { textOf } from '../import-resources.ts'
import { migrateMessages as texts } from './messages.ts'
import { COLUMNS, OLD_TABLES, type OldFile, type OldTable } from './old-tables.ts'
import { type RawRow, readCsvRows, readJsonRows } from './read-rows.ts'

/** `profiles.csv`, or as the old backend's dashboard names a download: `profiles_rows.csv`. */
const FILE_NAME = /^(?<table>[a-z_]+?)(?:_rows)?\.(?<kind>csv|json|jsonl|ndjson)$/i

export type OldFolder = {
  files: readonly OldFile[]
  /** Changes with any byte of any of the files. */
  digest: string
}

/**
 * Reads the exports of a folder, one file a table at most; other files are left alone.
 * @throws Error when there is none, two are of one table, or one cannot be read as what it is named
 */
export async function readFolder(folder: string): Promise<OldFolder> {
  if (!existsSync(folder)) throw new Error(texts.noFolder(folder))
  const names = (await readdir(folder)).toSorted()
  const hash = createHash('sha256')
  const files: OldFile[] = []
  for (const table of OLD_TABLES) {
    const found = names.filter((name) => tableOf(name) === table)
    if (found.length > 1) throw new Error(texts.twoFiles(table, found))
    const [file] = found
    if (file === undefined) continue
    const bytes = await readFile(join(folder, file))
    hash.update(`${file} ${bytes.length}\n`).update(bytes)
    files.push(readOldFile(table, file, textOf(bytes)))
  }
  if (files.length === 0) throw new Error(texts.noFiles(folder))
  return { files, digest: hash.digest('hex') }
}

function tableOf(name: string): string | undefined {
  return FILE_NAME.exec(name)?.groups?.table?.toLowerCase()
}

/**
 * Reads a file of one table.
 * @throws Error naming the file when it cannot be read at all
 */
function readOldFile(table: OldTable, file: string, text: string): OldFile {
  const raw = rawRows(file, text)
  const found = new Set(raw.flatMap((row) => ('cells' in row ? Object.keys(row.cells) : [])))
  if (raw.length > 0 && !COLUMNS[table].some((column) => found.has(column)))
    throw new Error(texts.foreignFile(file, table))
  return {
    table,
    file,
    rows: raw.flatMap((row) =>
      'cells' in row ? [{ place: `${file}, ${row.place}`, cells: cellsOf(table, row.cells) }] : [],
    ),
    unreadable: raw.flatMap((row) =>
      'reason' in row ? [{ place: `${file}, ${row.place}`, reason: row.reason }] : [],
    ),
    otherColumns: [...found].filter((column) => !COLUMNS[table].includes(column)),
  }
}

function rawRows(file: string, text: string): RawRow[] {
  try {
    return /csv$/i.test(file) ? readCsvRows(text) : readJsonRows(text)
  } catch (cause) {
    throw new Error(`${file} : ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}

function cellsOf(table: OldTable, cells: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(COLUMNS[table].map((column) => [column, cells[column] ?? null]))
}
