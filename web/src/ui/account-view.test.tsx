import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { AccountView, ForAccess } from './account-view.tsx'

test('a list is not rendered again for a visitor, and is for an account', () => {
  const list = vi.fn((access: string) => (
    <>
      <ForAccess of={['free']}>pour les comptes gratuits</ForAccess>
      <p>{access}</p>
    </>
  ))
  render(<AccountView>{list}</AccountView>)
  expect(screen.queryByText('pour les comptes gratuits')).not.toBeNull()

  act(() => authStore.dispatch({ type: 'ended' }))
  expect(screen.queryByText('pour les comptes gratuits')).toBeNull()
  expect(list).toHaveBeenCalledTimes(1)

  act(() => authStore.dispatch({ type: 'opened', sessionId: 's1', profile: aProfile({ isPremium: true }) }))
  expect(screen.queryByText('premium')).not.toBeNull()
  expect(list).toHaveBeenCalledTimes(2)
})
