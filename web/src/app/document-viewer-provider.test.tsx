import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { authStore } from '#web/lib/auth/auth-store.ts'
import { keepVideoPlace, videoPlace } from '#web/lib/documents/video-places.ts'
import { aProfile } from '#web/test/profiles.ts'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'

const lesson = { id: 'v1', version: '1' }

test('a visitor’s place in a video stays, also when he signs in', () => {
  render(<DocumentViewerProvider>page</DocumentViewerProvider>)
  keepVideoPlace(lesson, 42)
  act(() => {
    authStore.dispatch({ type: 'ended' })
    authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })
  })
  expect(videoPlace(lesson)).toBe(42)
})

test.each(['signOutStarted', 'ended'] as const)('a student’s goes with him (%s)', (type) => {
  render(<DocumentViewerProvider>page</DocumentViewerProvider>)
  act(() => authStore.dispatch({ type: 'ended' }))
  act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))
  keepVideoPlace(lesson, 42)
  act(() => authStore.dispatch({ type }))
  expect(videoPlace(lesson)).toBe(0)
})
