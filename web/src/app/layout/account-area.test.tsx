import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountArea } from './account-area.tsx'

const menu = vi.hoisted(() => ({ isBroken: true }))
vi.mock(import('./user-menu.tsx'), async (original) => {
  const { UserMenu } = await original()
  return {
    UserMenu(props) {
      if (menu.isBroken) throw new Error('The menu broke')
      return <UserMenu {...props} />
    },
  }
})

test('a user menu that could not be loaded can be loaded again', async () => {
  // React logs an error that a boundary has caught.
  vi.spyOn(console, 'error').mockReturnValue()
  const profile = aProfile()
  authStore.dispatch({ type: 'opened', sessionId: 'this-one', profile })
  renderPage(<AccountArea />)
  const retry = await screen.findByRole('button', { name: "Réessayer d'afficher le menu du compte" })
  menu.isBroken = false
  await userEvent.click(retry)
  expect(await screen.findByRole('button', { name: profile.email })).toBeVisible()
})
