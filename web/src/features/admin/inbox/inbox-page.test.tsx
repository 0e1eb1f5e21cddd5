import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { InboxItem } from '#shared/contract/admin/inbox.ts'
import { guessDocument } from '#shared/domain/documents/file-name.ts'
import { SAMPLE_INBOX_FILE_ID } from '#shared/entities/inbox-file.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { InboxPage } from './inbox-page.tsx'

const SEARCHED = { searchedAt: '2026-03-01T02:00:00.000Z', fault: null, isCut: false }
const inbox = (items: object[], changes: object = {}) =>
  json({ items, hasFolder: true, ...SEARCHED, ...changes })

function received(name: string, changes: Partial<InboxItem> = {}): InboxItem {
  return {
    fileId: SAMPLE_INBOX_FILE_ID,
    file: SAMPLE_INBOX_FILE_ID,
    name,
    size: 1_200_000,
    fault: null,
    guess: guessDocument(name),
    lookalikes: [],
    obstacle: null,
    doubles: [],
    seenAt: '2026-03-01T02:00:00.000Z',
    ...changes,
  }
}

const fine = json({ outcome: 'fine', name: 'a.pdf', size: 8, detail: null })
const added = json({ document: { id: 'bac-SM-2023-Normale', title: 'Bac SM 2023 - Session Normale' } })
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

test('adds a file whose name says all in one tap', async () => {
  const sent = networkAnswers(inbox([received('SM 2023 normale.pdf')]), fine, added, inbox([]))
  renderPage(<InboxPage />)
  expect(await screen.findByRole('rowheader', { name: 'SM 2023 Normale - Sujet' })).toBeVisible()
  await press('Ajouter : SM 2023 Normale - Sujet')
  expect(await screen.findByText('Bac SM 2023 - Session Normale : ajouté')).toBeVisible()
  expect(await screen.findByText("Aucun fichier n'attend.")).toBeVisible()
  expect(sent[2]).toMatchObject({
    method: 'POST',
    address: `/api/admin/inbox/${SAMPLE_INBOX_FILE_ID}`,
    body: { action: 'subject', track: 'SM', year: '2023', session: 'Normale', part: 'statement' },
  })
})

test.each([
  [
    'left Drive',
    json({ outcome: 'missing', name: null, size: null, detail: null }),
    /^Introuvable.*Partagez le fichier/,
  ],
  ['is not to be asked for', problem('DOCUMENT_SOURCE_FAILED'), /Erreur lors du chargement/],
])('adds no file that %s', async (_, answer, text) => {
  const sent = networkAnswers(inbox([received('SM 2023 normale.pdf')]), answer)
  renderPage(<InboxPage />)
  await press(/^Ajouter/)
  expect(await screen.findByText(text)).toBeVisible()
  expect(sent).toHaveLength(2)
})

test.each([
  ['a file with a fault', received('a.jpg', { fault: 'wrong-type' }), ['Ignorer'], /ni un PDF ni une vidéo/],
  ['an unknown name', received('Scan.pdf'), ['Modifier', 'Ignorer'], /Le nom ne dit pas tout/],
  [
    'a document that exists',
    received('SM 2023 normale.pdf', { obstacle: 'exists' }),
    ['Modifier', 'Ignorer'],
    /a déjà ce document/,
  ],
  [
    'a correction without its paper',
    received('SM 2023 normale corrigé.pdf', { obstacle: 'no-statement' }),
    ['Modifier', 'Ignorer'],
    /Ajoutez d'abord l'énoncé/,
  ],
  [
    'a copy',
    received('SM 2023 normale.pdf', {
      lookalikes: [{ by: 'size', title: 'Bac SM 2020' }],
      doubles: ['b.pdf'],
    }),
    ['Ajouter', 'Modifier', 'Ignorer'],
    /Même taille que « Bac SM 2020 ».*Ressemble à un fichier reçu : « b.pdf »/,
  ],
])('says of %s what is to be known, and offers what can be done', async (_, item, actions, text) => {
  networkAnswers(inbox([item]))
  renderPage(<InboxPage />)
  const row = (await screen.findAllByRole('row'))[1] as HTMLElement
  expect(row).toHaveTextContent(text)
  const buttons = within(row).getAllByRole('button')
  expect(buttons.map((button) => button.getAttribute('aria-label')?.split(' ')[0])).toEqual(actions)
})

test('the form completes a document of a paper', async () => {
  const sent = networkAnswers(inbox([received('SM 2023.pdf')]), fine, added, inbox([]))
  renderPage(<InboxPage />)
  await press(/^Modifier/)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByLabelText('Année')).toHaveValue('2023')
  await userEvent.selectOptions(dialog.getByLabelText('Session'), 'Rattrapage')
  await userEvent.selectOptions(dialog.getByLabelText('Document'), 'Corrigé')
  await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const paper = { action: 'subject', track: 'SM', year: '2023', session: 'Rattrapage' }
  expect(sent[2]?.body).toEqual({ ...paper, part: 'correction', isFree: false })
})

test('the form completes a document of a chapter, whose title may be left to the server', async () => {
  const sent = networkAnswers(inbox([received('Cours dipôle RC.pdf')]), fine, added, inbox([]))
  renderPage(<InboxPage />)
  await press(/^Modifier/)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByLabelText('Chapitre')).toHaveValue('Dipôle RC')
  await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }))
  expect(dialog.getByLabelText('Année')).toBeInvalid()
  await userEvent.type(dialog.getByLabelText('Année'), '2024')
  await userEvent.click(dialog.getByRole('button', { name: 'Ajouter' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const document = { theme: 'electricite', chapter: 'Dipôle RC', year: '2024', resourceType: 'course' }
  expect(sent[2]?.body).toMatchObject({ action: 'resource', ...document, type: 'pdf' })
  expect(sent[2]?.body).not.toHaveProperty('title')
})

test('puts a file aside, which the other list shows', async () => {
  const item = () => inbox([received('Scan.pdf')])
  const sent = networkAnswers(item(), json({ document: null }), inbox([]), item())
  renderPage(<InboxPage />)
  await press('Ignorer : Scan.pdf')
  expect(await screen.findByText('Fichier ignoré')).toBeVisible()
  expect(sent[1]?.body).toEqual({ action: 'ignore' })
  await userEvent.selectOptions(await screen.findByLabelText('État'), 'Ignorés')
  expect(await screen.findByRole('rowheader', { name: 'Scan.pdf' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Ignorer/ })).not.toBeInTheDocument()
})

test('searches now', async () => {
  const found = inbox([received('Scan.pdf')])
  const sent = networkAnswers(inbox([], { searchedAt: null }), json(SEARCHED), found)
  renderPage(<InboxPage />)
  expect(await screen.findByText("Le dossier n'a pas encore été lu.")).toBeVisible()
  await press('Chercher maintenant')
  expect(await screen.findByText('Recherche terminée')).toBeVisible()
  expect(await screen.findByRole('heading', { name: 'Fichiers reçus (1)' })).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'POST', address: '/api/admin/documents/inbox' })
})
