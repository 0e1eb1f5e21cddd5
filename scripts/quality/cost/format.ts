// How figures and tables stand on the page.

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n')
}

export function usd(amount: number): string {
  return amount >= 1_000 ? `$${count(Math.round(amount))}` : `$${amount.toFixed(2)}`
}

/** Price of one unit, however small. */
export function plain(amount: number): string {
  return amount.toFixed(10).replace(/0+$/, '').replace(/\.$/, '')
}

export function count(amount: number): string {
  if (amount === 0) return '0'
  const digits = amount < 10 ? 2 : 0
  return amount.toLocaleString('en-US', { maximumFractionDigits: digits })
}

/** Two figures: more would pretend to a precision that the assumptions do not have. */
export function significant(amount: number): number {
  return Number(amount.toPrecision(2))
}

export function percent(share: number): string {
  return `${(share * 100).toLocaleString('en-US')} percent`
}
