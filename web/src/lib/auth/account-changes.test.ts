import { describe, expect, test, vi } from 'vitest'
import { readyCredentials } from '#web/lib/api/call.ts'
import { aProfile, json, networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import {
  account,
  anIdentity,
  aRequest,
  beginSignedOut,
  claimed,
  renewed,
  SESSION_ID,
  signedIn,
} from '#web/test/sessions.ts'
import { IdentityFailure } from './identity-failure.ts'
import { readSessionId } from './session-storage.ts'

const profile = aProfile()
const toCalls = (sent: { method: string; address: string }[]) =>
  sent.map(({ method, address }) => `${method} ${address}`)

beginSignedOut()

describe('a change of password', () => {
  const passwords = { current: 'motdepasse', next: 'nouveau' }
  const NEW_ID = '7a6b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'

  test('ends every sign-in, then signs in with a new session while the page stays signed in', async () => {
    const { store, identity, changes } = await signedIn()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    const sent = networkAnswers(renewed(), noContent, claimed({}, NEW_ID))
    await expect(changes.changePassword(passwords)).resolves.toBe('signedIn')
    expect(identity.changePassword).toHaveBeenCalledWith(passwords)
    expect(identity.signIn).toHaveBeenCalledWith({ email: profile.email, password: 'nouveau' })
    expect(identity.ready.activate).toHaveBeenCalledOnce()
    expect(toCalls(sent)).toEqual([
      'PUT /api/session/activity',
      'POST /api/account/sign-outs',
      'POST /api/session',
    ])
    expect(sent[1]?.headers).toMatchObject({ authorization: 'Bearer token', 'x-session-id': SESSION_ID })
    expect(sent[2]).toMatchObject({ headers: { authorization: 'Bearer fresh token' }, body: {} })
    expect(new Set(seen)).toEqual(new Set(['signedIn']))
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: NEW_ID, profile, trouble: null })
    expect(readSessionId()).toBe(NEW_ID)
    const credentials = await readyCredentials()
    await expect(credentials?.headers(aRequest)).resolves.toMatchObject({ 'x-session-id': NEW_ID })
    const heartbeats = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(heartbeats.map(({ headers }) => headers['x-session-id'])).toEqual([NEW_ID, NEW_ID])
  })

  test.each([
    ['without a network', noNetwork, { kind: 'unreachable' }],
    ['of a blocked account', problem('ACCOUNT_BLOCKED'), { code: 'ACCOUNT_BLOCKED' }],
  ])('%s changes nothing', async (_, answer, failure) => {
    const { identity, changes } = await signedIn()
    networkAnswers(answer)
    await expect(changes.changePassword(passwords)).rejects.toMatchObject(failure)
    expect(identity.changePassword).not.toHaveBeenCalled()
  })

  test.each([
    ['the network is lost', noNetwork],
    ['the server fails', problem('INTERNAL_ERROR')],
  ])('reports that others are still signed in when %s before the sign-ins end', async (_, answer) => {
    const { store, identity, changes } = await signedIn()
    networkAnswers(renewed(), answer)
    await expect(changes.changePassword(passwords)).resolves.toBe('othersSignedIn')
    expect(identity.signIn).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: SESSION_ID, profile, trouble: null })
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent[0]?.headers).toMatchObject({ 'x-session-id': SESSION_ID })
  })

  test.each([
    ['finds no network', noNetwork],
    ['finds another live session', problem('SESSION_ALREADY_ACTIVE')],
  ])('signs out when the new claim %s', async (_, answer) => {
    const { store, identity, changes } = await signedIn()
    networkAnswers(renewed(), noContent, answer)
    await expect(changes.changePassword(passwords)).resolves.toBe('signedOut')
    expect(identity.ready.activate).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
  })

  test('stays signed in when other calls are refused between the old and the new sign-in', async () => {
    const { store, identity, session, changes } = await signedIn()
    const earlier = await readyCredentials()
    networkAnswers(renewed(), noContent)
    identity.signIn.mockImplementation(async () => {
      const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
      await session.refresh()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toHaveLength(0)
      await earlier?.recover('AUTHENTICATION_REQUIRED', {
        recovered: ['AUTHENTICATION_REQUIRED'],
        headers: {},
      })
      networkAnswers(claimed({}, NEW_ID))
      return { kind: 'ready', signIn: identity.ready }
    })
    await expect(changes.changePassword(passwords)).resolves.toBe('signedIn')
    expect(store.get()).toMatchObject({ status: 'signedIn', sessionId: NEW_ID })
  })
})

