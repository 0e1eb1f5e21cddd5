/** What a spreadsheet takes for a formula, or would after dropping the quote that guards one. */
const RISKY = /^'*[=+\-@\t\r]/
const GUARDED = /^'+[=+\-@\t\r]/

/** A cell that no spreadsheet runs: a leading quote makes text of what begins as a formula does. */
export function guardFormula(cell: string): string {
  return RISKY.test(cell) ? `'${cell}` : cell
}

/** The cell as it was before {@link guardFormula}. */
export function unguardFormula(cell: string): string {
  return GUARDED.test(cell) ? cell.slice(1) : cell
}
