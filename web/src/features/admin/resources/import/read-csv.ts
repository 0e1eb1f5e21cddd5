import { columnNamed, openCsv } from '#shared/domain/csv/csv-text.ts'
import { importMessages, RESOURCE_COLUMNS } from '#shared/domain/csv/resource-csv.ts'
import { type ImportJob, type ImportLine, isLongLine } from './import-job.ts'

/** Twenty thousand lines with long titles are that large. */
const MAX_BYTES = 10 * 1024 * 1024

export class UnreadableFile extends Error {}

const UNSURE =
  'Les accents de ce fichier ne se laissent pas reconnaître. Enregistrez-le au format «\u00a0CSV UTF-8\u00a0» et choisissez-le de nouveau.'

/**
 * Returns the text of a file as Excel writes it: UTF-8, UTF-16 with its mark ('Texte Unicode'), or the older encoding of
 * Windows or of the Mac, which the accents of French distinguish.
 * @throws UnreadableFile also where they do not
 */
export async function readText(file: Blob): Promise<string> {
  if (file.size > MAX_BYTES) throw new UnreadableFile('Ce fichier dépasse 10 Mo.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const decode = (encoding: string) => new TextDecoder(encoding).decode(bytes)
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decode('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decode('utf-16be')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    const [windows, mac] = [decode('windows-1252'), decode('macintosh')]
    const difference = frenchness(windows) - frenchness(mac)
    if (difference === 0) throw new UnreadableFile(UNSURE)
    return difference > 0 ? windows : mac
  }
}

/**
 * Counts the signs of French text. A small letter of the one encoding is a capital or a sign in the other, so that
 * capitals weigh less.
 */
function frenchness(text: string): number {
  const small = text.match(/[àâçéèêëîïôöùûüœ’«»°\u00A0]/g)?.length ?? 0
  const capitals = text.match(/[ÀÂÇÉÈÊËÎÏÔÙÛŒ]/g)?.length ?? 0
  return 2 * small + capitals
}

/**
 * Splits CSV into lines; the server checks their columns and values. Empty lines are left out.
 * @throws UnreadableFile when it has no lines, or a quote in it is not closed
 */
export async function readCsv(name: string, text: string): Promise<Omit<ImportJob, 'kind'>> {
  const [header, ...rows] = await splitCsv(text)
  if (!header) throw new UnreadableFile('Ce fichier est vide.')
  const columns = header.cells.map((cell) => columnNamed(RESOURCE_COLUMNS, cell) ?? cell.trim())
  if (isLongLine(columns)) throw new UnreadableFile(importMessages.unknownColumns(columns))
  if (rows.length === 0) throw new UnreadableFile("Ce fichier n'a pas de ligne à importer.")
  return { name, columns, lines: rows, unreadable: [] }
}

export async function writeRows(rows: readonly (readonly string[])[]): Promise<string[]> {
  const { default: papaparse } = await import('papaparse')
  return rows.map((cells) => papaparse.unparse([[...cells]], { delimiter: ';' }))
}

/** Returns the rows with the number of the line on which each begins: a cell may hold several lines. */
async function splitCsv(text: string): Promise<ImportLine[]> {
  const { default: papaparse } = await import('papaparse')
  const { body, firstLine, delimiter } = openCsv(text)
  const rows: ImportLine[] = []
  let line = firstLine
  let start = 0
  let faultyLine: number | null = null
  papaparse.parse<string[]>(body, {
    delimiter,
    step: ({ data, errors, meta }) => {
      // A quote that is not closed would swallow the lines below it.
      if (errors.length > 0) faultyLine ??= line
      if (data.some((cell) => cell.trim() !== '')) rows.push({ place: `Ligne ${line}`, cells: data })
      line += body.slice(start, meta.cursor).split(/\r\n|\r|\n/).length - 1
      start = meta.cursor
    },
  })
  if (faultyLine !== null) throw new UnreadableFile(importMessages.unreadable(faultyLine))
  return rows
}
