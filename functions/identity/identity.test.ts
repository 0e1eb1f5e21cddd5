import { randomUUID } from 'node:crypto'
import type {
  PostConfirmationTriggerEvent,
  PreAuthenticationTriggerEvent,
  PreSignUpTriggerEvent,
} from 'aws-lambda'
import { blockedOf } from '../data/blocked.ts'
import { userListsOf } from '../data/user-lists.ts'
import { usersOf } from '../data/users.ts'
import { OWNER_EMAILS, SECOND_OWNER } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'

let store: TestTable
let preSignUp: (event: PreSignUpTriggerEvent) => Promise<PreSignUpTriggerEvent>
let postConfirmation: (event: PostConfirmationTriggerEvent) => Promise<PostConfirmationTriggerEvent>
let preAuthentication: (event: PreAuthenticationTriggerEvent) => Promise<PreAuthenticationTriggerEvent>

const BLOCKED = 'bloque@exemple.test'

beforeAll(async () => {
  store = await startTable()
  Object.assign(process.env, { TABLE_NAME: store.table.name, OWNER_EMAILS })
  preSignUp = (await import('./pre-sign-up.ts')).handler
  postConfirmation = (await import('./post-confirmation.ts')).handler
  preAuthentication = (await import('./pre-authentication.ts')).handler
  await blockedOf(store.table).putAll([
    { email: BLOCKED, reason: 'Fraude', blockedAt: '2026-01-01T00:00:00.000Z', blockedBy: SECOND_OWNER },
  ])
})
afterAll(() => store.stop())

const common = {
  version: '1',
  region: 'eu-west-3',
  userPoolId: 'eu-west-3_TestPool1',
  userName: 'name',
  callerContext: { awsSdkVersion: '1', clientId: 'client' },
}

const signUp = (
  email: string,
  triggerSource: PreSignUpTriggerEvent['triggerSource'] = 'PreSignUp_SignUp',
): PreSignUpTriggerEvent => ({
  ...common,
  triggerSource,
  request: { userAttributes: { email } },
  response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
})

const confirmation = (
  userAttributes: Record<string, string>,
  triggerSource: PostConfirmationTriggerEvent['triggerSource'] = 'PostConfirmation_ConfirmSignUp',
): PostConfirmationTriggerEvent => ({ ...common, triggerSource, request: { userAttributes }, response: {} })

const signIn = (userAttributes: Record<string, string>): PreAuthenticationTriggerEvent => ({
  ...common,
  triggerSource: 'PreAuthentication_Authentication',
  request: { userAttributes },
  response: {},
})

describe('before sign-up', () => {
  test('an address is confirmed at once', async () => {
    expect((await preSignUp(signUp('Eleve@Exemple.test'))).response).toMatchObject({
      autoConfirmUser: true,
      autoVerifyEmail: true,
    })
  })

  test.each([
    ['sans-arobase', 'INVALID_EMAIL'],
    ['a@b', 'INVALID_EMAIL'],
    ['', 'INVALID_EMAIL'],
    [SECOND_OWNER, 'SIGN_UP_REFUSED'],
    [` ${SECOND_OWNER.toUpperCase()} `, 'SIGN_UP_REFUSED'],
    [BLOCKED, 'SIGN_UP_REFUSED'],
    ['Bloque@EXEMPLE.test', 'SIGN_UP_REFUSED'],
  ])('%p is refused: %s', async (email, message) => {
    await expect(preSignUp(signUp(email))).rejects.toThrow(message)
  })

  test('an operator may create an owner', async () => {
    const event = signUp(SECOND_OWNER, 'PreSignUp_AdminCreateUser')
    expect(await preSignUp(event)).toEqual(event)
  })
})

describe('after confirmation', () => {
  test('the profile is free, whatever the account says of itself, and made once', async () => {
    const sub = randomUUID()
    const event = confirmation({ sub, email: 'Nouvelle@Exemple.test', 'custom:isPremium': 'true' })
    const counted = await userListsOf(store.table).countListed()
    await Promise.all([postConfirmation(event), postConfirmation(event)])
    expect(await postConfirmation(event)).toEqual(event)
    expect(await usersOf(store.table).find(sub)).toMatchObject({
      id: sub,
      email: 'nouvelle@exemple.test',
      isPremium: false,
      isAdmin: false,
      blockedAt: null,
      session: null,
    })
    expect(await userListsOf(store.table).countListed()).toBe(counted + 1)
  })

  test('a new password creates nothing', async () => {
    const sub = randomUUID()
    await postConfirmation(
      confirmation({ sub, email: 'autre@exemple.test' }, 'PostConfirmation_ConfirmForgotPassword'),
    )
    expect(await usersOf(store.table).find(sub)).toBeNull()
  })
})

describe('before sign-in', () => {
  test('a blocked address is refused in any writing', async () => {
    for (const email of [BLOCKED, BLOCKED.toUpperCase()])
      await expect(preAuthentication(signIn({ email }))).rejects.toThrow('SIGN_IN_REFUSED')
  })

  test('everybody else passes, and so does an address that Cognito does not know', async () => {
    for (const event of [signIn({ email: 'eleve@exemple.test' }), signIn({})])
      expect(await preAuthentication(event)).toEqual(event)
  })
})
