import { randomUUID } from 'node:crypto'
import type {
  PostAuthenticationTriggerEvent,
  PostConfirmationTriggerEvent,
  PreSignUpTriggerEvent,
} from 'aws-lambda'
import type { User } from '#shared/entities/user.ts'
import { ownDeletion } from '../account-lifecycle/reconciliation.ts'
import { auditEntry, SYSTEM } from '../data/audit.ts'
import { newSignUpProof, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

/** Blocked as an earlier version stored it. */
const BLOCKED = 'bloque@exemple.test'
/** Blocked as the dashboard does it, with its mailbox. */
const BLOCKED_WITH_TAG = 'blo.que+fraude@gmail.com'

const site = await startSite()
const { users, counters, blocked } = site.stores
const { userPool } = site
const { handler: preSignUp } = await import('./pre-sign-up.ts')
const { handler: postConfirmation } = await import('./post-confirmation.ts')
const { handler: postAuthentication } = await import('./post-authentication.ts')
const block = { reason: 'Fraude', blockedAt: '2026-01-01T00:00:00.000Z', blockedBy: SECOND_OWNER }
await blocked.putAll([{ ...block, email: BLOCKED }])
const change = { action: 'CREATE_BLOCK', target: BLOCKED_WITH_TAG } as const
await blocked.block(null, { ...block, email: BLOCKED_WITH_TAG }, auditEntry(SYSTEM, new Date(), change))
afterEach(() => site.heal())
afterAll(() => site.stop())

const store = (changes: Partial<User>) => storeUser(site.store.table, changes)
const down = { status: 500, type: 'InternalServerError' }

const common = {
  version: '1',
  region: 'eu-west-3',
  userPoolId: 'eu-west-3_TestPool1',
  userName: 'name',
  callerContext: { awsSdkVersion: '1', clientId: 'client' },
}

const signUp = async (email: string): Promise<PreSignUpTriggerEvent> => ({
  ...common,
  userName: randomUUID(),
  triggerSource: 'PreSignUp_SignUp',
  request: { userAttributes: { email }, validationData: await newSignUpProof() },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
})

const confirmation = (
  userAttributes: Record<string, string>,
  triggerSource: PostConfirmationTriggerEvent['triggerSource'] = 'PostConfirmation_ConfirmSignUp',
): PostConfirmationTriggerEvent => ({ ...common, triggerSource, request: { userAttributes }, response: {} })

const signIn = (userAttributes: Record<string, string>): PostAuthenticationTriggerEvent => ({
  ...common,
  triggerSource: 'PostAuthentication_Authentication',
  request: { userAttributes, newDeviceUsed: false },
  response: {},
})

describe('before sign-up', () => {
  test.each([
    ['sans-arobase', 'INVALID_EMAIL'],
    ['', 'INVALID_EMAIL'],
    [`x<${SECOND_OWNER}>`, 'INVALID_EMAIL'],
    ['eleve@x.ma?bcc=w', 'INVALID_EMAIL'],
    ['Probe@Revision-Prod.invalid', 'INVALID_EMAIL'],
    ['Success+revision-prod@simulator.amazonses.com', 'INVALID_EMAIL'],
    [` ${SECOND_OWNER.toUpperCase()} `, 'SIGN_UP_REFUSED'],
    [BLOCKED, 'SIGN_UP_REFUSED'],
    ['bloque+1@exemple.test', 'SIGN_UP_REFUSED'],
    [BLOCKED_WITH_TAG, 'SIGN_UP_REFUSED'],
    ['b.l.o.q.u.e+2@GoogleMail.com', 'SIGN_UP_REFUSED'],
  ])('refuses the address %j with %s', async (email, message) => {
    await expect(preSignUp(await signUp(email))).rejects.toThrow(message)
  })

  test.each([
    'Eleve@Exemple.test',
    'blo.que@exemple.test',
    'bloque@outlook.com',
    SECOND_OWNER.replace('@', '+1@'),
  ])('confirms %s at once, which is not the mailbox of a blocked address', async (email) => {
    const { response } = await preSignUp(await signUp(email))
    expect(response).toMatchObject({ autoConfirmUser: true, autoVerifyEmail: true })
  })

  test('lets an operator create an owner', async () => {
    const event: PreSignUpTriggerEvent = {
      ...(await signUp(SECOND_OWNER)),
      triggerSource: 'PreSignUp_AdminCreateUser',
      request: { userAttributes: { email: SECOND_OWNER } },
    }
    expect(await preSignUp(event)).toEqual(event)
  })
})

describe('after confirmation', () => {
  test('creates one free profile, without regard to attributes of the account', async () => {
    const sub = randomUUID()
    const event = confirmation({ sub, email: 'Nouvelle@Exemple.test', 'custom:isPremium': 'true' })
    const counted = await counters.countUsers()
    await Promise.all([postConfirmation(event), postConfirmation(event)])
    expect(await postConfirmation(event)).toEqual(event)
    expect(await users.find(sub)).toMatchObject({
      id: sub,
      email: 'nouvelle@exemple.test',
      isPremium: false,
      isAdmin: false,
      blockedAt: null,
      lease: null,
    })
    expect(await counters.countUsers()).toBe(counted + 1)
  })

  const replaced = (sub: string) =>
    confirmation({ sub, email: 'autre@exemple.test' }, 'PostConfirmation_ConfirmForgotPassword')

  test('a new password ends the session and every sign-in, however often Cognito asks', async () => {
    const user = await store({ isPremium: true, blockedAt: '2026-01-01T00:00:00.000Z' })
    const event = replaced(user.id)
    const earliest = Math.floor(Date.now() / 1000)
    await Promise.all([postConfirmation(event), postConfirmation(event)])
    expect(await postConfirmation(event)).toEqual(event)
    const stored = await users.find(user.id)
    expect(stored).toEqual({ ...user, lease: null, signInsFrom: expect.any(Number) })
    expect(stored?.signInsFrom).toBeGreaterThanOrEqual(earliest)
    expect(stored?.signInsFrom).toBeLessThanOrEqual(Date.now() / 1000)
  })

  test('creates no profile and does not call Cognito for a new password', async () => {
    const sub = randomUUID()
    userPool.operations.clear()
    await postConfirmation(replaced(sub))
    expect(await users.find(sub)).toBeNull()
    expect(userPool.operations.list()).toEqual([])
  })

  describe('a new password of an account with a second factor', () => {
    const ASK = ['AdminGetUser', 'AdminSetUserMFAPreference']
    const isAdmin = true

    test.each([
      { who: 'a student', changes: {}, kept: false, asked: ASK },
      { who: 'an admin', changes: { isAdmin, hasSecondFactor: true }, kept: true, asked: [] },
      { who: 'an admin whose profile does not know of it', changes: { isAdmin }, kept: true, asked: [] },
      { who: 'an owner', changes: { isAdmin, email: SECOND_OWNER }, kept: true, asked: [] },
      { who: 'an owner to be', changes: { email: SECOND_OWNER }, kept: true, asked: [] },
    ])('keeps the second factor of $who: $kept', async ({ changes, kept, asked }) => {
      const { id, email } = await store(changes)
      userPool.enrol({ id, email, hasSecondFactor: true })
      userPool.operations.clear()
      await postConfirmation(replaced(id))
      expect(userPool.accounts.find(id)?.hasSecondFactor).toBe(kept)
      expect(userPool.operations.list()).toEqual(asked)
    })

    test('fails while the table or Cognito fails, and ends it afterwards', async () => {
      const { id, email } = await store({})
      userPool.enrol({ id, email, hasSecondFactor: true })
      site.store.failWith(() => down)
      await expect(postConfirmation(replaced(id))).rejects.toThrow('TEMPORARILY_UNAVAILABLE')
      site.heal()
      userPool.failWith(() => down)
      await expect(postConfirmation(replaced(id))).rejects.toThrow('TEMPORARILY_UNAVAILABLE')
      site.heal()
      await postConfirmation(replaced(id))
      expect(userPool.accounts.find(id)?.hasSecondFactor).toBe(false)
    })
  })
})

describe('after a correct password', () => {
  test('refuses a blocked address in any spelling, with or without a profile, and a blocked profile', async () => {
    const { id } = await store({ email: BLOCKED })
    for (const sub of [id, randomUUID()])
      for (const email of [BLOCKED, BLOCKED.toUpperCase()])
        await expect(postAuthentication(signIn({ sub, email }))).rejects.toThrow('SIGN_IN_REFUSED')
    const { id: sub, email } = await store({ blockedAt: '2026-01-01T00:00:00.000Z' })
    await expect(postAuthentication(signIn({ sub, email }))).rejects.toThrow('SIGN_IN_REFUSED')
  })

  test('lets a student pass unchanged', async () => {
    const user = await store({ isPremium: true })
    const event = signIn({ sub: user.id, email: user.email })
    expect(await postAuthentication(event)).toEqual(event)
    expect(await users.find(user.id)).toEqual(user)
  })

  test('creates a missing free profile once, in concurrent sign-ins', async () => {
    const sub = randomUUID()
    const before = await counters.countUsers()
    const event = signIn({ sub, email: 'Perdue@Exemple.test', 'custom:isPremium': 'true' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => postAuthentication(event)))
    expect(answers).toEqual(answers.map(() => event))
    expect(await users.find(sub)).toMatchObject({
      email: 'perdue@exemple.test',
      isPremium: false,
      premiumUntil: null,
      isAdmin: false,
    })
    expect(await counters.countUsers()).toBe(before + 1)
  })

  test('creates no profile for an account being deleted or just deleted', async () => {
    const user = await store({ isPremium: true })
    const { id: sub, email } = user
    await users.beginDeletion(user, ownDeletion(user, new Date()))
    const before = await counters.countUsers()
    await expect(postAuthentication(signIn({ sub, email }))).rejects.toThrow('SIGN_IN_REFUSED')
    await site.stores.deletions.finish(sub, new Date())
    await expect(postAuthentication(signIn({ sub, email }))).rejects.toThrow('SIGN_IN_REFUSED')
    await postConfirmation(confirmation({ sub, email }))
    expect(await users.find(sub)).toBeNull()
    expect(await counters.countUsers()).toBe(before)
  })

  test('leaves the profile of an owner to the operator', async () => {
    const sub = randomUUID()
    const event = signIn({ sub, email: SECOND_OWNER })
    expect(await postAuthentication(event)).toEqual(event)
    expect(await users.find(sub)).toBeNull()
  })

  test('refuses every sign-in while the table does not answer', async () => {
    const { id: sub, email } = await store({})
    site.store.failWith(() => down)
    await expect(postAuthentication(signIn({ sub, email }))).rejects.toThrow('TEMPORARILY_UNAVAILABLE')
  })

  describe('an admin', () => {
    test('with a new second factor keeps the current sign-in, and loses earlier ones', async () => {
      const { id: sub, email } = await store({ isAdmin: true })
      userPool.enrol({ id: sub, email, hasSecondFactor: true })
      const before = Date.now() / 1000
      await postAuthentication(signIn({ sub, email }))
      const after = Date.now() / 1000
      const noted = await users.find(sub)
      expect(noted).toMatchObject({ lease: null, signInsFrom: expect.any(Number) })
      // Cognito's clock may be late by a minute.
      expect(noted?.signInsFrom).toBeGreaterThanOrEqual(Math.floor(before) - 60)
      expect(noted?.signInsFrom).toBeLessThanOrEqual(Math.ceil(after) - 60)
    })

    test('is refused while Cognito does not answer, and nothing is stored', async () => {
      const user = await store({ isAdmin: true, hasSecondFactor: true })
      const { id: sub, email } = user
      userPool.failWith(() => down)
      await expect(postAuthentication(signIn({ sub, email }))).rejects.toThrow('TEMPORARILY_UNAVAILABLE')
      site.heal()
      expect(await users.find(sub)).toEqual(user)
    })
  })
})
