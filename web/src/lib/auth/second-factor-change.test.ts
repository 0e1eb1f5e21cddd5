import { beforeEach, describe, expect, test, vi } from 'vitest'
import { json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { account, anIdentity, aSession, claimed, renewed, signedIn } from '#web/test/sessions.ts'
import { IdentityFailure } from './identity-failure.ts'
import { beginSecondFactor, switchOffSecondFactor, switchOnSecondFactor } from './second-factor-change.ts'
import { readSessionId } from './session-storage.ts'

const on = json({ hasSecondFactor: true })
const off = json({ hasSecondFactor: false })
const changes = { switchOn: switchOnSecondFactor, switchOff: switchOffSecondFactor }

beforeEach(() => void vi.useFakeTimers())

const signedInAdmin = () => signedIn(anIdentity(), { isAdmin: true })

describe('signing in with a code', () => {
  test('claims the session only once the code was right', async () => {
    const answer = vi.fn<(code: string) => Promise<void>>().mockResolvedValue()
    answer.mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    const { store, session } = aSession(anIdentity({ signIn: async () => ({ kind: 'codeNeeded', answer }) }))
    const sent = networkAnswers(claimed())
    const outcome = await session.signIn(account)
    if (outcome.kind !== 'codeNeeded') throw new Error('No code was asked for')
    await expect(outcome.answer('000000')).rejects.toMatchObject({ reason: 'invalidCode' })
    expect(sent).toHaveLength(0)
    expect(store.get().status).not.toBe('signedIn')
    await outcome.answer('123456')
    expect(answer).toHaveBeenLastCalledWith('123456')
    expect(store.get()).toMatchObject({ status: 'signedIn', profile: aProfile() })
  })

  test('into a session that another device holds takes the sign-in back', async () => {
    const answer = async () => {}
    const { store, identity, session } = aSession(
      anIdentity({ signIn: async () => ({ kind: 'codeNeeded', answer }) }),
    )
    networkAnswers(problem('SESSION_ALREADY_ACTIVE'))
    const outcome = await session.signIn(account)
    if (outcome.kind !== 'codeNeeded') throw new Error('No code was asked for')
    await expect(outcome.answer('123456')).rejects.toMatchObject({ code: 'SESSION_ALREADY_ACTIVE' })
    expect(identity.leave).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})

describe('setting a second factor up', () => {
  test('asks the server first, then for a secret', async () => {
    const { identity, session } = await signedInAdmin()
    const sent = networkAnswers(off)
    await expect(beginSecondFactor(session.live())).resolves.toMatchObject({
      kind: 'setUp',
      secret: 'SECRET',
    })
    expect(sent).toMatchObject([{ method: 'POST', address: '/api/account/second-factor' }])
    expect(identity.app.setUp).toHaveBeenCalledWith(aProfile().email)
  })

  test('that was done before makes no new secret, and ends as if it were done now', async () => {
    const { store, identity, session } = await signedInAdmin()
    networkAnswers(on)
    await expect(beginSecondFactor(session.live())).resolves.toEqual({ kind: 'on' })
    expect(identity.app.setUp).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('switched on, signs this browser out as well', async () => {
    const { store, identity, session } = await signedInAdmin()
    networkAnswers(on)
    await switchOnSecondFactor(session.live(), '123456')
    expect(identity.app.switchOn).toHaveBeenCalledWith('123456')
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
    expect(identity.left.revoke).toHaveBeenCalledOnce()
  })

  test.each([
    ['finds no network', noNetwork, { name: 'ApiFailure' }],
    ['meets a server that is unwell', problem('INTERNAL_ERROR'), { code: 'INTERNAL_ERROR' }],
  ])('that %s when it is noted stays signed in, to try again', async (_, answer, failure) => {
    const { store, session } = await signedInAdmin()
    networkAnswers(answer)
    await expect(switchOnSecondFactor(session.live(), '123456')).rejects.toMatchObject(failure)
    expect(store.get().status).toBe('signedIn')
  })

  test.each(['switchOn', 'switchOff'] as const)(
    '%s with a wrong code asks the server nothing',
    async (change) => {
      const { store, identity, session } = await signedInAdmin()
      identity.app[change].mockRejectedValue(new IdentityFailure('invalidCode'))
      const sent = networkAnswers()
      await expect(changes[change](session.live(), '000000')).rejects.toMatchObject({
        reason: 'invalidCode',
      })
      expect(sent).toHaveLength(0)
      expect(store.get().status).toBe('signedIn')
    },
  )
})

test('switched off, the page stays and knows it', async () => {
  const { store, session } = await signedInAdmin()
  const sent = networkAnswers(off, renewed({ isAdmin: true }))
  await switchOffSecondFactor(session.live(), '123456')
  expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([
    'POST /api/account/second-factor',
    'PUT /api/session/activity',
  ])
  expect(store.get()).toMatchObject({ status: 'signedIn', profile: { hasSecondFactor: false } })
})

test('of somebody who is not there nothing can be changed', () => {
  const { session } = aSession()
  expect(() => session.live()).toThrow(expect.objectContaining({ kind: 'refused' }))
})
