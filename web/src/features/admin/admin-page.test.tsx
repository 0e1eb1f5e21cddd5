import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ServiceConfig } from '#shared/contract/service-config.ts'
import { sampleNotice, sampleSettings } from '#shared/entities/samples.ts'
import type { Profile } from '#shared/entities/user.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { loadConfig } from '#web/lib/config.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { json, networkAnswers, noContent, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AdminPage, SecondFactorNeeded } from './admin-page.tsx'
import { counted, dirhams } from './admin-texts.ts'
import { Notices, OfferNotice } from './notices.tsx'

const facts = { isOfferOver: false, isAnnounced: false, utcOffset: 0 }
const turnQuestions = (acceptsQuestions: boolean) =>
  seedSettings({ settings: { ...sampleSettings, acceptsQuestions }, ...facts })

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  turnQuestions(true)
})

function visit(address: string, profile?: Partial<Profile>) {
  if (profile) authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile(profile) })
  renderPage(
    <Routes>
      <Route path="/admin/*" element={<AdminPage SettingsPreview={() => null} />} />
    </Routes>,
    address,
  )
}

const owner = { isAdmin: true, isOwner: true, hasSecondFactor: true }
const lists = () => networkAnswers(json({ items: [], nextCursor: null, total: 0 }))
const tab = (name: string) => screen.getByRole('link', { name })

test('for an owner it starts with the users and shows the number of blocked ones in their tab', async () => {
  lists()
  visit('/admin', owner)
  expect(await screen.findByRole('heading', { name: 'Utilisateurs (0)' })).toBeVisible()
  expect(tab('Utilisateurs')).toHaveAttribute('aria-current', 'page')
  expect(await screen.findByRole('link', { name: 'Utilisateurs Bloqués (0)' })).toBeVisible()
})

test('an owner finds no questions while they are turned off', async () => {
  turnQuestions(false)
  lists()
  visit('/admin', owner)
  expect(await screen.findByRole('link', { name: 'Surveillance' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Questions' })).not.toBeInTheDocument()
})

test('an admin who is no owner sends one request a visit, also after a renewed profile and a lost network', async () => {
  const sent = networkAnswers(problem('OWNER_REQUIRED'))
  visit('/admin/audit', { isAdmin: true })
  expect(screen.getByRole('heading', { name: 'ACCÈS ADMIN NON AUTORISÉ' })).toBeVisible()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ method: 'GET', address: '/api/admin/activity' })
  act(() => {
    // The profile is renewed every minute, and the network comes and goes.
    const profile = aProfile({ isAdmin: true, isPremium: true })
    authStore.dispatch({ type: 'renewed', sessionId: 's', profile })
    window.dispatchEvent(new Event('offline'))
    window.dispatchEvent(new Event('online'))
    window.dispatchEvent(new Event('focus'))
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(sent).toHaveLength(1)
  expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
})

test('a student is refused without a request', () => {
  const sent = lists()
  visit('/admin', { isPremium: true })
  expect(screen.getByRole('heading', { name: 'Accès Refusé' })).toBeVisible()
  expect(screen.getByText("Vous n'avez pas la permission d'accéder à cette page.")).toBeVisible()
  expect(sent).toEqual([])
})

test('a visitor is asked to sign in', () => {
  visit('/admin')
  expect(screen.getByText('Authentification requise')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Se connecter' })).toBeEnabled()
})

vi.mock('#web/lib/config.ts', () => ({ loadConfig: vi.fn() }))

beforeEach(() => void vi.mocked(loadConfig).mockReset())

function renderDashboard(hasSecondFactor: boolean) {
  renderPage(
    <SecondFactorNeeded profile={aProfile({ isAdmin: true, isOwner: true, hasSecondFactor })}>
      <p>Tableau</p>
    </SecondFactorNeeded>,
    '/admin',
  )
}

test('refuses an owner without a second factor where the stage requires one, with a link to the account', async () => {
  vi.mocked(loadConfig).mockResolvedValue({ ownersNeedSecondFactor: true } as ServiceConfig)
  renderDashboard(false)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    "L'administration demande une validation en deux étapes.",
  )
  expect(screen.getByRole('link', { name: 'Mon compte' })).toHaveAttribute('href', '/compte')
  expect(screen.queryByText('Tableau')).not.toBeInTheDocument()
  renderDashboard(true)
  expect(screen.getByText('Tableau')).toBeVisible()
  expect(loadConfig).toHaveBeenCalledOnce()
})

test('shows the dashboard when the configuration cannot be loaded', async () => {
  vi.mocked(loadConfig).mockRejectedValue(new ApiFailure('unreachable'))
  renderDashboard(false)
  expect(await screen.findByText('Tableau')).toBeVisible()
})

const notice = { ...sampleNotice, actor: 'associee@exemple.test', day: '2026-03-01', documents: 60 }
const list = (...items: object[]) => json({ items })

test('names who made documents free, links to that day, and is acknowledged up to what was shown', async () => {
  const sent = networkAnswers(list(notice), noContent, list())
  renderPage(<Notices />)
  expect(await screen.findByText('60 documents sont devenus gratuits')).toBeVisible()
  expect(screen.getByText('associee@exemple.test')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Voir dans le journal' })).toHaveAttribute(
    'href',
    '/admin/audit?actor=associee%40exemple.test&from=2026-03-01&to=2026-03-01',
  )
  await userEvent.click(await screen.findByRole('button', { name: "J'ai vérifié" }))
  await waitFor(() => expect(screen.queryByText(/sont devenus gratuits/)).not.toBeInTheDocument())
  const address = `/api/admin/notices/${notice.id}/acknowledgement`
  expect(sent[1]).toMatchObject({ method: 'POST', address, body: { documents: 60 } })
})

test.each([
  // The sample offer ends on 10 July 2099.
  ['2099-07-10T22:59:59.000Z', false],
  ['2099-07-10T23:00:00.000Z', true],
])('at %s the notice about the ended offer is shown: %s', (now, isOver) => {
  vi.useFakeTimers({ now: new Date(now) })
  renderPage(<OfferNotice />)
  expect(screen.queryByText(/terminée depuis le 10 juillet 2099/) !== null).toBe(isOver)
})

test('a number stands with its words, and a sum with its centimes where it has some', () => {
  expect([0, 1, 2].map((count) => counted(count, 'mot trouvé'))).toEqual([
    '0 mot trouvé',
    '1 mot trouvé',
    '2 mots trouvés',
  ])
  expect(counted(1200, 'document')).toBe('1\u202f200 documents')
  const sums = ['250\u00a0DH', '1\u202f250,50\u00a0DH', '-30\u00a0DH']
  expect([250, 1250.5, -30].map(dirhams)).toEqual(sums)
})
