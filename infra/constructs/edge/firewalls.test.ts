import * as v from 'valibot'
import { Problem } from '#shared/contract/problem-body.ts'
import { problems } from '#shared/domain/problems.ts'
import { createResources, oneOf, synthesise, synthesiseWhole } from '../../test-support/synthesise.ts'
import { DEFAULT_THROTTLE } from '../functions/contract-api.ts'

const whole = synthesiseWhole()
const { edge } = whole
if (!edge) throw new Error('There is no edge stack')
const { Scope, DefaultAction, Rules, CustomResponseBodies } = oneOf(edge, 'AWS::WAFv2::WebACL').Properties
const rules = Rules as { Name: string; Priority: number; Statement: Record<string, unknown> }[]
const rule = (name: string) => rules.find(({ Name }) => Name === name)
const bodies = CustomResponseBodies as Record<string, { Content: string; ContentType: string }>

test('allows requests that match no rule', () => {
  expect({ Scope, DefaultAction }).toEqual({ Scope: 'CLOUDFRONT', DefaultAction: { Allow: {} } })
  expect(rules.map(({ Priority }) => Priority)).toEqual(rules.map((_, index) => index))
})

test('blocks known bad inputs and only labels ill-reputed addresses, and keeps no request samples', () => {
  expect(JSON.stringify(rules)).not.toContain('"SampledRequestsEnabled":true')
  // The core rule set would block imports, whose bodies are larger than 8 KiB.
  expect(JSON.stringify(rules)).not.toMatch(/CommonRuleSet|SizeConstraint/)
  expect(rule('known-bad-inputs')).toMatchObject({
    OverrideAction: { None: {} },
    Statement: {
      ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesKnownBadInputsRuleSet' },
    },
  })
  expect(rule('reputation')).toMatchObject({
    OverrideAction: { Count: {} },
    Statement: {
      ManagedRuleGroupStatement: { VendorName: 'AWS', Name: 'AWSManagedRulesAmazonIpReputationList' },
    },
  })
})

const pathOf = (SearchString: string) => ({
  ByteMatchStatement: {
    FieldToMatch: { UriPath: {} },
    PositionalConstraint: 'STARTS_WITH',
    SearchString,
    TextTransformations: [
      { Priority: 0, Type: 'URL_DECODE' },
      { Priority: 1, Type: 'NORMALIZE_PATH' },
    ],
  },
})

test.each([
  { name: 'api', calls: 30_000, of: pathOf('/api/'), body: 'problem' },
  { name: 'documents', calls: 60_000, of: pathOf('/files/'), body: 'sentence' },
  { name: 'everything', calls: 100_000, of: undefined, body: 'sentence' },
  {
    name: 'ill-reputed',
    calls: 10_000,
    of: { LabelMatchStatement: { Scope: 'NAMESPACE', Key: 'awswaf:managed:aws:amazon-ip-list:' } },
    body: 'sentence',
  },
])('answers 429 to an address after $calls calls of $name in five minutes', ({ name, calls, of, body }) => {
  expect(rule(name)).toMatchObject({
    Action: {
      Block: {
        CustomResponse: {
          ResponseCode: 429,
          CustomResponseBodyKey: body,
          ResponseHeaders: [
            { Name: 'retry-after', Value: '60' },
            { Name: 'cache-control', Value: 'no-store' },
          ],
        },
      },
    },
  })
  expect(rule(name)?.Statement).toEqual({
    RateBasedStatement: {
      AggregateKeyType: 'IP',
      EvaluationWindowSec: 300,
      Limit: calls,
      ...(of && { ScopeDownStatement: of }),
    },
  })
})

test("leaves one address at most a twentieth of the gateway's limit", () => {
  const { Limit = 0 } = (rule('api')?.Statement['RateBasedStatement'] ?? {}) as { Limit?: number }
  expect(Limit / 300).toBeLessThanOrEqual(DEFAULT_THROTTLE.rateLimit / 20)
})

