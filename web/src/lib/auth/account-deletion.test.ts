import { describe, expect, test, vi } from 'vitest'
import { networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { account, anIdentity, beginSignedOut, renewed, SESSION_ID, signedIn } from '#web/test/sessions.ts'
import { IdentityFailure } from './identity-failure.ts'
import { readSessionId } from './session-storage.ts'

beginSignedOut()

describe('deleting the account', () => {
  test('proves the password by a sign-in aside, deletes with it and forgets everything here', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(renewed(), noContent)
    await expect(session.deleteAccount(account.password)).resolves.toEqual({ kind: 'deleted' })
    expect(identity.signInAside).toHaveBeenCalledExactlyOnceWith({
      email: 'eleve@exemple.invalid',
      password: account.password,
    })
    expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([
      'PUT /api/session/activity',
      'DELETE /api/account',
    ])
    expect(sent[1]?.headers).toMatchObject({
      authorization: 'Bearer fresh token',
      'x-session-id': SESSION_ID,
    })
    expect(identity.ready.takeOver).not.toHaveBeenCalled()
    expect(identity.leave).toHaveBeenCalledOnce()
    expect(identity.left.revoke).not.toHaveBeenCalled()
    expect(readSessionId()).toBeNull()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('with a wrong password asks the server for nothing', async () => {
    const refused = new IdentityFailure('invalidCredentials')
    const { store, session } = await signedIn(
      anIdentity({ signInAside: async () => Promise.reject(refused) }),
    )
    const sent = networkAnswers(renewed())
    await expect(session.deleteAccount('faux')).rejects.toBe(refused)
    expect(sent.map(({ method }) => method)).toEqual(['PUT'])
    expect(store.get().status).toBe('signedIn')
  })

  test('of an account with a second factor waits for its code', async () => {
    const identity = anIdentity()
    const answer = vi.fn(async () => identity.ready).mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    identity.signInAside.mockResolvedValue({ kind: 'codeNeeded', answer })
    const { store, session } = await signedIn(identity)
    const sent = networkAnswers(renewed(), noContent)
    const deletion = await session.deleteAccount(account.password)
    if (deletion.kind !== 'codeNeeded') throw new Error('No code was asked for')
    await expect(deletion.answer('000000')).rejects.toMatchObject({ reason: 'invalidCode' })
    expect(store.get().status).toBe('signedIn')
    expect(sent).toHaveLength(1)
    await deletion.answer('123456')
    expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/account' })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test.each(['OWNER_REQUIRED', 'CONFLICT', 'REAUTHENTICATION_REQUIRED'] as const)(
    'that is refused with %s keeps the user, and gives the sign-in aside back',
    async (code) => {
      const { store, identity, session } = await signedIn()
      networkAnswers(renewed(), problem(code))
      await expect(session.deleteAccount(account.password)).rejects.toMatchObject({ code })
      expect(identity.ready.revoke).toHaveBeenCalledOnce()
      expect(store.get().status).toBe('signedIn')
    },
  )

  test('whose first answer was lost is done', async () => {
    const { store, session } = await signedIn()
    networkAnswers(renewed(), noNetwork, problem('PROFILE_NOT_FOUND'))
    await expect(session.deleteAccount(account.password)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(store.get().status).toBe('signedIn')
    await expect(session.deleteAccount(account.password)).resolves.toEqual({ kind: 'deleted' })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('that the server finds done already is done', async () => {
    const { store, session } = await signedIn()
    networkAnswers(renewed(), problem('PROFILE_NOT_FOUND'))
    await expect(session.deleteAccount(account.password)).resolves.toEqual({ kind: 'deleted' })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})
