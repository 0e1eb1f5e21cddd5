import { tableShape } from '#functions/data/table/table-shape.ts'
import { STAGE_NAMES, type Stage } from '../stages.ts'
import { createResources, oneOf, synthesise } from '../test-support/synthesise.ts'

const prod = synthesise('prod')
const { data } = prod

test('creates the table and indexes that the repositories use', () => {
  const { Properties } = oneOf(data, 'AWS::DynamoDB::Table')
  const keys = (partition: string, sort: string) => [
    { AttributeName: partition, KeyType: 'HASH' },
    { AttributeName: sort, KeyType: 'RANGE' },
  ]
  expect(Properties).toMatchObject({
    TableName: 'revision-prod',
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keys(tableShape.partitionKey, tableShape.sortKey),
    TimeToLiveSpecification: { AttributeName: tableShape.timeToLive, Enabled: true },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true },
  })
  expect(Properties['GlobalSecondaryIndexes']).toEqual(
    Object.values(tableShape.indexes).map(({ name, partitionKey, sortKey, projected }) => ({
      IndexName: name,
      KeySchema: keys(partitionKey, sortKey),
      Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projected] },
    })),
  )
})

test.each(STAGE_NAMES)('protects data in %s by the setting of the stage', (name) => {
  const kept = name === 'prod' || name === 'staging'
  const stacks = synthesise(name)
  const table = oneOf(stacks.data, 'AWS::DynamoDB::Table')
  const users = oneOf(stacks.data, 'AWS::Cognito::UserPool')
  expect(table.Properties['DeletionProtectionEnabled']).toBe(kept)
  expect(users.Properties['DeletionProtection']).toBe(kept ? 'ACTIVE' : 'INACTIVE')
  // The loss of a key ends only challenges of ten minutes.
  const secrets = Object.values(createResources(stacks.data, 'AWS::SecretsManager::Secret')).filter(
    ({ Properties }) => !String(Properties['Name']).includes('sign-up-key'),
  )
  const logs = Object.values(createResources(stacks.data, 'AWS::Logs::LogGroup'))
  for (const { DeletionPolicy } of [table, users]) expect(DeletionPolicy).toBe(kept ? 'Retain' : 'Delete')
  // The secrets are deleted when a creation is rolled back, so that their names are free for the next one.
  for (const { DeletionPolicy } of secrets)
    expect(DeletionPolicy).toBe(kept ? 'RetainExceptOnCreate' : 'Delete')
  expect(logs.map(({ DeletionPolicy }) => DeletionPolicy)).not.toContain('Retain')
})

test('signs in by case-insensitive address and passwords of at least six characters', () => {
  expect(oneOf(data, 'AWS::Cognito::UserPool').Properties).toMatchObject({
    UsernameAttributes: ['email'],
    UsernameConfiguration: { CaseSensitive: false },
    AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    Schema: [{ Name: 'email', Required: true, Mutable: false }],
    Policies: {
      PasswordPolicy: {
        MinimumLength: 6,
        RequireLowercase: false,
        RequireNumbers: false,
        RequireSymbols: false,
        RequireUppercase: false,
      },
    },
  })
})

describe('leaked passwords', () => {
  test('are not checked by default', () => {
    expect(oneOf(data, 'AWS::Cognito::UserPool').Properties).toMatchObject({ UserPoolTier: 'LITE' })
    expect(createResources(data, 'AWS::Cognito::UserPoolRiskConfigurationAttachment')).toEqual({})
  })

  test('are refused by a setting of the stage, without other threat protection', () => {
    const checked = synthesise('dev', {}, { checkCompromisedCredentials: true }).data
    expect(oneOf(checked, 'AWS::Cognito::UserPool').Properties).toMatchObject({
      UserPoolTier: 'PLUS',
      UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' },
    })
    const nothing = { EventAction: 'NO_ACTION', Notify: false }
    expect(oneOf(checked, 'AWS::Cognito::UserPoolRiskConfigurationAttachment').Properties).toEqual({
      UserPoolId: { Ref: Object.keys(createResources(checked, 'AWS::Cognito::UserPool'))[0] },
      ClientId: 'ALL',
      CompromisedCredentialsRiskConfiguration: {
        Actions: { EventAction: 'BLOCK' },
        // With SRP Cognito does not get the password at a sign-in.
        EventFilter: ['SIGN_UP', 'PASSWORD_CHANGE'],
      },
      AccountTakeoverRiskConfiguration: {
        Actions: { LowAction: nothing, MediumAction: nothing, HighAction: nothing },
      },
    })
  })
})

