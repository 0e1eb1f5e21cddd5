/**
 * Cells that a spreadsheet reads as a formula, or would read as one without its leading quote. The last four signs are
 * the full-width forms, which spreadsheets of East Asian locales read as the plain ones.
 */
const RISKY = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const GUARDED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Returns a cell that spreadsheets do not run: a leading quote makes it a text. */
export function guardFormula(cell: string): string {
  return RISKY.test(cell) ? `'${cell}` : cell
}

/** Returns the cell as it was before {@link guardFormula}. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
