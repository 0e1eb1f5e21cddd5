import { vi } from 'vitest'
import { loadStage } from '#infra/stages.ts'
import * as cdk from './operations/cdk.ts'
import { runCommand } from './operations/command-line.ts'
import * as terminal from './operations/terminal.ts'
import {
  type Aws,
  type AwsAnswer,
  describedStack,
  refused,
  startAws,
  xml,
} from './operations/test-support/aws.ts'

type BuiltStack = cdk.BuiltStack

type Steps = {
  build: (account: string | undefined) => Promise<BuiltStack[]>
  ask: (question: string) => Promise<string>
}
let steps: Steps
let calls: string[]

vi.doMock('./operations/cdk.ts', () => ({
  ...cdk,
  buildStacks: ({ environment }: { environment: Record<string, string> }) =>
    steps.build(environment['CDK_DEFAULT_ACCOUNT']),
  runCdk: async ([command, id]: string[]) => void calls.push(`${command} ${id}`),
}))
vi.doMock('./operations/terminal.ts', () => ({ ...terminal, ask: (question: string) => steps.ask(question) }))
const { command, destroyBucket, destroyStage } = await import('./destroy.ts')

let aws: Aws
let hasCredentials = true
let hasStacks = true
let versions: { key: string; id: string; isMarker: boolean }[]
beforeAll(async () => {
  aws = await startAws(({ service, operation, parameters }) => {
    if (service === 's3') return versionedBucket(operation, parameters)
    if (operation === 'GetCallerIdentity')
      return hasCredentials
        ? xml(operation, `<Account>${ACCOUNT}</Account><Arn>arn:operatrice</Arn>`)
        : refused('ExpiredToken')
    if (!hasStacks) return refused('ValidationError', 'Stack does not exist')
    if (operation === 'UpdateTerminationProtection')
      calls.push(`unprotect ${parameters['StackName']}: ${parameters['EnableTerminationProtection']}`)
    return describedStack()
  })
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

/** Answers as S3 for a bucket with versions: two in a page, and no deletion of the bucket while it has one. */
function versionedBucket(operation: string, { body = '', ...query }: Record<string, string>): AwsAnswer {
  calls.push(operation)
  if (operation.startsWith('GET')) {
    const from = query['key-marker'] === undefined ? 0 : Number(query['version-id-marker'])
    const after = versions.filter(({ id }) => Number(id) > from)
    const page = after.slice(0, 2).map(({ key, id, isMarker }) => {
      const kind = isMarker ? 'DeleteMarker' : 'Version'
      return `<${kind}><Key>${key}</Key><VersionId>${id}</VersionId></${kind}>`
    })
    const last = after[1]
    const next = `<NextKeyMarker>${last?.key}</NextKeyMarker><NextVersionIdMarker>${last?.id}</NextVersionIdMarker>`
    return {
      status: 200,
      body: `<ListVersionsResult><IsTruncated>${after.length > 2}</IsTruncated>${next}${page.join('')}</ListVersionsResult>`,
    }
  }
  if (operation.startsWith('POST')) {
    const gone = [...body.matchAll(/<VersionId>(\d+)<\/VersionId>/g)].map(([, id]) => id)
    versions = versions.filter(({ id }) => !gone.includes(id))
    return { status: 200, body: '<DeleteResult></DeleteResult>' }
  }
  return versions.length > 0 ? refused('BucketNotEmpty') : { status: 204, body: '' }
}

const ACCOUNT = '123456789012'
const KEPT = { DeletionPolicy: 'Retain' }
const stack = (id: string, isProtected: boolean, resources: object = {}): BuiltStack => ({
  id,
  region: id === 'Edge' ? 'us-east-1' : 'eu-west-3',
  isProtected,
  neededBootstrap: 6,
  template: { Resources: resources as NonNullable<BuiltStack['template']['Resources']> },
})
const staging = [
  stack('Edge', false),
  stack('Data', true, {
    Table: { Type: 'AWS::DynamoDB::Table', Properties: { TableName: 'revision-staging' }, ...KEPT },
    Users: { Type: 'AWS::Cognito::UserPool', Properties: { UserPoolName: 'revision-staging' }, ...KEPT },
    Role: { Type: 'AWS::IAM::Role' },
  }),
  stack('Site', false, { Bucket: { Type: 'AWS::S3::Bucket', DeletionPolicy: 'RetainExceptOnCreate' } }),
]

async function play(
  given: Partial<Steps> = {},
  { isDryRun = false, wanted = undefined as string | undefined } = {},
) {
  calls = []
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  steps = { build: async () => staging, ask: async () => 'staging', ...given }
  const { account: _account, ...stage } = loadStage('staging', {})
  const { signal } = new AbortController()
  const options = { isDryRun, assembly: '/cdk.out', signal }
  const ended = await destroyStage({ ...stage, ...(wanted && { account: wanted }) }, options).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { ended, done: calls, text: said.join('\n') }
}

test('deletes the stacks in reverse order and unprotects protected ones before', async () => {
  const { ended, done } = await play()
  expect(ended).toBe('done')
  expect(done).toEqual(['destroy Site', 'unprotect Data: false', 'destroy Data', 'destroy Edge'])
})

test('deletes only in the account that was confirmed', async () => {
  const accounts: (string | undefined)[] = []
  const build = async (built: string | undefined) => {
    accounts.push(built)
    return staging
  }
  const ask = async (question: string) => {
    accounts.push(/du compte (\d+)/.exec(question)?.[1])
    return 'staging'
  }
  expect((await play({ build, ask })).ended).toBe('done')
  expect(accounts).toEqual([ACCOUNT, ACCOUNT])
})

test('a dry run lists what is deleted and what is retained, without a call to AWS', async () => {
  aws.calls.length = 0
  const { ended, text } = await play({}, { isDryRun: true })
  expect([ended, aws.calls]).toEqual(['done', []])
  expect(text).toContain('  Site (eu-west-3)\n  Data (eu-west-3)\n  Edge (us-east-1)')
  expect(text).toContain('  AWS::S3::Bucket Bucket (Site)')
  expect(text).toContain('  AWS::DynamoDB::Table revision-staging\n  AWS::Cognito::UserPool revision-staging')
  expect(text).not.toContain('AWS::IAM::Role')
})

test.each([
  { what: 'when the operator declines', answer: 'oui', says: "Annulé : rien n'a été supprimé." },
  { what: 'without credentials', isKnown: false, says: 'AWS refuse ces identifiants' },
  { what: 'in another account', wanted: '999999999999', says: 'infra/stages.ts veut le compte 999999999999' },
])('deletes nothing $what', async ({ answer = 'staging', isKnown = true, wanted, says }) => {
  hasCredentials = isKnown
  const { ended, done } = await play({ ask: async () => answer }, { wanted })
  hasCredentials = true
  expect(ended).toContain(says)
  expect(done).toEqual([])
})

describe('a bucket with versions', () => {
  const BUCKET = 'revision-staging-data-dailyexportbucket-1a2b3c'
  async function destroy(bucket = BUCKET, { isDryRun = false, answer = 'staging' } = {}) {
    calls = []
    versions = ['a', 'a', 'b', 'b', 'c'].map((key, index) => ({
      key,
      id: String(index + 1),
      isMarker: index === 3,
    }))
    vi.spyOn(console, 'log').mockImplementation(() => undefined)
    steps = { ...steps, ask: async () => answer }
    const { account: _account, ...stage } = loadStage('staging', {})
    const { signal } = new AbortController()
    return destroyBucket(stage, bucket, { isDryRun, signal }).then(
      () => 'done',
      (error: Error) => error.message,
    )
  }
  beforeEach(() => {
    hasStacks = false
  })
  afterEach(() => {
    hasStacks = true
  })

  test('is deleted with every version and delete marker', async () => {
    expect(await destroy()).toBe('done')
    expect(versions).toEqual([])
    expect(calls.at(-1)).toBe(`DELETE ${BUCKET}/`)
  })

  test.each([
    { what: 'in a dry run', options: { isDryRun: true }, says: 'done' },
    { what: 'when the operator declines', options: { answer: 'oui' }, says: 'Annulé' },
    {
      what: 'of another stage',
      bucket: 'revision-prod-data-x',
      says: 'doit commencer par revision-staging-',
    },
    { what: 'while a stack exists', stacks: true, says: 'Revision-Staging-Data existe encore' },
  ])('stays $what', async ({ bucket, options, stacks = false, says }) => {
    hasStacks = stacks
    expect(await destroy(bucket, options)).toContain(says)
    expect(versions).toHaveLength(5)
    expect(calls.filter((call) => !call.startsWith('GET'))).toEqual([])
  })
})

test.each([
  { args: ['--stage', 'prod'], code: 1, says: 'prod ne se supprime pas par une commande' },
  { args: ['--stage', 'local'], code: 2, says: 'dev, staging, prod' },
])('the command with $args ends with $code and does nothing', async ({ args, code, says }) => {
  calls = []
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await runCommand(command, args)).toBe(code)
  expect(said.mock.calls[0]?.[0]).toContain(says)
  expect(calls).toEqual([])
  said.mockRestore()
})
