import { saveFile } from './blobs.ts'

/**
 * Matches cells that a spreadsheet would run as a formula, also those that begin with a full-width sign. The library's
 * own pattern misses these, and cells of several lines. A negative number stays one, so that it can be added up.
 */
const FORMULA = /^(?!-\d+(?:,\d+)?$)[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/
/** The same signs behind a separator, where a spreadsheet that separates cells by another one begins a cell. */
const FORMULA_WITHIN = /([,;\t\r\n]"*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
/** Without it, Excel misreads the accents. */
const BYTE_ORDER_MARK = '\uFEFF'

/** Returns a table as CSV that a French spreadsheet opens with a double click. */
export async function createCsv(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  // The library is loaded only for an export.
  const { default: papaparse } = await import('papaparse')
  const lines = [header, ...rows].map((row) => row.map((cell) => cell.replace(FORMULA_WITHIN, "$1'")))
  return BYTE_ORDER_MARK + papaparse.unparse(lines, { delimiter: ';', escapeFormulae: FORMULA })
}

export function saveCsv(fileName: string, csv: string): void {
  saveFile(fileName, new Blob([csv], { type: 'text/csv;charset=utf-8' }))
}
