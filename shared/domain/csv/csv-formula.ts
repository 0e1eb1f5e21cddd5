/**
 * Cells that a spreadsheet reads as a formula, or would read as one without its leading quote. A file may be opened with
 * another separator than its own, which ends a cell within a text, and its line: `VIR 12,=1+1`. The last four signs are
 * the full-width forms, which spreadsheets of East Asian locales read as the plain ones.
 */
const RISKY = /^(["']*)(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/
const RISKY_WITHIN = /([,;|\t\r\n]["']*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g
const GUARDED = /^(["']*)'(?=[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20])/
const GUARDED_WITHIN = /([,;|\t\r\n]["']*)'(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g

/** Returns a cell that spreadsheets do not run, by whatever separator they read it: a quote makes each part a text. */
export function guardFormula(cell: string): string {
  return cell.replace(RISKY_WITHIN, "$1'").replace(RISKY, "$1'")
}

/** Returns the cell as it was before {@link guardFormula}. */
export function unguardFormula(cell: string): string {
  return cell.replace(GUARDED, '$1').replace(GUARDED_WITHIN, '$1')
}
