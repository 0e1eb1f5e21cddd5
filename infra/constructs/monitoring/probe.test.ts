import {
  createResources,
  environmentOf,
  functionsOf,
  oneOf,
  type Resource,
  synthesise,
  synthesiseWhole,
} from '../../test-support/synthesise.ts'

const prod = synthesiseWhole()

const clientsOf = (stacks: typeof prod) =>
  Object.values(createResources(stacks.data, 'AWS::Cognito::UserPoolClient')).map(
    ({ Properties }) => Properties,
  )

test("the probe's client accepts passwords only with its secret and AWS credentials", () => {
  const probe = clientsOf(prod).find(({ ClientName }) => ClientName === 'probe')
  expect(probe).toMatchObject({
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
    GenerateSecret: true,
    AllowedOAuthFlowsUserPoolClient: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    AccessTokenValidity: 5,
    RefreshTokenValidity: 60,
    ReadAttributes: ['email', 'email_verified'],
    WriteAttributes: ['email'],
  })
})

test('only the functions that the probe calls accept its tokens', () => {
  const taking = Object.entries(functionsOf(prod)).filter(([, resource]) =>
    Object.hasOwn(environmentOf(resource), 'PROBE_CLIENT_ID'),
  )
  expect(taking.map(([name]) => name).sort()).toEqual(['files', 'probe', 'session'])
})

test('the password is generated and appears in no template and no environment', () => {
  const secrets = Object.values(createResources(prod.data, 'AWS::SecretsManager::Secret'))
  expect(
    secrets.find(({ Properties }) => Properties['Name'] === 'revision/prod/probe-password'),
  ).toMatchObject({ Properties: { GenerateSecretString: { PasswordLength: 40, ExcludePunctuation: true } } })
  expect(environmentOf(functionsOf(prod)['probe'] as Resource)).toMatchObject({
    PROBE_EMAIL: 'success+revision-prod@simulator.amazonses.com',
    MAILS_CODES: 'true',
    PROBE_PASSWORD_SECRET_ID: 'revision/prod/probe-password',
  })
  expect(JSON.stringify(prod.data.toJSON())).not.toContain('ClientSecret')
})

test('dev has no probe', () => {
  const { data, site } = synthesise('dev')
  expect(oneOf(data, 'AWS::Cognito::UserPoolClient').Properties['ClientName']).toBe('web')
  expect(JSON.stringify([data.toJSON(), site.toJSON()])).not.toMatch(/probe-|PROBE_|probe\/handler/)
})
