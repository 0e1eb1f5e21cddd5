import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, test } from 'vitest'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { Profile } from '#shared/entities/user.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AdminPage } from './admin-page.tsx'

const turnQuestions = (acceptsQuestions: boolean) =>
  seedSettings({
    settings: { ...sampleSettings, acceptsQuestions },
    isOfferOver: false,
    isAnnounced: false,
    utcOffset: 0,
  })

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
/** The tabs are chunks of their own, whose loading takes time on a busy machine. */
const PATIENTLY = { timeout: 5_000 }
const lists = () => networkAnswers(json({ items: [], nextCursor: null, total: 0 }))
const tab = (name: string) => screen.getByRole('link', { name })

describe('for an owner', () => {
  test('starts with the users and shows the number of blocked ones in their tab', async () => {
    lists()
    visit('/admin', owner)
    expect(await screen.findByRole('heading', { name: 'Utilisateurs (0)' })).toBeVisible()
    expect(tab('Utilisateurs')).toHaveAttribute('aria-current', 'page')
    expect(await screen.findByRole('link', { name: 'Utilisateurs Bloqués (0)' })).toBeVisible()
  })

  test.each([
    ['/admin/ressources', 'Ressources', /^Ressources/],
    ['/admin/audit', 'Audit & Sécurité', 'Audit & Sécurité'],
    ['/admin/tableau-de-bord', 'Tableau de bord', 'Tableau de bord'],
    ['/admin/audit/', 'Audit & Sécurité', 'Audit & Sécurité'],
  ])('%s shows the tab %s', async (address, link, heading) => {
    lists()
    visit(address, owner)
    expect(await screen.findByRole('heading', { level: 2, name: heading }, PATIENTLY)).toBeVisible()
    expect(tab(link)).toHaveAttribute('aria-current', 'page')
    expect(screen.getByRole('link', { name: `Aide : ${link}` })).toBeVisible()
  })

  test.each([
    [true, '/sujets-bac'],
    [false, '/sujets-bac/upload'],
  ])(
    'finds the pages by subject, and marks the current one (primary owner: %s)',
    async (isPrimaryOwner, subjects) => {
      lists()
      visit('/admin/parametres/rentree', { ...owner, isPrimaryOwner })
      await screen.findByRole('link', { name: 'Utilisateurs Bloqués (0)' })
      const addresses = (group: string) =>
        within(screen.getByRole('list', { name: group }))
          .getAllByRole('link')
          .map((link) => [link.textContent, link.getAttribute('href')])
      expect(addresses('Site')).toEqual([
        ['Tableau de bord', '/admin/tableau-de-bord'],
        ['Paramètres', '/admin/parametres'],
        ['Aide', '/admin/aide'],
      ])
      expect(addresses('Argent')).toEqual([
        ['Demandes', '/admin/demandes'],
        ['Cartes', '/admin/codes'],
        ['Paiements', '/admin/paiements'],
      ])
      expect(addresses('Contenu')).toEqual([
        ['Sujets du bac', subjects],
        ['Fichiers reçus', '/admin/fichiers-recus'],
        ['Fiches', '/admin/fiches'],
        ['Signalements', '/admin/signalements'],
      ])
      expect(addresses('Élèves')).toEqual([
        ['Questions', '/admin/questions'],
        ['Surveillance', '/admin/surveillance'],
        ['Exemplaires', '/admin/exemplaires'],
      ])
      expect(screen.getByRole('link', { current: 'page' })).toHaveTextContent('Paramètres')
    },
  )

  test('finds no questions while they are turned off', async () => {
    turnQuestions(false)
    lists()
    visit('/admin', owner)
    expect(await screen.findByRole('link', { name: 'Surveillance' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Questions' })).not.toBeInTheDocument()
  })

  test('switches between tabs', async () => {
    lists()
    visit('/admin', owner)
    await userEvent.click(await screen.findByRole('link', { name: 'Utilisateurs Bloqués (0)' }))
    expect(await screen.findByText('Aucun utilisateur bloqué')).toBeVisible()
  })

  test('says when an address has no section', () => {
    lists()
    visit('/admin/nulle-part', owner)
    expect(screen.getByText("Cette section de l'administration n'existe pas.")).toBeVisible()
  })
})

describe('for an admin who is no owner', () => {
  test('sends one request a visit, also after a renewed profile and a lost network', async () => {
    const sent = networkAnswers(problem('OWNER_REQUIRED'))
    visit('/admin/audit', { isAdmin: true })
    expect(screen.getByRole('heading', { name: 'ACCÈS ADMIN NON AUTORISÉ' })).toBeVisible()
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ method: 'GET', address: '/api/admin/activity' })
    act(() => {
      // The profile is renewed every minute, and the network comes and goes.
      authStore.dispatch({
        type: 'renewed',
        sessionId: 's',
        profile: aProfile({ isAdmin: true, isPremium: true }),
      })
      window.dispatchEvent(new Event('offline'))
      window.dispatchEvent(new Event('online'))
      window.dispatchEvent(new Event('focus'))
    })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(sent).toHaveLength(1)
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument()
  })
})

test.each([
  ['a student', {}],
  ['a premium student', { isPremium: true }],
])('%s is refused without a request', (_, profile) => {
  const sent = lists()
  visit('/admin', profile)
  expect(screen.getByRole('heading', { name: 'Accès Refusé' })).toBeVisible()
  expect(screen.getByText("Vous n'avez pas la permission d'accéder à cette page.")).toBeVisible()
  expect(sent).toEqual([])
})

test('a visitor is asked to sign in', () => {
  visit('/admin')
  expect(screen.getByText('Authentification requise')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Se connecter' })).toBeEnabled()
})
