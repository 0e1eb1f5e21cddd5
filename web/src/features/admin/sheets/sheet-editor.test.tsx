import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleSheet } from '#shared/entities/sheet.ts'
import { renderText } from '#shared/writing/render-text.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { insertPart, lineAt, SHEET_PARTS } from './sheet-draft.ts'
import { SheetsPage } from './sheets-page.tsx'

const { track, theme, chapter, version, updatedAt } = sampleSheet
const EDITOR = `/admin/fiches?chapitre=${track}/${theme}/1`
const sheet = (markdown: string, changes: object = {}) =>
  json({ markdown, html: '', version, updatedAt, ...changes })
const none = () => sheet('', { version: null, updatedAt: null })

beforeEach(() => sessionStorage.clear())

const field = () => screen.findByLabelText('Texte de la fiche')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
async function write(text: string) {
  await userEvent.clear(await field())
  await userEvent.click(await field())
  await userEvent.paste(text)
}

test('lists the chapters of a track with what is written', async () => {
  networkAnswers(json({ items: [{ track, theme, chapter, updatedAt }] }))
  renderPage(<SheetsPage />, '/admin/fiches')
  const row = within(await screen.findByRole('row', { name: new RegExp(`^${chapter} Ondes`) }))
  expect(row.getByText(/^Écrite, /)).toBeVisible()
  expect(row.getByRole('link', { name: `Modifier : ${chapter}` })).toHaveAttribute('href', EDITOR)
  expect(screen.getByRole('link', { name: 'Écrire : Dipôle RL' })).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Filière'), 'SVT')
  expect(screen.getByText(/^0 fiche écrite/)).toBeVisible()
})

describe('the editor', () => {
  test('shows a formula and the line of a wrong one, and leads there', async () => {
    networkAnswers(none())
    renderPage(<SheetsPage />, EDITOR)
    await write('Soit $v$\n\n$\\foo$')
    const preview = within(screen.getByRole('region', { name: 'Aperçu' }))
    expect(await preview.findByRole('alert')).toHaveTextContent('Ligne 3 : Commande inconnue : \\foo')
    expect(preview.getByRole('heading', { name: `Fiche de révision\u00a0: ${chapter}` })).toBeVisible()
    await press('Ligne 3')
    const text = (await field()) as HTMLTextAreaElement
    expect(text).toHaveFocus()
    expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe('$\\foo$')
  })

  test('publishes, then removes after a question', async () => {
    const sent = networkAnswers(none(), sheet('**Fait**'), sheet('**Fait**'), none(), none())
    renderPage(<SheetsPage />, EDITOR)
    expect(await screen.findByText(/n'a pas encore de fiche/)).toBeVisible()
    await write('**Fait**')
    await press('Publier la fiche')
    expect(await screen.findByText('Fiche publiée')).toBeVisible()
    expect(sent[1]).toMatchObject({ method: 'PUT', body: { markdown: '**Fait**', version: null } })
    await press('Retirer la fiche')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Retirer' }))
    expect(await screen.findByText('Fiche retirée')).toBeVisible()
    const body = { markdown: '', version }
    expect(sent.findLast(({ method }) => method === 'PUT')).toMatchObject({ body })
    expect(screen.queryByRole('button', { name: 'Retirer la fiche' })).not.toBeInTheDocument()
  })

  test('keeps a text that is not published, and says so in the list', async () => {
    networkAnswers(none(), json({ items: [] }), none())
    renderPage(<SheetsPage />, EDITOR)
    await write('À moi')
    await userEvent.click(screen.getByRole('link', { name: 'Toutes les fiches' }))
    const row = within(await screen.findByRole('row', { name: new RegExp(`^${chapter} Ondes`) }))
    expect(row.getByText('Texte non publié')).toBeVisible()
    await userEvent.click(row.getByRole('link'))
    expect(await field()).toHaveValue('À moi')
  })

  test.each([
    { choice: 'Garder mon texte', text: 'Le mien', sentVersion: 'v-2' },
    { choice: "Prendre l'autre texte", text: 'Le sien', sentVersion: null },
  ])('shows a text that was written elsewhere: $choice', async ({ choice, text, sentVersion }) => {
    const other = () => sheet('Le sien', { version: 'v-2' })
    const mine = () => sheet('Le mien', { version: 'v-3' })
    const sent = networkAnswers(sheet('Avant'), problem('CONFLICT'), other(), mine(), mine())
    renderPage(<SheetsPage />, EDITOR)
    await write('Le mien')
    await press('Publier la fiche')
    expect(await screen.findByText(/a été modifiée ailleurs/)).toBeVisible()
    expect(screen.getByText('Le sien')).toBeInTheDocument()
    expect(await field()).toHaveValue('Le mien')
    expect(screen.getByRole('button', { name: 'Publier la fiche' })).toBeDisabled()
    await press(choice)
    expect(await field()).toHaveValue(text)
    if (sentVersion === null) return
    await press('Publier la fiche')
    const body = { markdown: 'Le mien', version: sentVersion }
    await waitFor(() => expect(sent.findLast(({ method }) => method === 'PUT')).toMatchObject({ body }))
  })
})

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
