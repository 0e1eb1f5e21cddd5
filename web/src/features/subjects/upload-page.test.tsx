import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
// Loaded beforehand: compiling it can take a busy machine longer than a test waits.
import './upload-form.tsx'
import { UploadPage } from './upload-page.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const become = (isAdmin: boolean) =>
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isAdmin }) })

test.each([
  ['a visitor', () => {}],
  ['a student', () => become(false)],
])('refuses %s', (_, arrive) => {
  arrive()
  renderPage(<UploadPage />)
  expect(screen.getByRole('heading', { name: 'Accès Refusé' })).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent("Vous n'avez pas la permission d'accéder à cette page.")
  expect(screen.queryByLabelText('Année')).not.toBeInTheDocument()
})

test('shows an admin the form', async () => {
  become(true)
  renderPage(<UploadPage />)
  expect(screen.getByRole('heading', { name: 'Téléverser un Sujet du Bac' })).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Ajouter le sujet' })).toBeEnabled()
})
