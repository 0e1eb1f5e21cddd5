import { guardFormula } from '#shared/domain/csv/csv-text.ts'
import { saveFile } from './blobs.ts'

/** A negative number stays one, so that it can be added up. */
const NUMBER = /^-\d+(?:,\d+)?$/
/** Without it, Excel misreads the accents. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Returns a table as CSV that a French spreadsheet opens with a double click. */
export async function createCsv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  // The library is loaded only for an export.
  const { default: papaparse } = await import('papaparse')
  const lines = [header, ...rows].map((row) =>
    row.map((cell) => (NUMBER.test(cell) ? cell : guardFormula(cell))),
  )
  return BYTE_ORDER_MARK + papaparse.unparse(lines, { delimiter: ';' })
}

export function saveCsv(fileName: string, csv: string): void {
  saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