test('answers limited requests in the problem format and in French', () => {
  expect(bodies.problem?.ContentType).toBe('APPLICATION_JSON')
  const problem = v.parse(Problem, JSON.parse(bodies.problem?.Content ?? ''))
  expect(problem).toMatchObject({ ...problems.TOO_MANY_REQUESTS, code: 'TOO_MANY_REQUESTS' })
  expect(bodies.sentence).toEqual({
    ContentType: 'TEXT_PLAIN',
    Content: 'Trop de tentatives. Veuillez patienter avant de réessayer.',
  })
})

test.each([
  { stacks: synthesise('dev'), firewall: false },
  { stacks: whole, firewall: true },
])('protects the distribution of a stage with a firewall: $firewall', ({ stacks, firewall }) => {
  expect(stacks.edge !== null).toBe(firewall)
  const { DistributionConfig } = oneOf(stacks.site, 'AWS::CloudFront::Distribution').Properties
  const ids = Object.keys(createResources(stacks.site, 'Custom::EdgeParameter')).filter((id) =>
    id.includes('Firewall'),
  )
  expect((DistributionConfig as { WebACLId?: unknown }).WebACLId).toEqual(
    firewall ? { 'Fn::GetAtt': [ids[0], 'Parameter.Value'] } : undefined,
  )
  expect(ids).toHaveLength(firewall ? 1 : 0)
})

test.each([
  { name: 'prod', stacks: whole },
  { name: 'dev', stacks: synthesise('dev') },
])('$name limits sign-ins with a web ACL unless it is dev', ({ name, stacks: { data } }) => {
  const [firewall, ...others] = Object.entries(createResources(data, 'AWS::WAFv2::WebACL'))
  if (name === 'dev') return expect(firewall).toBeUndefined()
  expect(others).toEqual([])
  const [pool] = Object.keys(createResources(data, 'AWS::Cognito::UserPool'))
  expect(oneOf(data, 'AWS::WAFv2::WebACLAssociation').Properties).toEqual({
    ResourceArn: { 'Fn::GetAtt': [pool, 'Arn'] },
    WebACLArn: { 'Fn::GetAtt': [firewall?.[0], 'Arn'] },
  })
})

describe('the limits of sign-ins', () => {
  const acl = oneOf(whole.data, 'AWS::WAFv2::WebACL').Properties
  const limits = acl['Rules'] as { Name: string; Priority: number; Action: unknown; Statement: Statement }[]
  type Statement = { RateBasedStatement: { Limit: number; ScopeDownStatement: object } }

  const matchOf = (operation: string) => ({
    ByteMatchStatement: {
      FieldToMatch: { SingleHeader: { Name: 'x-amzn-cognito-operation-name' } },
      PositionalConstraint: 'EXACTLY',
      SearchString: operation,
      TextTransformations: [{ Priority: 0, Type: 'NONE' }],
    },
  })

  test('allows operations that it does not count, and keeps no request samples', () => {
    expect(limits.map(({ Priority }) => Priority)).toEqual([0, 1, 2])
    expect(JSON.stringify(limits)).not.toContain('"SampledRequestsEnabled":true')
    expect(acl).toMatchObject({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } })
  })

  test.each([
    { name: 'sign-ups', calls: 500, operations: ['SignUp'] },
    {
      name: 'sign-ins',
      calls: 2000,
      operations: ['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'],
    },
  ])('blocks a network address after $calls $name in five minutes', ({ name, calls, operations }) => {
    const limit = limits.find(({ Name }) => Name === name)
    expect(limit?.Action).toEqual({ Block: {} })
    const { ScopeDownStatement, ...rate } = limit?.Statement.RateBasedStatement ?? {}
    expect(rate).toEqual({ AggregateKeyType: 'IP', EvaluationWindowSec: 300, Limit: calls })
    const matches = operations.map(matchOf)
    expect(ScopeDownStatement).toEqual(
      matches.length === 1 ? matches[0] : { OrStatement: { Statements: matches } },
    )
  })

  test('blocks operations that the product never uses', () => {
    const operations = [
      'DeleteUser',
      'ConfirmSignUp',
      'ResendConfirmationCode',
      'DeleteUserAttributes',
      'GetUserAttributeVerificationCode',
      'VerifyUserAttribute',
    ]
    expect(limits.find(({ Name }) => Name === 'unused-operations')).toMatchObject({
      Action: { Block: {} },
      Statement: { OrStatement: { Statements: operations.map(matchOf) } },
    })
  })
})
