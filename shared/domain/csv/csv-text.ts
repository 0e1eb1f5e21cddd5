/**
 * Cells that a spreadsheet reads as a formula, or would read as one without its leading quote. A file may be opened
 * with another separator than its own: `VIR 12,=1+1`. The last four signs are the full-width forms, which spreadsheets
 * of East Asian locales read as the plain ones.
 */
const RISKY = /^(["']*)(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/
const RISKY_WITHIN = /([,;|\t\r\n]["']*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const GUARDED = /^(["']*)'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/
const GUARDED_WITHIN = /([,;|\t\r\n]["']*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Returns a cell that spreadsheets do not run, by whatever separator they read it: a quote makes each part a text. */
export function guardFormula(cell: string): string {
  return cell.replace(RISKY_WITHIN, "$1'").replace(RISKY, "$1'")
}

export function unguardFormula(cell: string): string {
  return cell.replace(GUARDED, '$1').replace(GUARDED_WITHIN, '$1')
}

export const LINE_END = '\r\n'

export function joinCsvPages(pages: readonly string[]): string {
  return pages
    .map((page, index) => (index === 0 ? page : withoutHeader(page)))
    .filter((page) => page !== '')
    .join(LINE_END)
}

/** Column names contain no line end. */
function withoutHeader(page: string): string {
  return page.split(LINE_END).slice(1).join(LINE_END)
}

/** Excel writes the separator of a file on a line of its own. */
const SEPARATOR_LINE = /^sep=(.)(?:\r\n|\r|\n)/i

/** Returns how to read a CSV file: its text from the header on, the number of that line, and the separator of cells. */
export function openCsv(text: string): { body: string; firstLine: number; delimiter: string } {
  const unmarked = text.replace(/^\uFEFF/, '')
  const [line, separator] = SEPARATOR_LINE.exec(unmarked) ?? []
  if (line !== undefined && separator !== undefined)
    return { body: unmarked.slice(line.length), firstLine: 2, delimiter: separator }
  const [header = ''] = unmarked.split(/[\r\n]/, 1)
  const delimiter = [';', '\t'].find((sign) => header.includes(sign)) ?? ','
  return { body: unmarked, firstLine: 1, delimiter }
}

export function columnNamed<Column extends string>(
  columns: readonly Column[],
  title: string,
): Column | undefined {
  const name = title.trim().toLowerCase()
  return columns.find((column) => column.toLowerCase() === name)
}