describe('mail', () => {
  const accountsOf = (mail: Stage['mail']) => synthesise('dev', {}, { mail }).data
  const identity = (region: string, name: string) => ({
    'Fn::Join': ['', [`arn:aws:ses:${region}:`, { Ref: 'AWS::AccountId' }, `:identity/${name}`]],
  })

  test.each(['dev', 'staging', 'prod'] as const)('is sent by Cognito itself by default: %s', (name) => {
    const users = oneOf(synthesise(name).data, 'AWS::Cognito::UserPool')
    expect(users.Properties).not.toHaveProperty('EmailConfiguration')
  })

  test.each([
    { mail: { from: 'a@exemple.test' }, source: identity('eu-west-3', 'a@exemple.test') },
    {
      mail: { from: 'a@exemple.test', domain: 'exemple.test' },
      source: identity('eu-west-3', 'exemple.test'),
    },
    {
      mail: { from: 'a@exemple.test', region: 'eu-west-1' },
      source: identity('eu-west-1', 'a@exemple.test'),
    },
  ])('is sent by SES by a setting of the stage: $mail', ({ mail, source }) => {
    expect(oneOf(accountsOf(mail), 'AWS::Cognito::UserPool').Properties['EmailConfiguration']).toEqual({
      EmailSendingAccount: 'DEVELOPER',
      From: 'Cap Physique-Chimie <a@exemple.test>',
      SourceArn: source,
    })
  })

  test('invites owners in French, with their address and temporary password', () => {
    const siteOrigin = 'https://www.exemple.test'
    const own = synthesise('dev', {}, { siteOrigin, hostedZone: { id: 'Z0', name: 'exemple.test' } }).data
    for (const template of [data, own]) {
      const { InviteMessageTemplate } = oneOf(template, 'AWS::Cognito::UserPool').Properties[
        'AdminCreateUserConfig'
      ] as { InviteMessageTemplate: Record<'EmailSubject' | 'EmailMessage', string> }
      const { EmailSubject, EmailMessage } = InviteMessageTemplate
      expect(EmailSubject).toBe('Cap Physique-Chimie : votre compte')
      for (const part of ['Bonjour,', '{username}', '{####}', 'mot de passe'])
        expect(EmailMessage).toContain(part)
      expect(EmailMessage.includes(siteOrigin)).toBe(template === own)
    }
  })

  test('grants no function permission to send', () => {
    const { Resources } = accountsOf({ from: 'a@exemple.test', domain: 'exemple.test' }).toJSON()
    expect(JSON.stringify(Resources)).not.toContain('ses:Send')
  })
})

test('has no trigger before the password check except at sign-up', () => {
  const { LambdaConfig } = oneOf(data, 'AWS::Cognito::UserPool').Properties
  expect(LambdaConfig).toEqual({
    PreSignUp: expect.anything(),
    PostConfirmation: expect.anything(),
    PostAuthentication: expect.anything(),
  })
})

test.each([
  { name: 'prod', flows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
  { name: 'local', flows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
] as const)('the client of $name signs in by $flows and writes the address alone', ({ name, flows }) => {
  const clients = Object.values(createResources(synthesise(name).data, 'AWS::Cognito::UserPoolClient'))
  const web = clients.find(({ Properties }) => Properties['ClientName'] === 'web')
  expect(web?.Properties).toMatchObject({
    ExplicitAuthFlows: flows,
    WriteAttributes: ['email'],
    GenerateSecret: false,
    AllowedOAuthFlowsUserPoolClient: false,
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    RefreshTokenValidity: 30 * 24 * 60,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
  })
})

test.each([
  {
    name: 'prod',
    environment: {},
    secrets: [
      'revision/prod/drive-credentials',
      'revision/prod/probe-password',
      'revision/prod/sign-up-key-1',
    ],
  },
  { name: 'dev', environment: {}, secrets: ['revision/dev/sign-up-key-1'] },
  { name: 'local', environment: { DELIVERY_MODE: 'embed' }, secrets: ['revision/local/sign-up-key-1'] },
] as const)('$name has the secrets $secrets', ({ name, environment, secrets }) => {
  const found = Object.values(
    createResources(synthesise(name, environment).data, 'AWS::SecretsManager::Secret'),
  )
  expect(found.map(({ Properties }) => String(Properties['Name'])).sort()).toEqual(secrets)
})
