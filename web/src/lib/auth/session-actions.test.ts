import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aProfile } from '#web/test/profiles.ts'
import { authStore } from './auth-store.ts'
import { session } from './session.ts'
import { startAuth } from './session-actions.ts'
import { clearSessionId, writeSessionId } from './session-storage.ts'

const MINE = '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
const THEIRS = '9e5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'

// The page begins once; its listener to other tabs stays.
beforeEach(() => authStore.dispatch({ type: 'ended' }))
afterEach(() => clearSessionId())

/** What another tab does to the session id arrives as an event. */
const otherTabWrites = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'revision.sessionId', newValue }))

const signedInAs = (sessionId: string) =>
  authStore.dispatch({ type: 'opened', sessionId, profile: aProfile() })

describe('a page', () => {
  test('of a visitor is signed out at once and asks nobody', () => {
    const start = vi.spyOn(session, 'start')
    authStore.dispatch({ type: 'checkStarted' })
    startAuth()
    expect(authStore.get()).toEqual({ status: 'signedOut' })
    expect(start).not.toHaveBeenCalled()
  })

  test('where somebody signed in before checks the session', async () => {
    writeSessionId(MINE)
    const start = vi.spyOn(session, 'start').mockResolvedValue()
    startAuth()
    expect(authStore.get()).toEqual({ status: 'loading', trouble: null })
    await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
  })

  test('where only Amplify keeps a user checks the session', async () => {
    localStorage.setItem('CognitoIdentityServiceProvider.client.LastAuthUser', 'sub-1')
    const start = vi.spyOn(session, 'start').mockResolvedValue()
    startAuth()
    await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
  })
})

describe('when another tab', () => {
  test('signs out, this one does', async () => {
    const closed = vi.spyOn(session, 'closedElsewhere').mockReturnValue()
    signedInAs(MINE)
    otherTabWrites(null)
    await vi.waitFor(() => expect(closed).toHaveBeenCalled())
  })

  test('signs in, this one does', async () => {
    const opened = vi.spyOn(session, 'openedElsewhere').mockResolvedValue()
    otherTabWrites(THEIRS)
    await vi.waitFor(() => expect(opened).toHaveBeenCalled())
    expect(authStore.get().status).toBe('loading')
  })

  test('signs in anew, this one follows', async () => {
    const opened = vi.spyOn(session, 'openedElsewhere').mockResolvedValue()
    signedInAs(MINE)
    otherTabWrites(THEIRS)
    await vi.waitFor(() => expect(opened).toHaveBeenCalled())
  })

  test('takes the same session up, nothing happens', async () => {
    const opened = vi.spyOn(session, 'openedElsewhere').mockResolvedValue()
    signedInAs(MINE)
    otherTabWrites(MINE)
    await Promise.resolve()
    expect(opened).not.toHaveBeenCalled()
    expect(authStore.get().status).toBe('signedIn')
  })
})
