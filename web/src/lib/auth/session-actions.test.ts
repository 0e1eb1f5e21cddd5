import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readyCredentials } from '#web/lib/api/call.ts'
import { aProfile } from '#web/test/answers.ts'
import { type AuthEvent, authStore } from './auth-state.ts'
import { session } from './session.ts'
import { startAuth } from './session-actions.ts'
import { clearSessionId, rememberProfile, writeSessionId } from './session-storage.ts'

const MINE = '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
const THEIRS = '9e5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'

// The module adds its listener to other tabs once per page, and it stays between tests.
beforeEach(() => authStore.dispatch({ type: 'ended' }))
afterEach(() => clearSessionId())

/** Sends the event of another tab that changes the session id. */
const otherTabWrites = (newValue: string | null) =>
  window.dispatchEvent(new StorageEvent('storage', { key: 'revision.sessionId', newValue }))

/** Everything that was started without a request is finished by then. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

const opened = (sessionId: string) => ({ type: 'opened', sessionId, profile: aProfile() }) as const
const remembered = { type: 'remembered', profile: aProfile() } as const

describe('the start of a page', () => {
  test('signs a visitor out at once without loading the session', () => {
    const start = vi.spyOn(session, 'start')
    authStore.dispatch({ type: 'checkStarted' })
    startAuth()
    expect(authStore.get()).toEqual({ status: 'signedOut' })
    expect(start).not.toHaveBeenCalled()
  })

  test.each([
    { fate: 'waits for the session', event: { type: 'opened', sessionId: MINE, profile: aProfile() } },
    { fate: 'waits for its end', event: { type: 'ended' } },
  ] as const)('a personal call during the check $fate', async ({ event }) => {
    writeSessionId(MINE)
    rememberProfile(MINE, aProfile())
    vi.spyOn(session, 'start').mockResolvedValue()
    startAuth()
    const onReady = vi.fn()
    const ready = readyCredentials().then(onReady)
    authStore.dispatch({ type: 'troubled', trouble: 'failing' })
    await nextTask()
    expect(onReady).not.toHaveBeenCalled()
    authStore.dispatch(event)
    await ready
  })

  test('a personal call fails without a network, and waits again for the next answer', async () => {
    writeSessionId(MINE)
    rememberProfile(MINE, aProfile())
    vi.spyOn(session, 'start').mockResolvedValue()
    startAuth()
    const waiting = readyCredentials()
    authStore.dispatch({ type: 'troubled', trouble: 'offline' })
    await expect(waiting).rejects.toMatchObject({ kind: 'unreachable' })
    await expect(readyCredentials()).rejects.toMatchObject({ kind: 'unreachable' })
    authStore.dispatch({ type: 'opened', sessionId: MINE, profile: aProfile() })
    await readyCredentials()
  })
})

describe('another tab', () => {
  test.each<[before: string, AuthEvent]>([
    ['is signed in', opened(MINE)],
    ['is known from the last visit', remembered],
    ['is being checked', { type: 'checkStarted' }],
  ])('signs this one out, whose account %s', async (_, event) => {
    const ended = vi.spyOn(session, 'endedElsewhere').mockReturnValue()
    authStore.dispatch(event)
    otherTabWrites(null)
    await vi.waitFor(() => expect(ended).toHaveBeenCalled())
  })

  test.each([
    { what: 'signs this one in', own: null, written: THEIRS, claims: true, status: 'loading' },
    { what: 'replaces this session', own: MINE, written: THEIRS, claims: true, status: 'signedIn' },
    { what: 'claims the same session', own: MINE, written: MINE, claims: false, status: 'signedIn' },
  ])('$what: claimed here $claims, $status', async ({ own, written, claims, status }) => {
    const claim = vi.spyOn(session, 'openedElsewhere').mockResolvedValue()
    if (own) authStore.dispatch(opened(own))
    otherTabWrites(written)
    await nextTask()
    await vi.waitFor(() => expect(claim.mock.calls.length > 0).toBe(claims))
    expect(authStore.get().status).toBe(status)
  })
})
