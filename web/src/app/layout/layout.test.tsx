import { act, render, screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { SessionGuard } from './layout.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const renderGuard = () =>
  render(
    <SessionGuard>
      <p>Contenu</p>
    </SessionGuard>,
  )

test('the session guard announces the check in a live region and keeps the page', () => {
  renderGuard()
  const place = screen.getByRole('status')
  expect(place).toBeEmptyDOMElement()
  act(() => authStore.dispatch({ type: 'checkStarted' }))
  expect(place).toHaveTextContent('Vérification de la session...')
  expect(screen.getByText('Contenu')).toBeVisible()
  act(() => authStore.dispatch({ type: 'opened', sessionId: 's1', profile: aProfile() }))
  expect(place).toBeEmptyDOMElement()
})
