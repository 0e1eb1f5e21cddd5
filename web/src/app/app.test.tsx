import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { authStore, useSignInDialog } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SignInDialogProvider } from './app.tsx'

function Opener() {
  const open = useSignInDialog()
  return (
    <button type="button" onClick={open}>
      Ouvrir
    </button>
  )
}

test('the dialog stays closed after a sign-in', async () => {
  authStore.dispatch({ type: 'ended' })
  renderPage(
    <SignInDialogProvider>
      <Opener />
    </SignInDialogProvider>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir' }))
  expect(await screen.findByRole('dialog', { name: 'Connexion' })).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()

  act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Ouvrir' })).toHaveFocus()

  act(() => authStore.dispatch({ type: 'ended' }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})
