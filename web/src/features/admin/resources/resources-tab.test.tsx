import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { json, noContent, problem } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/browser-files.ts'
import { passes, stopClock } from '../test-support/clock.ts'
import { button, list, row, search, second, showList, stored } from '../test-support/resources.tsx'

describe('the list of resources', () => {
  test('counts all resources that a search found, also in the heading', async () => {
    const found = json({ items: [stored, second], nextCursor: null, total: 73 })
    const sent = await showList(list([stored]), found)
    await userEvent.type(search(), 'rc')
    const text = '73 ressources trouvées pour « rc »'
    expect(await screen.findByText(text, {}, { timeout: 4_000 })).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Ressources (73)' })).toBeVisible()
    expect(sent.at(-1)?.address).toBe('/api/admin/resources?search=rc')
    expect(sent).toHaveLength(2)
  })

  test('shows those in a state by the address, and saves them as a file', async () => {
    const saved = keepSavedFiles()
    const found = () => json({ items: [second], nextCursor: null, total: 1 })
    const sent = await showList(list([stored, second]), found(), found())
    await userEvent.selectOptions(screen.getByLabelText('Afficher'), 'Jamais ouvert depuis un an')
    expect(await screen.findByRole('heading', { name: 'Ressources (1)' })).toBeVisible()
    await userEvent.click(button('Cette liste (CSV)'))
    await waitFor(() => expect(saved.length).toBe(1))
    expect(sent.slice(1).map(({ address }) => address)).toEqual([
      '/api/admin/resources?state=unopened',
      '/api/admin/resources?state=unopened&limit=100',
    ])
  })
})

test.each([
  ['is confirmed, loads the list again and is announced for 3 s', noContent],
  ['is done also where a first answer was lost', problem('NOT_FOUND')],
])('the deletion of a resource %s', async (_what, answer) => {
  const sent = await showList(list([stored]), answer, list([]))
  const user = stopClock()
  await user.click(button(`Supprimer ${stored.title}`))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))
  expect(await screen.findByText('Ressource supprimée avec succès')).toBeVisible()
  expect(await screen.findByText('Aucune ressource enregistrée.')).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/admin/resources/r1' })
  expect(screen.getByRole('heading', { name: /^Ressources/ })).toHaveFocus()
  await passes(3_000)
  expect(screen.queryByText('Ressource supprimée avec succès')).not.toBeInTheDocument()
})

test('the export of resources reads every page and saves one file with one header', async () => {
  const kept = keepSavedFiles()
  const page = (line: string, next?: string) =>
    new Response(`\uFEFFtrack;theme\r\n${line}`, { headers: next ? { 'X-Next-Cursor': next } : {} })
  const sent = await showList(list([stored]), page('SM;"a\r\nb"', 'second'), page('PC;c'))
  await userEvent.click(button('Exporter (CSV)'))
  await waitFor(() => expect(kept).toHaveLength(1))
  expect(await kept[0]?.text()).toMatch(/^\uFEFF?track;theme\r\nSM;"a\r\nb"\r\nPC;c$/)
  expect(sent.slice(1).map(({ address }) => address)).toEqual([
    '/api/admin/resources/export',
    '/api/admin/resources/export?cursor=second',
  ])
})

test('an import loads the list again', async () => {
  const report = json({ lines: [{ line: 2, outcome: 'created', errors: [] }], nextLine: null })
  const sent = await showList(list([second]), report, report, list([stored, second]))
  const csv =
    'track;theme;chapter;year;session;resourceType;type;title;file\nSM;ondes;1;2024;Normale;exercise;pdf;T;x'
  await userEvent.upload(screen.getByLabelText(/^Déposez un fichier CSV/), new File([csv], 'liste.csv'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importer 1 ligne' }))
  await waitFor(() => expect(row(stored.title)).toBeVisible())
  expect(sent).toHaveLength(4)
})
