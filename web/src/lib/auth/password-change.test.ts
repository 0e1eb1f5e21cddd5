import { describe, expect, test, vi } from 'vitest'
import { networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { anIdentity, beginSignedOut, claimed, renewed, SESSION_ID, signedIn } from '#web/test/sessions.ts'
import { currentCredentials } from '../api/credentials.ts'
import { ApiFailure } from '../api/failure.ts'
import { IdentityFailure } from './identity-failure.ts'
import { readSessionId } from './session-storage.ts'

const profile = aProfile()

beginSignedOut()

describe('changing the password', () => {
  const passwords = { current: 'motdepasse', next: 'nouveau' }
  const NEW_ID = '7a6b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
  const addresses = (sent: { method: string; address: string }[]) =>
    sent.map(({ method, address }) => `${method} ${address}`)

  test('ends every sign-in, then signs in anew with a new session, and the page never leaves', async () => {
    const { store, identity, session } = await signedIn()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    const sent = networkAnswers(renewed(), noContent, claimed({}, NEW_ID))
    await expect(session.changePassword(passwords)).resolves.toBe('signedIn')
    expect(identity.changePassword).toHaveBeenCalledWith(passwords)
    expect(identity.signInAside).toHaveBeenCalledWith({ email: profile.email, password: 'nouveau' })
    expect(identity.ready.takeOver).toHaveBeenCalledOnce()
    expect(addresses(sent)).toEqual([
      'PUT /api/session/activity',
      'POST /api/account/sign-outs',
      'POST /api/session',
    ])
    expect(sent[1]?.headers).toMatchObject({ authorization: 'Bearer token', 'x-session-id': SESSION_ID })
    expect(sent[2]).toMatchObject({ headers: { authorization: 'Bearer fresh token' }, body: {} })
    expect(new Set(seen)).toEqual(new Set(['signedIn']))
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: NEW_ID, profile, trouble: null })
    expect(readSessionId()).toBe(NEW_ID)
    await expect(currentCredentials()?.headers()).resolves.toMatchObject({ 'x-session-id': NEW_ID })
  })

  test('goes on beating, for the new session', async () => {
    const { session } = await signedIn()
    networkAnswers(renewed(), noContent, claimed({}, NEW_ID))
    await session.changePassword(passwords)
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.map(({ headers }) => headers['x-session-id'])).toEqual([NEW_ID, NEW_ID])
  })

  test.each([
    ['without network', noNetwork, { kind: 'unreachable' }],
    ['whose session is refused', problem('ACCOUNT_BLOCKED'), { code: 'ACCOUNT_BLOCKED' }],
  ])('%s changes nothing', async (_, answer, failure) => {
    const { identity, session } = await signedIn()
    networkAnswers(answer)
    await expect(session.changePassword(passwords)).rejects.toMatchObject(failure)
    expect(identity.changePassword).not.toHaveBeenCalled()
  })

  test('with a wrong current password changes nothing', async () => {
    const wrong = new IdentityFailure('invalidCredentials')
    const { store, session } = await signedIn(
      anIdentity({ changePassword: async () => Promise.reject(wrong) }),
    )
    const sent = networkAnswers(renewed())
    await expect(session.changePassword(passwords)).rejects.toBe(wrong)
    expect(sent).toHaveLength(1)
    expect(store.get().status).toBe('signedIn')
  })

  test.each([
    ['finds no network', noNetwork],
    ['finds a server that is unwell', problem('INTERNAL_ERROR')],
    ['is asked too often', problem('TOO_MANY_REQUESTS')],
  ])('that %s when it ends the sign-ins stays as it is and says so', async (_, answer) => {
    const { store, identity, session } = await signedIn()
    networkAnswers(renewed(), answer)
    await expect(session.changePassword(passwords)).resolves.toBe('othersSignedIn')
    expect(identity.signInAside).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: SESSION_ID, profile, trouble: null })
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent[0]?.headers).toMatchObject({ 'x-session-id': SESSION_ID })
  })

  test('that cannot sign in again is signed out here', async () => {
    const { store, session } = await signedIn(
      anIdentity({ signInAside: async () => Promise.reject(new ApiFailure('offline')) }),
    )
    networkAnswers(renewed(), noContent)
    await expect(session.changePassword(passwords)).resolves.toBe('signedOut')
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
    expect(currentCredentials()).toBeNull()
  })

  test.each([
    ['finds no network', noNetwork],
    ['finds another session', problem('SESSION_ALREADY_ACTIVE')],
  ])('whose new claim %s is signed out here', async (_, answer) => {
    const { store, identity, session } = await signedIn()
    networkAnswers(renewed(), noContent, answer)
    await expect(session.changePassword(passwords)).resolves.toBe('signedOut')
    expect(identity.ready.takeOver).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
  })

  test('whose tokens are refused meanwhile by other calls stays signed in', async () => {
    const identity = anIdentity()
    const { store, session } = await signedIn(identity)
    const earlier = currentCredentials()
    networkAnswers(renewed(), noContent)
    identity.signInAside.mockImplementation(async () => {
      const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
      await session.refresh()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toHaveLength(0)
      await earlier?.recover('AUTHENTICATION_REQUIRED', { healed: ['AUTHENTICATION_REQUIRED'], headers: {} })
      networkAnswers(claimed({}, NEW_ID))
      return { kind: 'ready', signIn: identity.ready }
    })
    await expect(session.changePassword(passwords)).resolves.toBe('signedIn')
    expect(store.get()).toMatchObject({ status: 'signedIn', sessionId: NEW_ID })
  })

  test('during which another tab signs out keeps no new sign-in and frees its session', async () => {
    const identity = anIdentity()
    const { store, session } = await signedIn(identity)
    const sent = networkAnswers(renewed(), noContent, claimed({}, NEW_ID), noContent)
    identity.signInAside.mockImplementation(async () => {
      session.closedElsewhere()
      return { kind: 'ready', signIn: identity.ready }
    })
    await expect(session.changePassword(passwords)).resolves.toBe('signedOut')
    expect(identity.ready.takeOver).not.toHaveBeenCalled()
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'x-session-id': NEW_ID } })
    expect(readSessionId()).toBeNull()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})