describe('the deletion of an account', () => {
  test('proves the password by a separate sign-in, deletes with it and signs out', async () => {
    const { store, identity, changes } = await signedIn()
    const sent = networkAnswers(renewed(), noContent)
    await expect(changes.deleteAccount(account.password)).resolves.toEqual({ kind: 'deleted' })
    expect(identity.signIn).toHaveBeenCalledExactlyOnceWith({
      email: 'eleve@exemple.invalid',
      password: account.password,
    })
    expect(toCalls(sent)).toEqual(['PUT /api/session/activity', 'DELETE /api/account'])
    expect(sent[1]?.headers).toMatchObject({
      authorization: 'Bearer fresh token',
      'x-session-id': SESSION_ID,
    })
    expect(identity.ready.activate).not.toHaveBeenCalled()
    expect(identity.detach).toHaveBeenCalledOnce()
    expect(identity.detached.revoke).not.toHaveBeenCalled()
    expect(readSessionId()).toBeNull()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('with a second factor waits for a right code', async () => {
    const { store, identity, changes } = await signedIn()
    const answer = vi.fn(async () => identity.ready).mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    identity.signIn.mockResolvedValue({ kind: 'codeNeeded', answer })
    const sent = networkAnswers(renewed(), noContent)
    const deletion = await changes.deleteAccount(account.password)
    if (deletion.kind !== 'codeNeeded') throw new Error('No code was asked for')
    await expect(deletion.answer('000000')).rejects.toMatchObject({ reason: 'invalidCode' })
    expect(store.get().status).toBe('signedIn')
    expect(sent).toHaveLength(1)
    await deletion.answer('123456')
    expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/account' })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test.each(['OWNER_REQUIRED', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'] as const)(
    'refused with %s stays signed in and revokes the separate sign-in',
    async (code) => {
      const { store, identity, changes } = await signedIn()
      networkAnswers(renewed(), problem(code))
      await expect(changes.deleteAccount(account.password)).rejects.toMatchObject({ code })
      expect(identity.ready.revoke).toHaveBeenCalledOnce()
      expect(store.get().status).toBe('signedIn')
    },
  )

  test('succeeds when it is repeated after a lost answer', async () => {
    const { store, changes } = await signedIn()
    networkAnswers(renewed(), noNetwork, problem('PROFILE_NOT_FOUND'))
    await expect(changes.deleteAccount(account.password)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(store.get().status).toBe('signedIn')
    await expect(changes.deleteAccount(account.password)).resolves.toEqual({ kind: 'deleted' })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})

describe('a second factor', () => {
  const on = json({ hasSecondFactor: true })
  const signedInAdmin = () => signedIn(anIdentity(), { isAdmin: true })

  test('signs this browser out when it is switched on', async () => {
    const { store, identity, changes } = await signedInAdmin()
    networkAnswers(on)
    await changes.switchOnSecondFactor('123456')
    expect(identity.authenticator.switchOn).toHaveBeenCalledWith('123456')
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
    expect(identity.detached.revoke).toHaveBeenCalledOnce()
  })

  test.each([
    ['switchOn', 'switchOnSecondFactor'],
    ['switchOff', 'switchOffSecondFactor'],
  ] as const)('%s with a wrong code sends nothing to the server', async (method, change) => {
    const { store, identity, changes } = await signedInAdmin()
    identity.authenticator[method].mockRejectedValue(new IdentityFailure('invalidCode'))
    const sent = networkAnswers()
    await expect(changes[change]('000000')).rejects.toMatchObject({ reason: 'invalidCode' })
    expect(sent).toHaveLength(0)
    expect(store.get().status).toBe('signedIn')
  })
})
