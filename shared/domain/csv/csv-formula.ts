/**
 * What a spreadsheet takes for a formula, or would after dropping the quote that guards one. The last four signs are the
 * full-width forms, which spreadsheets of East Asian locales read as the plain ones.
 */
const RISKY = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/
const GUARDED = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/

/** Returns a cell that no spreadsheet runs: a leading quote makes text of what begins as a formula does. */
export function guardFormula(cell: string): string {
  return RISKY.test(cell) ? `'${cell}` : cell
}

/** The cell as it was before {@link guardFormula}. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
