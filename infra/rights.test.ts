import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-app.ts'
import {
  createResources,
  everything,
  functionsOf,
  type Resource,
  type Statement,
  statementsOf,
  synthesiseWhole,
} from './test-support/synthesise.ts'

const stacks = synthesiseWhole()
const functions = functionsOf(stacks)

type Json = Record<string, unknown>
const templates = [stacks.data, stacks.site].map((template): Json => template.toJSON())
const partOf = (part: string) =>
  Object.assign({}, ...templates.map((each) => each[part])) as Record<string, Json>
const resources = partOf('Resources')
const parameters = partOf('Parameters')

function labelOf(resource: unknown): string {
  return textOf(resource).replace(/^arn:aws:[a-z-]+:[a-z\d-]*:account:/, '')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const [[intrinsic, argument] = []] = Object.entries(value as Json)
  if (intrinsic === 'Fn::Join') return (argument as [string, unknown[]])[1].map(textOf).join('')
  return nameOf(intrinsic === 'Fn::GetAtt' ? (argument as [string])[0] : String(argument))
}

function nameOf(id: string): string {
  if (id === 'AWS::AccountId') return 'account'
  const { Type = id, Properties = {} } = resources[id] ?? {}
  const { LogGroupName, QueueName, UserPoolName, Name } = Properties as Json
  return String(parameters[id]?.Default ?? LogGroupName ?? QueueName ?? UserPoolName ?? Name ?? Type)
}

const on = (label: string, service: string, ...actions: string[]) =>
  actions.map((action) => `${service}:${action} ${label}`)

/** The stage's user pool as each of the two stacks refers to it. */
const POOL = 'revision-prod'
const POOL_BY_PARAMETER = 'userpool//revision/prod/user-pool-id'
const RECEIPTS = 'arn:aws:s3:::/revision/prod/receipt-bucket'
const KEEP_OUT = ['AdminDisableUser', 'AdminUserGlobalSignOut', 'AdminEnableUser']
const SIGNING_KEYS = ['revision/prod/signing-key-a', 'revision/prod/signing-key-b']

const read = (secret: string) => on(secret, 'secretsmanager', 'GetSecretValue', 'DescribeSecret')
const readByName = (name: string) => read(`secret:revision/prod/${name}-??????`)
const PAGES = 'arn:aws:s3:::/revision/prod/pages-bucket'
const TEXTS = `${PAGES}/files/pages/*/text.json`
const send = (queue: string) => on(`revision-prod-${queue}`, 'sqs', 'SendMessage')
const receive = [
  'ReceiveMessage',
  'ChangeMessageVisibility',
  'GetQueueUrl',
  'DeleteMessage',
  'GetQueueAttributes',
]
const checkDocuments = [
  ...readByName('drive-credentials'),
  ...on(TEXTS, 's3', 'GetObject'),
  ...on(PAGES, 's3', 'ListBucket'),
  ...send('preparation'),
]
const giveUp = on('revision-prod-dead-letters', 'sqs', 'SendMessage', 'GetQueueAttributes', 'GetQueueUrl')

/**
 * Reviewed permissions of each function, beside the table's items, which another test judges by the functions' real
 * calls, and its own log. They are written by hand as action and resource, so that the test fails for a new permission.
 */
const reviewed: Record<string, string[]> = {
  session: [],
  account: [
    ...on(POOL_BY_PARAMETER, 'cognito-idp', 'AdminGetUser', 'AdminDeleteUser'),
    ...on(`${RECEIPTS}/*`, 's3', 'GetObject', 'PutObject', 'DeleteObject'),
    ...on(RECEIPTS, 's3', 'ListBucket'),
  ],
  progress: [],
  catalogue: [],
  // During a rotation the previous version of the function signs with the other key.
  files: [...SIGNING_KEYS.flatMap(read), ...send('preparation-first')],
  origin: readByName('drive-credentials'),
  copies: readByName('drive-credentials'),
  admin: [
    ...on(POOL_BY_PARAMETER, 'cognito-idp', 'ListUsers', 'AdminDeleteUser', ...KEEP_OUT),
    ...on('distribution/AWS::CloudFront::Distribution', 'cloudfront', 'CreateInvalidation'),
    ...on('parameter/revision/prod/distribution-id', 'ssm', 'GetParameter'),
    ...on(`${RECEIPTS}/*`, 's3', 'GetObject', 'DeleteObject'),
    ...on(RECEIPTS, 's3', 'ListBucket'),
    ...send('preparation'),
  ],
  publisher: [
    ...['*.html', '*.xml', 'robots.txt', 'recherche.json', 'recherche-enonces.json', 'apercus/*'].flatMap(
      (files) => on(`AWS::S3::Bucket/${files}`, 's3', 'PutObject', 'DeleteObject'),
    ),
    ...on('AWS::S3::Bucket', 's3', 'ListBucket'),
    ...on(TEXTS, 's3', 'GetObject'),
    ...on(`${PAGES}/statement-words.json`, 's3', 'GetObject', 'PutObject'),
    ...on(PAGES, 's3', 'ListBucket'),
    ...send('preparation'),
    ...giveUp,
  ],
  preparation: [
    ...readByName('drive-credentials'),
    ...on(`${PAGES}/files/pages/*`, 's3', 'GetObject', 'PutObject', 'DeleteObject'),
    ...on(PAGES, 's3', 'ListBucket'),
    ...['preparation', 'preparation-first'].flatMap((queue) =>
      on(`revision-prod-${queue}`, 'sqs', ...receive),
    ),
    ...on('distribution/AWS::CloudFront::Distribution', 'cloudfront', 'CreateInvalidation'),
    ...on('parameter/revision/prod/distribution-id', 'ssm', 'GetParameter'),
    ...giveUp,
  ],
  mails: [...on('identity/exemple.test', 'ses', 'SendEmail'), ...giveUp],
  documents: checkDocuments,
  'check-documents': [...checkDocuments, ...giveUp],
  'pre-sign-up': [],
  'post-confirmation': on(POOL, 'cognito-idp', 'AdminGetUser', 'AdminSetUserMFAPreference'),
  'post-authentication': on(POOL, 'cognito-idp', 'AdminGetUser'),
  'reconcile-accounts': [
    ...on(POOL, 'cognito-idp', 'ListUsers', 'AdminDeleteUser', ...KEEP_OUT),
    ...on('arn:aws:s3:::AWS::S3::Bucket/*', 's3', 'DeleteObject'),
    ...giveUp,
  ],
  'signing-key': SIGNING_KEYS.flatMap((secret) =>
    on(secret, 'secretsmanager', 'GetSecretValue', 'PutSecretValue'),
  ),
  probe: [
    ...on(POOL_BY_PARAMETER, 'cognito-idp', 'AdminInitiateAuth', 'DescribeUserPoolClient'),
    ...readByName('probe-password'),
    ...giveUp,
  ],
}

