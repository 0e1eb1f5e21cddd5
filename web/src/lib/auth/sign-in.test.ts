import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readyCredentials } from '#web/lib/api/call.ts'
import { aLateAnswer, aProfile, networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { account, aRequest, aSession, beginSignedOut, claimed, SESSION_ID } from '#web/test/sessions.ts'
import { ApiFailure } from '../api/failure.ts'
import { IdentityFailure } from './identity-failure.ts'
import { readSessionId, writeSessionId } from './session-storage.ts'
import type { TakeProof } from './sign-in.ts'

const profile = aProfile()

beginSignedOut()

describe('signing in', () => {
  test('claims the session in one request, which returns the profile, and provides its credentials', async () => {
    const { store, identity, session } = aSession()
    const sent = networkAnswers(claimed())
    await expect(session.signIn(account)).resolves.toEqual({ kind: 'signedIn' })
    expect(identity.ready.activate).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: SESSION_ID, profile, trouble: null })
    expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual(['POST /api/session'])
    const credentials = await readyCredentials()
    await expect(credentials?.headers(aRequest)).resolves.toEqual({
      authorization: 'Bearer token',
      dpop: 'proof',
      'x-session-id': SESSION_ID,
    })
    expect(readSessionId()).toBe(SESSION_ID)
  })

  test('signs out again while another device holds the session, and tells the seconds left', async () => {
    const { store, identity, session } = aSession()
    const sent = networkAnswers(problem('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: 42 }))
    const refusal = await session.signIn(account).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiFailure)
    expect(refusal).toMatchObject({ code: 'SESSION_ALREADY_ACTIVE', problem: { retryAfterSeconds: 42 } })
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(identity.detached.revoke).toHaveBeenCalledOnce()
    expect(readSessionId()).toBeNull()
    expect(sent).toHaveLength(1)
  })

  test('without a network signs out again and clears the lease that this browser held', async () => {
    writeSessionId(SESSION_ID)
    const { store, session } = aSession()
    const sent = networkAnswers(noNetwork, noContent)
    await expect(session.signIn(account)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(sent[1]).toMatchObject({ method: 'DELETE', headers: { 'x-session-id': SESSION_ID } })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('overtakes a start check that still waits for its answer', async () => {
    const { store, identity, session } = aSession()
    const { late, answer } = aLateAnswer()
    vi.stubGlobal('fetch', vi.fn().mockReturnValueOnce(late).mockResolvedValue(claimed()))
    const started = session.start()
    await vi.advanceTimersByTimeAsync(0)
    await session.signIn(account)
    answer(problem('SESSION_ALREADY_ACTIVE'))
    await started
    expect(store.get().status).toBe('signedIn')
    expect(identity.detach).not.toHaveBeenCalled()
  })
})

test('signing in with a second factor claims the session after the right code', async () => {
  const { store, identity, session } = aSession()
  const code = vi.fn(async () => identity.ready).mockRejectedValueOnce(new IdentityFailure('invalidCode'))
  identity.signIn.mockResolvedValue({ kind: 'codeNeeded', answer: code })
  const sent = networkAnswers(claimed())
  const outcome = await session.signIn(account)
  if (outcome.kind !== 'codeNeeded') throw new Error('No code was asked for')
  await expect(outcome.answer('000000')).rejects.toMatchObject({ reason: 'invalidCode' })
  expect(sent).toHaveLength(0)
  expect(store.get().status).not.toBe('signedIn')
  await outcome.answer('123456')
  expect(code).toHaveBeenLastCalledWith('123456')
  expect(identity.ready.activate).toHaveBeenCalledOnce()
  expect(store.get()).toMatchObject({ status: 'signedIn', profile })
})

describe('signing in with the temporary password of an invitation', () => {
  async function invited() {
    const tab = aSession()
    const answer = vi.fn(async () => ({ kind: 'ready', signIn: tab.identity.ready }) as const)
    tab.identity.signIn.mockResolvedValue({ kind: 'newPasswordNeeded', answer })
    const outcome = await tab.session.signIn(account)
    if (outcome.kind !== 'newPasswordNeeded') throw new Error('No new password was asked for')
    return { ...tab, answer, choose: outcome.answer }
  }

  test('claims the session after an accepted new password', async () => {
    const { store, answer, choose } = await invited()
    answer.mockRejectedValueOnce(new IdentityFailure('passwordTooShort'))
    const sent = networkAnswers(claimed())
    await expect(choose('court')).rejects.toMatchObject({ reason: 'passwordTooShort' })
    expect(sent).toHaveLength(0)
    await expect(choose('nouveau1')).resolves.toEqual({ kind: 'signedIn' })
    expect(store.get().status).toBe('signedIn')
  })

  test('asks for the new password when the session cannot be claimed', async () => {
    const { store, identity, choose } = await invited()
    networkAnswers(problem('SESSION_ALREADY_ACTIVE'))
    await expect(choose('nouveau1')).resolves.toEqual({ kind: 'passwordChosen' })
    expect(identity.detach).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})

describe('signing up', () => {
  const takeProof = vi.fn<TakeProof>()
  beforeEach(() => takeProof.mockReset().mockResolvedValue('proof'))

  /** Creates the account in a page that cannot sign in to it. */
  async function createdOnly() {
    const all = aSession()
    networkAnswers(noNetwork)
    await expect(all.session.signUp(account, takeProof)).rejects.toMatchObject({ kind: 'unreachable' })
    networkAnswers(claimed())
    return all
  }

  test('only signs in when it is repeated after a failed sign-in', async () => {
    const { store, identity, session } = await createdOnly()
    await session.signUp(account, takeProof)
    expect(identity.signUp).toHaveBeenCalledOnce()
    expect(takeProof).toHaveBeenCalledOnce()
    expect(store.get().status).toBe('signedIn')
    // The page has forgotten the address: the next attempt creates an account again.
    await session.signUp(account, takeProof)
    expect(identity.signUp).toHaveBeenCalledTimes(2)
  })

  test('reports that the account exists when it is repeated with another password', async () => {
    const { identity, session } = await createdOnly()
    identity.signIn.mockRejectedValueOnce(new IdentityFailure('invalidCredentials'))
    await expect(session.signUp({ ...account, password: 'autre' }, takeProof)).rejects.toMatchObject({
      reason: 'accountExists',
    })
  })
})
