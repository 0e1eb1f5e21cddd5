import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { problems } from '#shared/contract/problems.ts'
import { json, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/saved-files.ts'
import { passes, stopClock } from '../test-support/clock.ts'
import { button, list, row, search, second, showList, showTab, stored } from '../test-support/resources.tsx'

describe('the list of resources', () => {
  test('shows the count and every column', async () => {
    await showList(list([stored, second]))
    expect(screen.getByRole('heading', { name: 'Ressources (1212)' })).toBeVisible()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Chapitre',
      'Type',
      'Filière',
      'Année',
      'Session',
      'Actions',
    ])
    const cells = within(row(stored.title)).getAllByRole('cell')
    expect(cells.slice(1, 4).map(({ textContent }) => textContent)).toEqual([
      stored.track,
      '2023',
      'Rattrapage',
    ])
    expect(cells[0]).toHaveTextContent('Vidéo')
    expect(within(row(second.title)).getByText('PDF')).toBeVisible()
  })

  test.each([
    ['the network', noNetwork, 'Vérifiez votre connexion Internet et réessayez.'],
    ['the server', problem('TEMPORARILY_UNAVAILABLE'), problems.TEMPORARILY_UNAVAILABLE.detail],
  ])('says that %s does not answer, with the reason', async (_, answer, reason) => {
    await showTab(answer)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Erreur lors du chargement des ressources${reason}Réessayer`,
    )
  })

  test.each([
    [[stored], 1, '1 ressource trouvée pour « rc »'],
    [[stored, second], 73, '73 ressources trouvées pour « rc »'],
    [[], 0, '0 ressource trouvée pour « rc »'],
  ])('counts all resources that a search found, also in the heading', async (items, total, text) => {
    const sent = await showList(list([stored]), json({ items, nextCursor: null, total }))
    await userEvent.type(search(), 'rc')
    expect(await screen.findByText(text, {}, { timeout: 4_000 })).toBeVisible()
    expect(screen.getByRole('heading', { name: `Ressources (${total})` })).toBeVisible()
    expect(sent.map(({ address }) => address)).toEqual([
      '/api/admin/resources',
      '/api/admin/resources?search=rc',
    ])
  })

  test('shows those in a state by the address, and saves them as a file', async () => {
    const saved = keepSavedFiles()
    const sent = await showList(
      list([stored, second]),
      json({ items: [second], nextCursor: null, total: 1 }),
      json({ items: [second], nextCursor: null, total: 1 }),
    )
    await userEvent.selectOptions(screen.getByLabelText('Afficher'), 'Jamais ouvert depuis un an')
    expect(await screen.findByRole('heading', { name: 'Ressources (1)' })).toBeVisible()
    await userEvent.click(button('Cette liste (CSV)'))
    await waitFor(() => expect(saved.length).toBe(1))
    expect(sent.slice(1).map(({ address }) => address)).toEqual([
      '/api/admin/resources?state=unopened',
      '/api/admin/resources?state=unopened&limit=100',
    ])
  })

  test('loads more with the cursor', async () => {
    const sent = await showList(list([stored], 'abc'), list([second]))
    await userEvent.click(button('Charger plus'))
    await waitFor(() => expect(row(second.title)).toBeVisible())
    expect(sent.at(-1)?.address).toBe('/api/admin/resources?cursor=abc')
  })
})

describe('the deletion of a resource', () => {
  const ask = (click = userEvent.click) => click(button(`Supprimer ${stored.title}`))
  const confirm = (click = userEvent.click) =>
    click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))

  test('is confirmed, loads the list again and is announced for 3 s', async () => {
    const sent = await showList(list([stored]), noContent, list([]))
    const user = stopClock()
    await ask(user.click)
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'Êtes-vous sûr de vouloir supprimer cette ressource ?',
    )
    await confirm(user.click)
    expect(await screen.findByText('Ressource supprimée avec succès')).toBeVisible()
    expect(await screen.findByText('Aucune ressource enregistrée.')).toBeVisible()
    expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/admin/resources/r1' })
    expect(screen.getByRole('heading', { name: /^Ressources/ })).toHaveFocus()
    await passes(3_000)
    expect(screen.queryByText('Ressource supprimée avec succès')).not.toBeInTheDocument()
  })
})

describe('the export of resources', () => {
  test('saves the answer of the server', async () => {
    const kept = keepSavedFiles()
    await showList(list([stored]), new Response('\uFEFFtrack;theme\r\n'))
    await userEvent.click(button('Exporter (CSV)'))
    await waitFor(() => expect(kept).toHaveLength(1))
    expect(await kept[0]?.text()).toMatch(/track;theme/)
  })

  test('reads every page and saves one file with one header', async () => {
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

  test.each([
    [
      'the reason of the server',
      problem('INTERNAL_ERROR'),
      'Une erreur est survenue. Veuillez réessayer plus tard.',
    ],
    ['the hint of the network', noNetwork, 'Vérifiez votre connexion Internet et réessayez.'],
    ['an unknown reason', new Response('<h1>502</h1>', { status: 502 }), 'Erreur inconnue'],
  ])('that failed shows %s', async (_, answer, reason) => {
    await showList(list([stored]), answer)
    await userEvent.click(button('Exporter (CSV)'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Erreur lors de la récupération des ressources: ${reason}`,
    )
  })
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
