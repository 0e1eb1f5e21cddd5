import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
// Loaded beforehand: compiling it can take a busy machine longer than a test waits.
import './upload-form.tsx'
import { UploadPage } from './upload-page.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const becomeStudent = () => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })

test.each([
  ['a visitor', () => {}],
  ['a student', becomeStudent],
])('refuses %s', (_, arrive) => {
  arrive()
  renderPage(<UploadPage />)
  expect(screen.getByRole('heading', { name: 'Accès Refusé' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent("Vous n'avez pas la permission d'accéder à cette page.")
  expect(screen.queryByLabelText('Année')).not.toBeInTheDocument()
})

test.each([
  ['an owner', true],
  ['an admin who is not an owner', false],
])('shows %s the form, and only to owners what makes a paper free', async (_, isOwner) => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isAdmin: true, isOwner }) })
  renderPage(<UploadPage />)
  expect(screen.getByRole('heading', { name: 'Téléverser un Sujet du Bac' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Ajouter le sujet' })).toBeEnabled()
  expect(screen.queryAllByRole('checkbox', { name: /^Sujet gratuit/ })).toHaveLength(isOwner ? 1 : 0)
  expect(screen.queryAllByText(/^Un nouveau sujet est Premium/)).toHaveLength(isOwner ? 0 : 1)
})
