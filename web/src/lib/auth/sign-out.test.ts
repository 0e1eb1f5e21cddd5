import { describe, expect, test, vi } from 'vitest'
import { networkAnswers, noContent, noNetwork } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { anIdentity, beginSignedOut, SESSION_ID, signedIn } from '#web/test/sessions.ts'
import { currentCredentials } from '../api/credentials.ts'
import { readSessionId, writeSessionId } from './session-storage.ts'

const profile = aProfile()
const never = () => new Promise<never>(() => {})

beginSignedOut()

describe('signing out', () => {
  test('forgets the session, then frees it on the server and revokes the tokens', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(noContent)
    const leaving = session.signOut()
    expect(identity.leave).toHaveBeenCalledOnce()
    expect(readSessionId()).toBeNull()
    expect(currentCredentials()).toBeNull()
    expect(store.get()).toEqual({ status: 'signingOut', profile })
    await leaving
    expect(sent).toEqual([
      expect.objectContaining({
        method: 'DELETE',
        address: '/api/session',
        headers: expect.objectContaining({ authorization: 'Bearer token', 'x-session-id': SESSION_ID }),
      }),
    ])
    expect(identity.left.revoke).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('completes even if every step fails', async () => {
    const identity = anIdentity()
    identity.left.revoke.mockRejectedValue(new Error('no network'))
    identity.left.accessToken.mockRejectedValue(new Error('no network'))
    const { store, session } = await signedIn(identity)
    networkAnswers(noNetwork)
    await session.signOut()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('completes within 4 s even if every step hangs', async () => {
    const identity = anIdentity()
    identity.left.revoke.mockImplementation(never)
    identity.left.accessToken.mockImplementation(never)
    const { store, session } = await signedIn(identity)
    const leaving = session.signOut()
    await vi.advanceTimersByTimeAsync(3_999)
    expect(store.get().status).toBe('signingOut')
    expect(readSessionId()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await leaving
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('asked twice is done once', async () => {
    const { session } = await signedIn()
    const sent = networkAnswers(noContent)
    await Promise.all([session.signOut(), session.signOut()])
    expect(sent).toHaveLength(1)
  })

  test('stops the heartbeat', async () => {
    const { session } = await signedIn()
    const sent = networkAnswers(noContent)
    await session.signOut()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveLength(1)
  })

  test('in another tab asks the server nothing', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(noContent)
    session.closedElsewhere()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(sent).toHaveLength(0)
    expect(identity.left.revoke).not.toHaveBeenCalled()
  })

  test('leaves the newer sign-in of another tab alone', async () => {
    const { identity, session } = await signedIn()
    writeSessionId('9e5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c')
    session.closedElsewhere()
    expect(identity.letGo).toHaveBeenCalledOnce()
    expect(identity.leave).not.toHaveBeenCalled()
    expect(readSessionId()).not.toBeNull()
  })
})
