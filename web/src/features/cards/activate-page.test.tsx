import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ActivatePage } from './activate-page.tsx'

const renew = vi.hoisted(() => vi.fn(async () => undefined))
vi.mock('#web/lib/auth/session.ts', () => ({ session: { live: () => ({ renew }) } }))

const CODE = '7K3F-9QXM-2HT8'
const free = aProfile({ isPremium: false })
const premium = {
  ...free,
  isPremium: true,
  premiumUntil: '2027-07-11T00:00:00.000Z',
  premiumLastDay: '2027-07-10',
}

const field = () => screen.getByLabelText('Code de la carte')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function visit(address = '/activer') {
  return renderPage(
    <>
      <Routes>
        <Route path="/activer" element={<ActivatePage />} />
        <Route path="*" element={<WhereFrom />} />
      </Routes>
      <Address />
    </>,
    address,
  )
}

function WhereFrom() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

function Address() {
  const { pathname, search, hash } = useLocation()
  return <p>{`Adresse : ${pathname}${search}${hash}`}</p>
}

const signIn = (profile = free) => authStore.dispatch({ type: 'opened', sessionId: 's', profile })

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  renew.mockClear()
})

test('a visitor signs up and returns to the card, which is checked and read', async () => {
  const sent = networkAnswers(json({ profile: premium, isUsed: false }))
  const { unmount } = visit(`/activer#${CODE}`)
  expect(field()).toHaveValue(CODE)
  await press('Vérifier la carte')
  await userEvent.click(screen.getByRole('link', { name: 'Créer un compte' }))
  expect(screen.getByText('/signup {"from":"/activer"}')).toBeVisible()
  unmount()
  signIn()
  visit()
  expect(await screen.findByText('Votre carte est valable')).toBeVisible()
  expect(sent).toHaveLength(1)
})

test.each(['#', '?code='])('the code of a card leaves the address at once: %s', async (before) => {
  visit(`/activer${before}${CODE}`)
  expect(await screen.findByText('Adresse : /activer')).toBeInTheDocument()
  expect(field()).toHaveValue(CODE)
})

test('a card is shown before it is activated', async () => {
  signIn()
  const sent = networkAnswers(
    json({ profile: premium, isUsed: false }),
    json({ profile: premium, isUsed: false }),
  )
  visit()
  await userEvent.type(field(), '7k3f 9qxm 2ht8')
  await press('Vérifier la carte')
  expect(await screen.findByText(/aura l'accès Premium jusqu'au 10 juillet 2027/)).toHaveTextContent(
    free.email,
  )
  expect(sent).toMatchObject([
    { method: 'POST', address: '/api/account/premium-code?dryRun=true', body: { code: '7K3F9QXM2HT8' } },
  ])
  expect(sent).toHaveLength(1)
  await press('Activer mon accès')
  expect(
    await screen.findByText("Votre compte est Premium jusqu'au 10 juillet 2027. Bon travail !"),
  ).toBeVisible()
  expect(sent[1]).toMatchObject({ address: '/api/account/premium-code', body: { code: '7K3F9QXM2HT8' } })
  expect(renew).toHaveBeenCalledOnce()
})

test('a card that would not prolong Premium is not used', async () => {
  signIn(premium)
  networkAnswers(json({ profile: premium, isUsed: false }))
  visit(`/activer#${CODE}`)
  await press('Vérifier la carte')
  expect(await screen.findByText(/cette carte n'y ajouterait rien/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Activer mon accès' })).not.toBeInTheDocument()
})

test('a card that this account has used says so', async () => {
  signIn(premium)
  networkAnswers(json({ profile: premium, isUsed: true }))
  visit(`/activer#${CODE}`)
  await press('Vérifier la carte')
  expect(await screen.findByText('Vous avez déjà activé cette carte.')).toBeVisible()
  expect(screen.queryByText(/donnez-la/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Activer mon accès' })).not.toBeInTheDocument()
})

test('a mistyped code is refused without a request', async () => {
  signIn()
  const sent = networkAnswers()
  visit()
  await userEvent.type(field(), '7K3F-9QXM-2HT9')
  await press('Vérifier la carte')
  expect(screen.getByText(/Ce code contient une faute de frappe/)).toBeVisible()
  expect(sent).toEqual([])
})

test.each([
  { answer: problem('CODE_UNKNOWN'), text: "Ce code n'existe pas. Vérifiez les caractères et réessayez." },
  { answer: problem('CODE_USED'), text: 'Ce code a déjà été utilisé.' },
  { answer: problem('CODE_EXPIRED'), text: "Ce code n'est plus valable." },
  { answer: problem('CODE_REVOKED'), text: 'Ce code a été annulé.' },
  { answer: noNetwork, text: 'Vérifiez votre connexion Internet et réessayez.' },
])('says why a card is refused, and keeps the code: $text', async ({ answer, text }) => {
  signIn()
  networkAnswers(answer)
  visit(`/activer#${CODE}`)
  await press('Vérifier la carte')
  expect(await screen.findByText(text)).toBeVisible()
  expect(field()).toHaveValue(CODE)
})
