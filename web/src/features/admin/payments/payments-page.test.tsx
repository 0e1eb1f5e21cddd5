import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { LedgerLine, ledgerEntryId } from '#shared/entities/ledger-entry.ts'
import { samplePremiumUser } from '#shared/entities/samples.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/browser-files.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { PaymentsPage } from './payments-page.tsx'

const CASH = {
  amount: 250,
  means: 'Espèces',
  reference: '',
  label: '',
  by: 'SYSTEM',
  kind: 'payment',
} as const
const entryId = (number: number) => ledgerEntryId(samplePremiumUser.id, String(number))
const line = (changes: Partial<LedgerLine>) => createSample(LedgerLine, { ...CASH, ...changes })
const page = (items: LedgerLine[], nextCursor: string | null = null) => json({ items, nextCursor })

/** The number of requests that wait is asked for first. @returns the addresses of the calls about payments */
function show(...answers: Response[]) {
  const sent = networkAnswers(json({ items: [], nextCursor: null, total: 2 }), ...answers)
  renderPage(<PaymentsPage />)
  return (wanted = 'GET') =>
    sent.flatMap(({ method, address }) =>
      method === wanted && /^\/api\/admin\/payments\b/.test(address) ? [address] : [],
    )
}

test('adds the payments of all pages up, by means and by place', async () => {
  const calls = show(
    page([line({ id: entryId(1), means: 'Carte prépayée', label: 'Librairie' })], 'abc'),
    page([line({ id: entryId(2) }), line({ id: entryId(3), amount: -50 })]),
  )
  expect(await screen.findByText('450 DH', { selector: 'strong' })).toBeVisible()
  const means = within(screen.getByRole('table', { name: 'Par moyen de paiement' }))
  expect(means.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'NomSomme',
    'Carte prépayée250\u00a0DH',
    'Espèces200\u00a0DH',
  ])
  const places = screen.getByRole('table', { name: 'Par lieu de vente des cartes' })
  expect(places).toHaveTextContent('Librairie250 DH')
  expect(screen.getByRole('table', { name: 'Par mois' })).toHaveTextContent('janvier 2026450 DH')
  expect(calls()[1]).toContain('cursor=abc')
  expect(screen.getByRole('link', { name: '2 demandes en attente' })).toBeVisible()
})

test('offers to cancel a payment whose money is held, and the refund that took it back', async () => {
  const reversal = (of: number, kind: LedgerLine['kind']) =>
    line({ id: `${entryId(of)}-1`, of: entryId(of), kind, amount: -250 })
  const payments = [line({ id: entryId(1) }), line({ id: entryId(2) }), line({ id: entryId(3) })]
  const calls = show(page([reversal(1, 'cancelled'), reversal(2, 'refund'), ...payments]))
  const table = within(await screen.findByRole('table', { name: 'Paiements' }))
  const rows = table.getAllByRole('row').slice(1)
  const buttons = rows.map((row) => within(row).queryByRole('button', { name: 'Annuler' }))
  expect(buttons.map((button) => button !== null)).toEqual([false, true, false, false, true])
  await userEvent.click(buttons[1] as HTMLElement)
  await userEvent.click(screen.getByRole('button', { name: 'Annuler la ligne' }))
  await waitFor(() => expect(calls('DELETE')).toEqual([`/api/admin/payments/${entryId(2)}-1`]))
})

test('fetches another period, but not one that ends before it begins', async () => {
  const calls = show(page([line({ id: entryId(1) })]), page([]))
  await screen.findByText(/en tout/)
  fireEvent.change(screen.getByLabelText('Du'), { target: { value: '2999-01-01' } })
  expect(screen.getByText('Choisissez deux jours, le premier avant le second')).toBeVisible()
  expect(calls()).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Du'), { target: { value: '2026-01-05' } })
  expect(await screen.findByText('Aucun paiement pendant cette période.')).toBeVisible()
  expect(calls()[1]).toContain('from=2026-01-05')
})

test('are exported with what was given back in minus, cards by their name, and the sum', async () => {
  const saved = keepSavedFiles()
  const refund = line({ id: entryId(1), email: null, amount: -50.5, kind: 'refund' })
  show(page([refund, line({ id: entryId(2), email: 'c@d.ma', label: 'Librairie' })]))
  await userEvent.click(await screen.findByRole('button', { name: 'Exporter (CSV)' }))
  expect(await screen.findByText('3 lignes exportées')).toBeVisible()
  const rows = (await saved[0]?.text())?.split('\r\n').slice(1)
  expect(rows).toEqual([
    expect.stringContaining('01/01/2026;Remboursement;compte supprimé;-50,5;Espèces;'),
    expect.stringMatching(/;Paiement;c@d\.ma;250;Espèces;;Librairie;Carte;/),
    'Somme;;;199,5;;;;;',
  ])
})
