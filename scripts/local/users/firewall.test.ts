import { synthesise } from '#infra/test-support/synthesise.ts'
import { templatesOf } from '../test-support/templates.ts'
import { startTestUsers } from '../test-support/users.ts'
import { Firewall, type FirewallRule, readFirewall } from './firewall.ts'

const MINUTE = 60_000
const rules: FirewallRule[] = [
  { kind: 'forbid', operations: ['DeleteUser', 'VerifyUserAttribute'] },
  { kind: 'limit', operations: ['SignUp'], calls: 2, windowMs: 5 * MINUTE },
  { kind: 'limit', operations: ['InitiateAuth', 'ForgotPassword'], calls: 3, windowMs: 5 * MINUTE },
]

describe('a network address', () => {
  let now = 0
  const firewallAt0 = () => {
    now = 0
    return new Firewall(rules, () => now)
  }
  const admits = (firewall: Firewall, operation: string, address = '10.0.0.1') => {
    try {
      firewall.admit(operation, address)
      return true
    } catch (error) {
      expect(error).toMatchObject({ type: 'ForbiddenException' })
      return false
    }
  }

  test('admits calls up to the limit of a rule, its operations counted together', () => {
    const firewall = firewallAt0()
    const calls = ['InitiateAuth', 'ForgotPassword', 'InitiateAuth', 'ForgotPassword', 'InitiateAuth']
    expect(calls.map((operation) => admits(firewall, operation))).toEqual([true, true, true, false, false])
    expect(admits(firewall, 'SignUp')).toBe(true)
  })

  test("counts each address and only the rule's operations", () => {
    const firewall = firewallAt0()
    expect([1, 2, 3].map(() => admits(firewall, 'SignUp'))).toEqual([true, true, false])
    expect(admits(firewall, 'SignUp', '10.0.0.2')).toBe(true)
    expect([1, 2, 3, 4].map(() => admits(firewall, 'GetUser'))).toEqual([true, true, true, true])
  })

  test('refuses a forbidden operation at the first call', () => {
    const firewall = firewallAt0()
    for (const operation of ['DeleteUser', 'VerifyUserAttribute', 'DeleteUser'])
      expect(admits(firewall, operation)).toBe(false)
    expect(admits(firewall, 'SignUp')).toBe(true)
  })

  test.each([
    { waited: 5 * MINUTE - 1, admitted: false },
    { waited: 5 * MINUTE, admitted: true },
  ])('$waited ms after its calls may call again: $admitted', ({ waited, admitted }) => {
    const firewall = firewallAt0()
    for (const _ of [1, 2]) admits(firewall, 'SignUp')
    now = waited
    expect(admits(firewall, 'SignUp')).toBe(admitted)
  })

  test('keeps an address blocked that goes on calling', () => {
    const firewall = firewallAt0()
    for (let minute = 0; minute < 8; minute++) {
      now = minute * MINUTE
      expect(admits(firewall, 'SignUp')).toBe(minute < 2)
    }
  })
})

test('reads the rules of the templates', () => {
  const read = (stage: 'local' | 'dev') =>
    readFirewall(templatesOf(synthesise(stage).data.toJSON().Resources))
  expect(read('local')).toEqual([
    {
      kind: 'forbid',
      operations: [
        'DeleteUser',
        'ConfirmSignUp',
        'ResendConfirmationCode',
        'DeleteUserAttributes',
        'GetUserAttributeVerificationCode',
        'VerifyUserAttribute',
      ],
    },
    { kind: 'limit', operations: ['SignUp'], calls: 500, windowMs: 5 * MINUTE },
    {
      kind: 'limit',
      operations: ['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'],
      calls: 2000,
      windowMs: 5 * MINUTE,
    },
  ])
  expect(read('dev')).toEqual([])
})

const blocked = {
  status: 400,
  body: { __type: 'ForbiddenException', message: 'Request not allowed due to WAF block.' },
}

test.each([
  {
    kind: 'of an unknown kind',
    statement: { GeoMatchStatement: { CountryCodes: ['MA'] } },
  },
  {
    kind: 'that also looks at something unknown',
    statement: { OrStatement: { Statements: [{ GeoMatchStatement: { CountryCodes: ['MA'] } }] } },
  },
])('rejects a rule $kind', ({ statement }) => {
  const resources = structuredClone(synthesise('local').data.toJSON().Resources) as Record<
    string,
    { Type: string; Properties: { Rules: object[] } }
  >
  const acl = Object.values(resources).find(({ Type }) => Type === 'AWS::WAFv2::WebACL')
  acl?.Properties.Rules.push({ Action: { Block: {} }, Statement: statement })
  expect(() => readFirewall(templatesOf(resources))).toThrow()
})

test('refuses a call too many, or a forbidden operation, before any other check', async () => {
  const users = await startTestUsers({ rules })
  try {
    const { email, access } = await users.browser.enter()
    expect(await users.browser.call('DeleteUser', { AccessToken: access })).toEqual(blocked)
    expect(await users.browser.call('VerifyUserAttribute', {})).toEqual(blocked)
    expect((await users.browser.signIn(email)).status).toBe(200)
    const wrong = () => users.browser.signIn('personne@demo.bac')
    // The third call of signing in.
    expect((await wrong()).body.__type).toBe('NotAuthorizedException')
    expect(await wrong()).toEqual(blocked)
  } finally {
    await users.stop()
  }
}, 30_000)
