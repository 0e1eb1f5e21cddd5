import { expect, test } from 'vitest'
import { renderText } from '#shared/writing/render-text.ts'
import { insertPart, lineAt, SHEET_PARTS } from './sheet-draft.ts'

const part = (label: string) => {
  const found = SHEET_PARTS.find((each) => each.label === label)
  if (!found) throw new Error(`No part ${label}`)
  return found
}

/** The selection stands between brackets. */
test.each([
  ['Gras', 'La []', 'La **[mot]**'],
  ['Gras', 'La [célérité] v', 'La **[célérité]** v'],
  ['Titre', '', '# [Titre]'],
  ['Titre', 'Un texte[]', 'Un texte\n\n# [Titre]'],
  ['Liste', 'Un texte\n[]', 'Un texte\n\n- [élément]'],
  ['Liste', '- un[]', '- un\n- [élément]'],
  ['Encadré', 'Un texte\n\n[]', 'Un texte\n\n> [À retenir]'],
  ['Fraction', 'Soit []', 'Soit $\\dfrac{[a]}{b}$'],
  ['Fraction', 'Soit $v = []$', 'Soit $v = \\dfrac{[a]}{b}$'],
  ['Racine', '$$\nZ = []\n$$', '$$\nZ = \\sqrt{[x]}\n$$'],
  ['Vecteur', '$a$ et $[a]_G$', '$a$ et $\\vec{[a]}_G$'],
  ['Vecteur', 'Un formule ouverte : $v\n\n[]', 'Un formule ouverte : $v\n\n$\\vec{[F]}$'],
  ['Vecteur', 'de 5 \\$ à []', 'de 5 \\$ à $\\vec{[F]}$'],
])('%s in %j writes %j', (label, before, after) => {
  const read = (marked: string) => {
    const start = marked.indexOf('[')
    return { text: marked.replace(/[[\]]/g, ''), start, end: Math.max(start, marked.indexOf(']') - 1) }
  }
  const at = before === '' ? { text: '', start: 0, end: 0 } : read(before)
  expect(insertPart(at, part(label))).toEqual(read(after))
})

test.each(SHEET_PARTS)('$label writes what a sheet can show', (each) => {
  const { text } = insertPart({ text: '', start: 0, end: 0 }, each)
  const { html, faults } = renderText(text)
  expect(faults).toEqual([])
  expect(html).not.toMatch(/[$#*|]|\\/)
})

test('finds the line of a fault', () => {
  const text = 'a\n\nb $x\nc'
  expect([1, 3, 4].map((line) => lineAt(text, line))).toEqual([
    { start: 0, end: 1 },
    { start: 3, end: 7 },
    { start: 8, end: 9 },
  ])
})