/**
 * Reviewed wildcards: the pages of the site's bucket, pictures of receipts and documents, and the table's earlier streams.
 */
const WILDCARDS = [
  ...['*.html', '*.xml', 'apercus/*'].map((files) => `AWS::S3::Bucket/${files}`),
  `${RECEIPTS}/*`,
  `${PAGES}/files/pages/*`,
  TEXTS,
  'arn:aws:s3:::AWS::S3::Bucket/*',
  'table/revision-prod/stream/*',
]

const ownLog = (name: string) =>
  on(`/aws/lambda/revision-prod-${name}`, 'logs', 'CreateLogStream', 'PutLogEvents')

const isOfTheTable = ({ Action }: Statement) =>
  [Action].flat().every((action) => action.startsWith('dynamodb:'))

test('covers every function', () => {
  expect(Object.keys(functions).sort()).toEqual(Object.keys(reviewed).sort())
})

test.each(Object.entries(reviewed))('%s has exactly the reviewed permissions', (name, expected) => {
  const resource = functions[name]
  if (!resource) throw new Error(`No function ${name}`)
  const statements = statementsOf(stacks, resource).filter((statement) => !isOfTheTable(statement))
  const granted = statements.flatMap(({ Action, Resource }) =>
    [Action].flat().flatMap((action) => [Resource].flat().map((one) => `${action} ${labelOf(one)}`)),
  )
  expect(new Set(statements.map(({ Effect }) => Effect))).toEqual(new Set(['Allow']))
  expect(granted.sort()).toEqual([...ownLog(name), ...expected].sort())
})

test.each(Object.entries(functions))('%s has no other policy', (_name, { Properties }) => {
  const [role = ''] = (Properties['Role'] as { 'Fn::GetAtt': [string] })['Fn::GetAtt']
  const { ManagedPolicyArns, Policies } = (resources[role]?.Properties ?? {}) as Json
  expect({ ManagedPolicyArns, Policies }).toEqual({ ManagedPolicyArns: undefined, Policies: undefined })
})

test.each(Object.entries(functions))(
  '%s has no wildcard permission but the reviewed ones',
  (_name, resource) => {
    for (const { Action, Resource } of statementsOf(stacks, resource)) {
      for (const action of [Action].flat()) expect(action).not.toContain('*')
      for (const one of [Resource].flat())
        if (!WILDCARDS.includes(labelOf(one))) expect(labelOf(one)).not.toMatch(/\*/)
    }
  },
)

// Its links end soon after `files` stops, and its reserved concurrency would be lost when the site is opened again.
const NOT_STOPPED = ['copies']

test('a restore stops every function that may write to the table', () => {
  const runbook = readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8')
  const [, names = ''] = /for f in ([^;]+);/.exec(runbook) ?? []
  const stopped = names.split(/[\s\\]+/)
  const writers = Object.keys(functions).filter((name) =>
    statementsOf(stacks, functions[name] as Resource).some(
      ({ Effect, Action }) =>
        Effect === 'Allow' &&
        [Action].flat().some((action) => /^dynamodb:(?:Put|Update|Delete)/.test(action)),
    ),
  )
  expect(stopped).toEqual(expect.arrayContaining(writers.filter((name) => !NOT_STOPPED.includes(name))))
  expect(Object.keys(functions)).toEqual(expect.arrayContaining(stopped))
})

test('gives each function a role of its own', () => {
  const roles = Object.values(functions).map(({ Properties }) => JSON.stringify(Properties['Role']))
  expect(new Set(roles).size).toBe(roles.length)
  expect(Object.keys(createResources(stacks.site, 'AWS::IAM::User'))).toEqual([])
})

test("the mails are sent by the stage's sender alone, in its region", () => {
  const statements = statementsOf(stacks, functions['mails'] as Resource)
  const sending = statements.filter(({ Action }) => Action === 'ses:SendEmail')
  expect(sending).toMatchObject([
    { Condition: { StringEquals: { 'ses:FromAddress': everything.mail.from } } },
  ])
  expect(textOf(sending[0]?.Resource)).toBe('arn:aws:ses:eu-west-1:account:identity/exemple.test')
})
