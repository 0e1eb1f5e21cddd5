import { createResources, oneOf, synthesise, synthesiseWhole } from '../../test-support/synthesise.ts'

const whole = synthesiseWhole()

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

describe('the firewall', () => {
  const { Scope, DefaultAction, Rules } = oneOf(whole.data, 'AWS::WAFv2::WebACL').Properties
  const rules = Rules as { Name: string; Priority: number; Action: unknown; Statement: Statement }[]
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
    expect(rules.map(({ Priority }) => Priority)).toEqual([0, 1, 2])
    expect(JSON.stringify(Rules)).not.toContain('"SampledRequestsEnabled":true')
    expect({ Scope, DefaultAction }).toEqual({ Scope: 'REGIONAL', DefaultAction: { Allow: {} } })
  })

  test.each([
    { name: 'sign-ups', calls: 500, operations: ['SignUp'] },
    {
      name: 'sign-ins',
      calls: 2000,
      operations: ['InitiateAuth', 'RespondToAuthChallenge', 'ForgotPassword', 'ConfirmForgotPassword'],
    },
  ])('blocks a network address after $calls $name in five minutes', ({ name, calls, operations }) => {
    const rule = rules.find(({ Name }) => Name === name)
    expect(rule?.Action).toEqual({ Block: {} })
    const { ScopeDownStatement, ...rate } = rule?.Statement.RateBasedStatement ?? {}
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
    expect(rules.find(({ Name }) => Name === 'unused-operations')).toMatchObject({
      Action: { Block: {} },
      Statement: { OrStatement: { Statements: operations.map(matchOf) } },
    })
  })
})
