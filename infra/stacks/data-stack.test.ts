import { tableShape } from '#functions/data/table-shape.ts'
import { STAGE_NAMES } from '../stages.ts'
import { functionsOf, oneOf, resourcesOf, synthesise } from '../test-support/synthesise.ts'

const prod = synthesise('prod')
const { data } = prod

test('the table and its indexes are those that the repositories use', () => {
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

test.each(STAGE_NAMES)('in %s, data is protected as the stage says', (name) => {
  const kept = name === 'prod' || name === 'staging'
  const stacks = synthesise(name)
  const table = oneOf(stacks.data, 'AWS::DynamoDB::Table')
  const users = oneOf(stacks.data, 'AWS::Cognito::UserPool')
  expect(table.Properties['DeletionProtectionEnabled']).toBe(kept)
  expect(users.Properties['DeletionProtection']).toBe(kept ? 'ACTIVE' : 'INACTIVE')
  const secrets = Object.values(resourcesOf(stacks.data, 'AWS::SecretsManager::Secret'))
  for (const { DeletionPolicy } of [table, users, ...secrets])
    expect(DeletionPolicy).toBe(kept ? 'Retain' : 'Delete')
})

test('people sign in by e-mail in any case, with six characters of any class', () => {
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

test('the triggers: nothing tells of an account before its password was right', () => {
  const { LambdaConfig } = oneOf(data, 'AWS::Cognito::UserPool').Properties
  expect(LambdaConfig).toEqual({
    PreSignUp: expect.anything(),
    PostConfirmation: expect.anything(),
    PostAuthentication: expect.anything(),
  })
})

describe('the daily reconciliation', () => {
  const { 'reconcile-accounts': reconciliation } = functionsOf(prod)

  test('is called once a day, may take a quarter of an hour, and is repeated a bounded number of times', () => {
    const { ScheduleExpression, State, Targets } = oneOf(data, 'AWS::Events::Rule').Properties
    expect({ ScheduleExpression, State }).toEqual({ ScheduleExpression: 'rate(1 day)', State: 'ENABLED' })
    expect(Targets).toEqual([
      {
        Id: expect.any(String),
        Arn: { 'Fn::GetAtt': [reconciliation?.id, 'Arn'] },
        RetryPolicy: { MaximumRetryAttempts: 3, MaximumEventAgeInSeconds: 3600 },
      },
    ])
    expect(reconciliation?.Properties['Timeout']).toBe(900)
    expect(oneOf(data, 'AWS::Lambda::EventInvokeConfig').Properties).toMatchObject({
      FunctionName: { Ref: reconciliation?.id },
      MaximumRetryAttempts: 1,
      MaximumEventAgeInSeconds: 3600,
    })
  })
})

test.each([
  { name: 'prod', flows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
  { name: 'local', flows: ['ALLOW_USER_PASSWORD_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'] },
] as const)('the client of $name signs in by $flows and writes the address alone', ({ name, flows }) => {
  expect(oneOf(synthesise(name).data, 'AWS::Cognito::UserPoolClient').Properties).toMatchObject({
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
  { name: 'prod', environment: {}, secrets: ['revision/prod/drive-credentials'] },
  { name: 'dev', environment: {}, secrets: [] },
  { name: 'local', environment: { DELIVERY_MODE: 'embed' }, secrets: [] },
] as const)('$name keeps the secrets $secrets', ({ name, environment, secrets }) => {
  const found = Object.values(resourcesOf(synthesise(name, environment).data, 'AWS::SecretsManager::Secret'))
  expect(found.map(({ Properties }) => Properties['Name'])).toEqual(secrets)
})
