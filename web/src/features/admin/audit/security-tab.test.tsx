import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ActivityItem, AuditItem } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { BlockedTab } from '#web/features/admin/blocked/blocked-tab.tsx'
import { pathAnswers } from '#web/features/admin/test-support/path-answers.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/browser-files.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SecurityTab } from './security-tab.tsx'

const at = '2026-03-04T12:00:00.000Z'
const owner = createSample(ActivityItem, {
  adminEmail: 'proprietaire@exemple.invalid',
  actionCount: 1200,
  firstAction: at,
  lastAction: at,
})
const intruder: ActivityItem = { ...owner, adminEmail: 'intrus@exemple.invalid', isLegitimateAdmin: false }
const change = createSample(AuditItem, {
  id: 'a',
  createdAt: at,
  adminEmail: owner.adminEmail,
  actionType: 'UPDATE_PREMIUM',
  targetEmail: 'eleve@exemple.invalid',
  oldValues: { isPremium: false },
  newValues: { isPremium: true },
})
const refused: AuditItem = {
  ...change,
  id: 'b',
  adminEmail: intruder.adminEmail,
  actionType: 'REFUSED_ATTEMPT',
  targetEmail: 'GET /api/admin/users',
  oldValues: null,
  newValues: null,
}
const blocked = createSample(BlockedEmail)

function given(answers: Record<string, Response[]>, shown = '/admin/audit') {
  const calls = pathAnswers(answers)
  renderPage(<SecurityTab />, shown)
  return calls
}

const page = (items: object[], nextCursor: string | null = null) => json({ items, nextCursor })
const full = () => ({
  activity: [json({ items: [owner, intruder] })],
  audit: [page([change, refused])],
  blocked: [page([blocked, { ...blocked, email: 'z@exemple.invalid' }])],
})
const table = (name: string) => within(screen.getByRole('table', { name }))

test('the activity of administrators flags actors who are neither an owner nor the system', async () => {
  given(full())
  const row = (name: RegExp) => table('Activité des administrateurs').getByRole('row', { name })
  await screen.findByRole('table', { name: 'Activité des administrateurs' })
  expect(row(/^proprietaire/)).toHaveTextContent('Légitime')
  expect(row(/^intrus/)).toHaveTextContent('INTRUS')
})

describe('the audit log', () => {
  test('is filtered by the fields, in the list and in the file', async () => {
    const saved = keepSavedFiles()
    const calls = given({ ...full(), audit: [page([change, refused]), page([change])] })
    await userEvent.selectOptions(await screen.findByLabelText('Admin'), intruder.adminEmail)
    await userEvent.selectOptions(screen.getByLabelText('Action'), "Tentative d'accès refusée")
    await userEvent.type(screen.getByLabelText('Cible'), ' GET /api/admin/users ')
    await userEvent.type(screen.getByLabelText('Du'), '2026-03-01')
    await userEvent.type(screen.getByLabelText('Au'), '2026-03-04')
    await userEvent.click(screen.getByRole('button', { name: 'Filtrer' }))
    await waitFor(() => expect(table("Journal d'audit").getAllByRole('row')).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Exporter le journal (CSV)' }))
    await screen.findByText('1 ligne exportée')
    expect((await saved[0]?.text())?.split('\r\n')[1]).toContain(
      ';proprietaire@exemple.invalid;UPDATE_PREMIUM;eleve@exemple.invalid;Statut Premium : Gratuit → Premium',
    )
    const searches = calls.map((call) => Object.fromEntries(new URLSearchParams(call.split('?')[1])))
    const from = { actor: intruder.adminEmail, action: 'REFUSED_ATTEMPT', from: '2026-03-01' }
    const filters = { ...from, target: 'GET /api/admin/users', to: '2026-03-04' }
    expect(searches.filter(({ action }) => action)).toEqual([filters, { ...filters, limit: '100' }])
  })

  test('takes its filters from the address, shows that nothing was found, and drops them again', async () => {
    const calls = given(
      { ...full(), audit: [page([]), page([change])] },
      '/admin/audit?actor=ancien%40exemple.invalid&from=hier&autre=1',
    )
    expect(await screen.findByText('Aucune entrée ne correspond à ces filtres.')).toBeVisible()
    expect(screen.getByLabelText('Admin')).toHaveValue('ancien@exemple.invalid')
    await userEvent.click(screen.getByRole('link', { name: 'Effacer les filtres' }))
    expect(await screen.findByText('UPDATE_PREMIUM')).toBeVisible()
    expect(screen.getByLabelText('Admin')).toHaveValue('')
    expect(calls.filter((call) => call.startsWith('GET /api/admin/audit'))).toEqual([
      'GET /api/admin/audit?actor=ancien%40exemple.invalid',
      'GET /api/admin/audit',
    ])
  })

  test('continues after a long part of the log without a match', async () => {
    given({ ...full(), audit: [page([], 'abc'), page([change])] }, '/admin/audit?target=x')
    expect(await screen.findByText(/La suite reste à lire/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Charger plus' }))
    expect(await screen.findByText('UPDATE_PREMIUM')).toBeVisible()
  })
})

test('blocks an address without an account, and other accounts of the same mailbox for the same reason', async () => {
  const blockedOne = { ...blocked, email: 'bloque@exemple.invalid', reason: 'Partage du compte' }
  const other = 'bloque+1@exemple.invalid'
  const dialog = () => within(screen.getByRole('dialog'))
  const first = json({ ...blockedOne, sameMailbox: [other] }, 201)
  const second = json({ ...blockedOne, email: other, sameMailbox: [] }, 201)
  const sent = networkAnswers(page([]), first, page([blockedOne]), second, page([blockedOne]))
  renderPage(<BlockedTab />)
  await screen.findByText('Aucun utilisateur bloqué')
  await userEvent.click(screen.getByRole('button', { name: 'Bloquer une adresse' }))
  await userEvent.type(dialog().getByLabelText('Email'), ' Bloque@exemple.invalid')
  await userEvent.type(dialog().getByLabelText('Raison'), blockedOne.reason)
  await userEvent.click(dialog().getByRole('button', { name: 'Bloquer' }))
  await userEvent.click(await dialog().findByRole('button', { name: `Bloquer ${other}` }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  const address = '/api/admin/blocked'
  expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([
    { address, body: { email: blockedOne.email, reason: blockedOne.reason } },
    { address, body: { email: other, reason: blockedOne.reason } },
  ])
  expect(await screen.findByRole('row', { name: /^bloque@/ })).toBeVisible()
})
