import { readFileSync, writeFileSync } from 'node:fs'

/** Text of the sections of a page, by the name in `<!-- generated:name -->` … `<!-- /generated -->`. */
type Sections = Record<string, string>

const pathTo = (page: string) => new URL(`../../${page}`, import.meta.url)

const SECTION = /(<!-- generated:(?<name>\w+) -->\n)(?<text>[\s\S]*?)(\n<!-- \/generated -->)/g

/** @param page relative to the root */
export function writeSections(page: string, sections: Sections): void {
  const before = readFileSync(pathTo(page), 'utf8')
  const known = readSections(page)
  const missing = Object.keys(sections).filter((name) => known[name] === undefined)
  if (missing.length > 0) throw new Error(`${page} has no section ${missing.join(', ')}`)
  const after = before.replaceAll(
    SECTION,
    (_, open: string, name: string, text: string, close: string) =>
      `${open}${sections[name] ?? text}${close}`,
  )
  writeFileSync(pathTo(page), after)
}

export function readSections(page: string): Sections {
  const found = readFileSync(pathTo(page), 'utf8').matchAll(SECTION)
  return Object.fromEntries([...found].map(({ groups }) => [groups?.['name'], groups?.['text']])) as Sections
}

/** Formats a Markdown table that also reads well in a terminal: cells padded, numbers to the right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const isNumber = head.map((_, column) => rows.every((row) => /^[^A-Za-z]*$/.test(row[column] ?? '')))
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (isNumber[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0))).join(' | ')} |`
  const rule = widths.map((width, column) =>
    isNumber[column] ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  )
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
