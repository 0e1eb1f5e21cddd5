/**
 * A part that a button of the editor writes. The text between ‹ and › is replaced by what is selected, and selected afterwards.
 * - `inline`: where the cursor is.
 * - `line`: at the beginning of a line of its own.
 * - `formula`: within a formula; elsewhere with the dollars around it.
 */
export type SheetPart = { label: string; place: 'inline' | 'line' | 'formula'; text: string }

export const SHEET_PARTS: readonly SheetPart[] = [
  { label: 'Titre', place: 'line', text: '# ‹Titre›' },
  { label: 'Gras', place: 'inline', text: '**‹mot›**' },
  { label: 'Liste', place: 'line', text: '- ‹élément›' },
  { label: 'Encadré', place: 'line', text: '> ‹À retenir›' },
  { label: 'Tableau', place: 'line', text: '| ‹Grandeur› | Unité |\n|---|:-:|\n| $v$ | $\\pu{m.s-1}$ |\n' },
  { label: 'Formule', place: 'formula', text: '‹v = \\lambda f›' },
  { label: 'Fraction', place: 'formula', text: '\\dfrac{‹a›}{b}' },
  { label: 'Racine', place: 'formula', text: '\\sqrt{‹x›}' },
  { label: 'Vecteur', place: 'formula', text: '\\vec{‹F›}' },
  { label: 'Indice', place: 'formula', text: 'x_{‹0›}' },
  { label: 'Exposant', place: 'formula', text: 'x^{‹2›}' },
  { label: 'Unité', place: 'formula', text: '\\pu{‹m.s-1›}' },
  { label: 'Chimie', place: 'formula', text: '\\ce{‹H3O+›}' },
]

/** A text and what is selected in it. */
export type Selected = { text: string; start: number; end: number }

export function insertPart({ text, start, end }: Selected, { place, text: part }: SheetPart): Selected {
  const [before = '', sample = '', after = ''] = part.split(/[‹›]/)
  const isFormula = place === 'formula' && !isInFormula(text.slice(0, start))
  const opening = place === 'line' ? lineStart(text.slice(0, start), before) : isFormula ? '$' : ''
  const chosen = text.slice(start, end) || sample
  const from = start + opening.length + before.length
  return {
    text: `${text.slice(0, start)}${opening}${before}${chosen}${after}${isFormula ? '$' : ''}${text.slice(end)}`,
    start: from,
    end: from + chosen.length,
  }
}

/** Returns what ends the text before a line of its own. Items of a list follow each other, others an empty line. */
function lineStart(before: string, part: string): string {
  if (before.trim() === '' || before.endsWith('\n\n')) return ''
  const line = before.slice(before.lastIndexOf('\n', before.length - 2) + 1)
  const isNext = part === '- ' && line.startsWith('- ')
  if (before.endsWith('\n')) return isNext ? '' : '\n'
  return isNext ? '\n' : '\n\n'
}

/** Returns whether a formula is open at the end of a text, in its last paragraph. */
function isInFormula(before: string): boolean {
  let open = ''
  for (const [sign] of (before.split('\n\n').at(-1) ?? '').matchAll(/\\.|\$\$?/gs)) {
    if (sign.startsWith('\\')) continue
    open = open === '' ? sign : open === sign ? '' : open
  }
  return open !== ''
}

/** Returns the beginning and the end of a line, which is counted from 1. */
export function lineAt(text: string, line: number): Pick<Selected, 'start' | 'end'> {
  const lines = text.split('\n')
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0)
  return { start, end: start + (lines[line - 1] ?? '').length }
}
