import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { PaymentLine } from '#shared/domain/premium/payments.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { keepSavedFiles } from '#web/test/saved-files.ts'
import { PaymentsPage } from './payments-page.tsx'

const CASH = { amount: 250, means: 'Espèces', reference: '', label: '', by: 'SYSTEM' } as const
const line = (changes: Partial<PaymentLine>) => createSample(PaymentLine, { ...CASH, ...changes })
const page = (items: PaymentLine[], nextCursor: string | null = null) => json({ items, nextCursor })

/** The number of requests that wait is asked for first. @returns the calls about payments */
function show(...answers: Response[]) {
  const sent = networkAnswers(json({ items: [], nextCursor: null, total: 2 }), ...answers)
  renderPage(<PaymentsPage />)
  return () => sent.filter(({ address }) => address.startsWith('/api/admin/payments?'))
}

test('adds the payments of all pages up, by means and by place', async () => {
  const sent = show(
    page([line({ id: '1', means: 'Carte prépayée', label: 'Librairie' })], 'abc'),
    page([line({ id: '2' }), line({ id: '3', amount: -50 })]),
  )
  expect(await screen.findByText('450 DH')).toBeVisible()
  const means = within(screen.getByRole('table', { name: 'Par moyen de paiement' }))
  expect(means.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'NomSomme',
    'Carte prépayée250 DH',
    'Espèces200 DH',
  ])
  const places = screen.getByRole('table', { name: 'Par lieu de vente des cartes' })
  expect(places).toHaveTextContent('Librairie250 DH')
  expect(sent()[1]?.address).toContain('cursor=abc')
  expect(screen.getByRole('link', { name: '2 demandes en attente' })).toBeVisible()
})

test('fetches another period, but not one that ends before it begins', async () => {
  const sent = show(page([line({ id: '1' })]), page([]))
  await screen.findByText(/en tout/)
  fireEvent.change(screen.getByLabelText('Du'), { target: { value: '2999-01-01' } })
  expect(screen.getByText('Choisissez deux jours, le premier avant le second')).toBeVisible()
  expect(sent()).toHaveLength(1)
  fireEvent.change(screen.getByLabelText('Du'), { target: { value: '2026-01-05' } })
  expect(await screen.findByText('Aucun paiement pendant cette période.')).toBeVisible()
  expect(sent()[1]?.address).toContain('from=2026-01-05')
})

test('are exported with corrections as numbers, and cards by their name', async () => {
  const saved = keepSavedFiles()
  const correction = line({ id: '1', email: 'a@b.ma', amount: -50.5 })
  show(page([correction, line({ id: '2', email: 'c@d.ma', label: 'Librairie' })]))
  await userEvent.click(await screen.findByRole('button', { name: 'Exporter (CSV)' }))
  expect(await screen.findByText('2 lignes exportées')).toBeVisible()
  const rows = (await saved[0]?.text())?.split('\r\n').slice(1)
  expect(rows).toEqual([
    expect.stringContaining(';a@b.ma;-50,5;Espèces;'),
    expect.stringMatching(/;c@d\.ma;250;Espèces;;Librairie;Carte$/),
  ])
})
