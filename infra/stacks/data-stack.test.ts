import { tableShape } from '#functions/data/table/table-shape.ts'
import { createResources, oneOf, synthesise, synthesiseWhole } from '../test-support/synthesise.ts'

const { data } = synthesiseWhole()
const dev = synthesise('dev').data
const local = synthesise('local').data
const users = oneOf(data, 'AWS::Cognito::UserPool').Properties

test('keeps the table encrypted, recoverable and on demand, and deletes its items in time', () => {
  expect(oneOf(data, 'AWS::DynamoDB::Table').Properties).toMatchObject({
    TableName: 'revision-prod',
    BillingMode: 'PAY_PER_REQUEST',
    TimeToLiveSpecification: { AttributeName: tableShape.timeToLive, Enabled: true },
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    SSESpecification: { SSEEnabled: true },
  })
})

test.each([
  { name: 'prod', stack: data, kept: true },
  { name: 'dev', stack: dev, kept: false },
])('protects data in $name: $kept', ({ stack, kept }) => {
  const table = oneOf(stack, 'AWS::DynamoDB::Table')
  const pool = oneOf(stack, 'AWS::Cognito::UserPool')
  expect(table.Properties['DeletionProtectionEnabled']).toBe(kept)
  expect(pool.Properties['DeletionProtection']).toBe(kept ? 'ACTIVE' : 'INACTIVE')
  for (const { DeletionPolicy } of [table, pool]) expect(DeletionPolicy).toBe(kept ? 'Retain' : 'Delete')
  const logs = Object.values(createResources(stack, 'AWS::Logs::LogGroup'))
  expect(logs.map(({ DeletionPolicy }) => DeletionPolicy)).not.toContain('Retain')
})

// The loss of a key of sign-ups ends only challenges of ten minutes. The other secrets are deleted when a creation is
// rolled back, so that their names are free for the next one.
test.each([
  {
    name: 'prod',
    stack: data,
    secrets: {
      'revision/prod/drive-credentials': 'RetainExceptOnCreate',
      'revision/prod/probe-password': 'RetainExceptOnCreate',
      'revision/prod/sign-up-key-4': 'Delete',
      'revision/prod/sign-up-key-5': 'Delete',
    },
  },
  { name: 'dev', stack: dev, secrets: { 'revision/dev/sign-up-key-1': 'Delete' } },
])('$name has the secrets $secrets', ({ stack, secrets }) => {
  const found = Object.values(createResources(stack, 'AWS::SecretsManager::Secret'))
  const policies = found.map(({ Properties, DeletionPolicy }) => [Properties['Name'], DeletionPolicy])
  expect(Object.fromEntries(policies)).toEqual(secrets)
})

test('signs in by case-insensitive address and passwords of at least six characters', () => {
  expect(users).toMatchObject({
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
  // No other trigger runs before the password is checked.
  expect(users['LambdaConfig']).toEqual({
    PreSignUp: expect.anything(),
    PostConfirmation: expect.anything(),
    PostAuthentication: expect.anything(),
  })
})

test('leaked passwords are refused by a setting of the stage, without other threat protection', () => {
  const RISKS = 'AWS::Cognito::UserPoolRiskConfigurationAttachment'
  expect(oneOf(dev, 'AWS::Cognito::UserPool').Properties).toMatchObject({ UserPoolTier: 'LITE' })
  expect(createResources(dev, RISKS)).toEqual({})
  expect(users).toMatchObject({ UserPoolTier: 'PLUS', UserPoolAddOns: { AdvancedSecurityMode: 'ENFORCED' } })
  const nothing = { EventAction: 'NO_ACTION', Notify: false }
  expect(oneOf(data, RISKS).Properties).toMatchObject({
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

const sender = (from: string, region: string, name: string) => ({
  EmailSendingAccount: 'DEVELOPER',
  From: `Cap Physique-Chimie <${from}>`,
  SourceArn: {
    'Fn::Join': ['', [`arn:aws:ses:${region}:`, { Ref: 'AWS::AccountId' }, `:identity/${name}`]],
  },
})

test.each([
  { name: 'dev', stack: dev, sent: undefined },
  { name: 'prod', stack: data, sent: sender('ne-pas-repondre@exemple.test', 'eu-west-1', 'exemple.test') },
  {
    name: 'local',
    stack: local,
    sent: sender('ne-pas-repondre@demo.bac', 'eu-west-3', 'ne-pas-repondre@demo.bac'),
  },
])('mail of $name is sent by SES as the stage says, else by Cognito itself', ({ stack, sent }) => {
  expect(oneOf(stack, 'AWS::Cognito::UserPool').Properties['EmailConfiguration']).toEqual(sent)
  expect(JSON.stringify(stack.toJSON())).not.toContain('ses:Send')
})

test('invites owners in French, with their address, temporary password and the address of the site', () => {
  const messageOf = (stack: typeof data) => {
    const { AdminCreateUserConfig } = oneOf(stack, 'AWS::Cognito::UserPool').Properties
    return (AdminCreateUserConfig as { InviteMessageTemplate: Record<string, string> }).InviteMessageTemplate
  }
  const { EmailSubject, EmailMessage } = messageOf(data)
  expect(EmailSubject).toBe('Cap Physique-Chimie : votre compte')
  for (const part of ['Bonjour,', '{username}', '{####}', 'mot de passe', 'https://www.exemple.test'])
    expect(EmailMessage).toContain(part)
  expect(messageOf(dev)['EmailMessage']).not.toContain('http')
})

test.each([
  { name: 'prod', stack: data, flows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
  { name: 'local', stack: local, flows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
])('the client of $name signs in by $flows and writes the address alone', ({ stack, flows }) => {
  const clients = Object.values(createResources(stack, 'AWS::Cognito::UserPoolClient'))
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

type Keys = { AttributeName: string }[]
type Index = { IndexName: string; KeySchema: Keys; Projection: { NonKeyAttributes: string[] } }

/**
 * The keys of the table and its indexes as they are deployed, and what indexes carry, written by hand instead of derived
 * from the entities. CloudFormation cannot change an index, and would put a new, empty table in place of one with other
 * keys. So no entry is changed: a version adds an index with the same keys under another name in
 * functions/data/table/table-shape.ts, and an entry here; a later one removes both (docs/runbook.md, 'Indexes').
 */
const DEPLOYED = {
  table: { keys: ['pk', 'sk'], carries: [] },
  gsi1: { keys: ['gsi1pk', 'gsi1sk'], carries: ['searchText'] },
  gsi2: {
    keys: ['gsi2pk', 'gsi2sk'],
    carries: 'id title year session resourceType type isFree size pages available'.split(' '),
  },
  gsi3: {
    keys: ['gsi3pk', 'gsi3sk'],
    carries:
      'id title description track theme chapter year session thumbnail createdAt premiumUntil blockedAt'.split(
        ' ',
      ),
  },
}

test('keeps the keys of the deployed table, and its indexes under their names', () => {
  const { KeySchema, GlobalSecondaryIndexes } = oneOf(synthesise('dev').data, 'AWS::DynamoDB::Table')
    .Properties as { KeySchema: Keys; GlobalSecondaryIndexes: Index[] }
  const keysOf = (keys: Keys) => keys.map(({ AttributeName }) => AttributeName)
  const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema: keys, Projection }) => [
    IndexName,
    { keys: keysOf(keys), carries: Projection.NonKeyAttributes },
  ])
  const table = { keys: keysOf(KeySchema), carries: [] }
  expect({ table, ...Object.fromEntries(indexes) }).toEqual(DEPLOYED)
})
