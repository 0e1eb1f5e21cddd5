import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WatchedAccount } from '#shared/contract/admin/security.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { letterTo, WatchPage, watchSentence } from './watch-page.tsx'

const use = { documents: 118, deviceChanges: 5, browsers: 3, networks: 9, networksAlternate: false }
const figures = { day: '2025-11-21', ...use }
const account: WatchedAccount = {
  userId: '0b0e7a52-5a3c-4d55-9c1e-6f1d2a3b4c5d',
  email: 'eleve@exemple.test',
  isAdmin: false,
  ...figures,
  days: [{ ...figures, day: '2025-11-20', documents: 3, networks: 2, networksAlternate: true }, figures],
}

test.each([
  [
    {},
    'Le 21 novembre 2025, ce compte a ouvert 118 documents, a changé 5 fois de navigateur et a servi depuis 9 réseaux.',
  ],
  [
    { deviceChanges: 1 },
    'Le 21 novembre 2025, ce compte a ouvert 118 documents, a changé 1 fois de navigateur, a été demandé par 3 navigateurs et a servi depuis 9 réseaux.',
  ],
  [
    { deviceChanges: 2, documents: 0, networks: 1, networksAlternate: true },
    "Le 21 novembre 2025, ce compte a changé 2 fois de navigateur et est passé plus de six fois d'un réseau à l'autre en dix minutes.",
  ],
  [
    { deviceChanges: 0, browsers: 1, networks: 1, documents: 1 },
    'Le 21 novembre 2025, ce compte a ouvert 1 document.',
  ],
])('says %o in a sentence', (changes, sentence) => {
  expect(watchSentence({ ...figures, ...changes })).toBe(sentence)
})

test('a letter goes to one address, whatever characters the address contains', () => {
  const letter = letterTo({ ...account, email: 'eleve?cc=autre&x@exemple.test' })
  const { pathname, searchParams } = new URL(letter)
  expect(decodeURIComponent(pathname)).toBe('eleve?cc=autre&x@exemple.test')
  expect([...searchParams.keys()]).toEqual(['subject', 'body'])
})

test('shows each account with its days', async () => {
  const sent = networkAnswers(json({ items: [account] }))
  const { container } = renderPage(<WatchPage />)
  expect(await screen.findByRole('heading', { name: 'Comptes à surveiller (1)' })).toBeVisible()
  expect(screen.getByText(watchSentence(account))).toBeVisible()
  await userEvent.click(screen.getByText('Voir les chiffres'))
  const table = screen.getByRole('table', { name: `Utilisation de ${account.email} par jour` })
  expect(within(table).getAllByRole('row')).toHaveLength(3)
  expect(within(table).getByRole('cell', { name: '2, tour à tour' })).toBeVisible()
  expect(container.querySelectorAll('rect')).toHaveLength(7)
  await userEvent.selectOptions(screen.getByLabelText('Période'), '30 derniers jours')
  expect(sent.map(({ address }) => address)).toEqual(['/api/admin/watch?days=7', '/api/admin/watch?days=30'])
})

test('offers no block of an admin, which the server refuses', async () => {
  const admin = {
    ...account,
    userId: account.userId.replace(/^0/, '1'),
    email: 'admin@exemple.test',
    isAdmin: true,
  }
  networkAnswers(json({ items: [account, admin] }))
  renderPage(<WatchPage />)
  expect(await screen.findAllByRole('button', { name: 'Terminer les sessions' })).toHaveLength(2)
  expect(screen.getAllByRole('button', { name: 'Bloquer' })).toHaveLength(1)
})
