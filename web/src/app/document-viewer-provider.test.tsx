import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { storeVideoPosition, videoPosition } from '#web/features/viewer/video-view.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/profiles.ts'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'

const lesson = { id: 'v1', version: '1' }

test('keeps a visitor’s video positions, also after signing in', () => {
  render(<DocumentViewerProvider>page</DocumentViewerProvider>)
  storeVideoPosition(lesson, 42)
  act(() => {
    authStore.dispatch({ type: 'ended' })
    authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })
  })
  expect(videoPosition(lesson)).toBe(42)
})

test.each(['signOutStarted', 'ended'] as const)(
  'clears a student’s video positions at sign-out: %s',
  (type) => {
    render(<DocumentViewerProvider>page</DocumentViewerProvider>)
    act(() => authStore.dispatch({ type: 'ended' }))
    act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))
    storeVideoPosition(lesson, 42)
    act(() => authStore.dispatch({ type }))
    expect(videoPosition(lesson)).toBe(0)
  },
)
