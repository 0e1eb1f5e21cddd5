import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ActivityItem, AuditItem } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { BlockedTab } from '#web/features/admin/blocked/blocked-tab.tsx'
import { json, networkAnswers, noContent } from '#web/test/answers.ts'
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

/** Answers the requests by address, a list of answers in turn. @returns the requested addresses */
function given(answers: Record<string, Response[]>, shown = '/admin/audit') {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    const path = address.split('?')[0] ?? ''
    const waiting = answers[path.replace('/api/admin/', '')] ?? []
    const answer = waiting.length > 1 ? waiting.shift() : waiting[0]
    if (!answer) throw new Error(`no answer for ${address}`)
    return answer.clone()
  })
  renderPage(<SecurityTab />, shown)
  return asked
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
  test('is exported as CSV', async () => {
    const saved = keepSavedFiles()
    given({ ...full(), audit: [page([change]), page([change], 'abc'), page([refused])] })
    await userEvent.click(await screen.findByRole('button', { name: 'Exporter le journal (CSV)' }))
    expect(await screen.findByText('2 lignes exportées')).toBeVisible()
    const lines = (await saved[0]?.text())?.split('\r\n')
    expect(lines?.[1]).toContain(
      ';proprietaire@exemple.invalid;UPDATE_PREMIUM;eleve@exemple.invalid;Statut Premium : Gratuit → Premium',
    )
  })

  test('is filtered by the fields, in the list and in the file', async () => {
    keepSavedFiles()
    const asked = given({ ...full(), audit: [page([change, refused]), page([refused])] })
    await userEvent.selectOptions(await screen.findByLabelText('Admin'), intruder.adminEmail)
    await userEvent.selectOptions(screen.getByLabelText('Action'), "Tentative d'accès refusée")
    await userEvent.type(screen.getByLabelText('Cible'), ' GET /api/admin/users ')
    await userEvent.type(screen.getByLabelText('Du'), '2026-03-01')
    await userEvent.type(screen.getByLabelText('Au'), '2026-03-04')
    await userEvent.click(screen.getByRole('button', { name: 'Filtrer' }))
    await waitFor(() => expect(table("Journal d'audit").getAllByRole('row')).toHaveLength(2))
    await userEvent.click(screen.getByRole('button', { name: 'Exporter le journal (CSV)' }))
    await screen.findByText('1 ligne exportée')
    const searches = asked.map((each) => Object.fromEntries(new URL(each, 'http://x').searchParams))
    const from = { actor: intruder.adminEmail, action: 'REFUSED_ATTEMPT', from: '2026-03-01' }
    const filters = { ...from, target: 'GET /api/admin/users', to: '2026-03-04' }
    expect(searches.filter(({ action }) => action)).toEqual([filters, { ...filters, limit: '100' }])
  })

  test('takes its filters from the address, shows that nothing was found, and drops them again', async () => {
    const asked = given(
      { ...full(), audit: [page([]), page([change])] },
      '/admin/audit?actor=ancien%40exemple.invalid&from=hier&autre=1',
    )
    expect(await screen.findByText('Aucune entrée ne correspond à ces filtres.')).toBeVisible()
    expect(screen.getByLabelText('Admin')).toHaveValue('ancien@exemple.invalid')
    await userEvent.click(screen.getByRole('link', { name: 'Effacer les filtres' }))
    expect(await screen.findByText('UPDATE_PREMIUM')).toBeVisible()
    expect(screen.getByLabelText('Admin')).toHaveValue('')
    expect(asked.filter((each) => each.startsWith('/api/admin/audit'))).toEqual([
      '/api/admin/audit?actor=ancien%40exemple.invalid',
      '/api/admin/audit',
    ])
  })

  test('continues after a long part of the log without a match', async () => {
    given({ ...full(), audit: [page([], 'abc'), page([change])] }, '/admin/audit?target=x')
    expect(await screen.findByText(/La suite reste à lire/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Charger plus' }))
    expect(await screen.findByText('UPDATE_PREMIUM')).toBeVisible()
  })
})

const blockedOne = createSample(BlockedEmail, {
  email: 'bloque@exemple.invalid',
  reason: 'Partage du compte',
  blockedAt: '2026-03-04T12:00:00.000Z',
})
const list = (items: BlockedEmail[], nextCursor: string | null = null) => json({ items, nextCursor })
const dialog = () => within(screen.getByRole('dialog'))

function show(...answers: (Response | Error)[]) {
  const sent = networkAnswers(...answers)
  renderPage(<BlockedTab />)
  return sent
}

test('unblocks an address after a confirmation', async () => {
  const sent = show(list([blockedOne]), noContent, list([]))
  await userEvent.click(await screen.findByRole('button', { name: 'Débloquer' }))
  await userEvent.click(dialog().getByRole('button', { name: 'Débloquer' }))
  expect(await screen.findByText(`${blockedOne.email} : adresse débloquée`)).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/admin/blocked/bloque%40exemple.invalid' })
  expect(await screen.findByText('Aucun utilisateur bloqué')).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { level: 2 })).toHaveFocus())
})

test('blocks an address without an account, and other accounts of the same mailbox for the same reason', async () => {
  const other = 'bloque+1@exemple.invalid'
  const first = json({ ...blockedOne, sameMailbox: [other] }, 201)
  const second = json({ ...blockedOne, email: other, sameMailbox: [] }, 201)
  const sent = show(list([]), first, list([blockedOne]), second, list([blockedOne]))
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
