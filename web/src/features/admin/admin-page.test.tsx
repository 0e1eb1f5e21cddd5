import { act, screen, waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type { ServiceConfig } from '#shared/contract/service-config.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { Profile } from '#shared/entities/user.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { loadConfig } from '#web/lib/config.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { aProfile, json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AdminPage, SecondFactorNeeded } from './admin-page.tsx'

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
