import { importMessages } from '#shared/domain/csv/import-messages.ts'
import { type ImportJob, type ImportLine, isLongLine } from './import-job.ts'

/** Twenty thousand lines with long titles are that large. */
const MAX_BYTES = 10 * 1024 * 1024

/** The file is no list; the message is shown to the owner. */
export class UnreadableFile extends Error {}

/** Returns the text of a file as Excel writes it: UTF-8, or the older encoding of Windows. @throws UnreadableFile */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('Ce fichier dépasse 10 Mo.')
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/**
 * Splits CSV into lines; the server checks their columns and values. Empty lines are left out.
 * @throws UnreadableFile when it has no lines, or a quote in it is not closed
 */
export async function readCsv(name: string, text: string): Promise<Omit<ImportJob, 'kind'>> {
  const [header, ...rows] = await splitCsv(text.replace(/^\uFEFF/, ''))
  if (!header) throw new UnreadableFile('Ce fichier est vide.')
  const columns = header.cells.map((cell) => cell.trim())
  if (isLongLine(columns)) throw new UnreadableFile(importMessages.unknownColumns(columns))
  if (rows.length === 0) throw new UnreadableFile("Ce fichier n'a pas de ligne à importer.")
  return { name, columns, lines: rows, unreadable: [] }
}

/** Returns each row of cells as CSV, as the import route takes it. */
export async function writeRows(rows: readonly (readonly string[])[]): Promise<string[]> {
  const { default: papaparse } = await import('papaparse')
  return rows.map((cells) => papaparse.unparse([[...cells]], { delimiter: ';' }))
}

/** Returns the rows with the number of the line on which each begins: a cell may hold several lines. */
async function splitCsv(text: string): Promise<ImportLine[]> {
  const { default: papaparse } = await import('papaparse')
  const rows: ImportLine[] = []
  let line = 1
  let start = 0
  let faultyLine: number | null = null
  papaparse.parse<string[]>(text, {
    delimiter: findDelimiter(text),
    step: ({ data, errors, meta }) => {
      // A quote that is not closed would swallow the lines below it.
      if (errors.length > 0) faultyLine ??= line
      if (data.some((cell) => cell.trim() !== '')) rows.push({ place: `Ligne ${line}`, cells: data })
      line += text.slice(start, meta.cursor).split(/\r\n|\r|\n/).length - 1
      start = meta.cursor
    },
  })
  if (faultyLine !== null) throw new UnreadableFile(importMessages.unreadable(faultyLine))
  return rows
}

function findDelimiter(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  return [';', '\t'].find((sign) => header.includes(sign)) ?? ','
}
