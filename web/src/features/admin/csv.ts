/** What a spreadsheet would run as a formula. The library's own pattern overlooks cells of several lines. */
const FORMULA = /^[=+\-@\t\r]/
/** Without it, Excel reads the accents wrongly. */
const BYTE_ORDER_MARK = '\uFEFF'

/** A table as a CSV file that a French spreadsheet opens at a double click. */
export async function csvOf(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): Promise<string> {
  // Only who exports pays for the library.
  const { default: papaparse } = await import('papaparse')
  const lines = [header, ...rows].map((row) => [...row])
  return BYTE_ORDER_MARK + papaparse.unparse(lines, { delimiter: ';', escapeFormulae: FORMULA })
}
