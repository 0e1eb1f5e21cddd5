import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { json, networkAnswers, noContent } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { BlockedTab } from './blocked-tab.tsx'

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
