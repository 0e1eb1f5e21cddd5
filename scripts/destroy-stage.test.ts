import { vi } from 'vitest'
import { loadStage } from '#infra/stages.ts'
import * as cdk from './operations/cdk.ts'
import { runCommand } from './operations/command-line.ts'
import * as account from './operations/deploy/account.ts'
import * as terminal from './operations/terminal.ts'
import { type Aws, startAws, xml } from './operations/test-support/aws.ts'

type BuiltStack = cdk.BuiltStack

/** The steps of a destruction that reach out of this process. */
type Steps = {
  build: (account: string | undefined) => Promise<BuiltStack[]>
  identify: () => Promise<account.Identity>
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
vi.doMock('./operations/terminal.ts', () => ({
  ...terminal,
  ask: (question: string) => steps.ask(question),
}))
vi.doMock('./operations/deploy/account.ts', () => ({
  ...account,
  identify: () => steps.identify(),
}))
const { command, destroyStage } = await import('./destroy.ts')

/** Starts a CloudFormation with all stacks. */
let aws: Aws
beforeAll(async () => {
  aws = await startAws(({ operation, parameters }) => {
    if (operation === 'UpdateTerminationProtection')
      calls.push(`unprotect ${parameters['StackName']}: ${parameters['EnableTerminationProtection']}`)
    return xml(
      operation,
      '<Stacks><member><StackName>s</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus></member></Stacks>',
    )
  })
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

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
  steps = {
    build: async () => staging,
    identify: async () => ({ kind: 'known', account: ACCOUNT, arn: 'arn:operatrice' }),
    ask: async () => 'staging',
    ...given,
  }
  const { account: _account, ...stage } = loadStage('staging', {})
  const { signal } = new AbortController()
  const options = { isDryRun, confirmed: undefined, assembly: '/cdk.out', signal }
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
  const identify = async () => {
    throw new Error('asked')
  }
  const { ended, done, text } = await play({ identify }, { isDryRun: true })
  expect([ended, done]).toEqual(['done', []])
  expect(text).toContain('  Site (eu-west-3)\n  Data (eu-west-3)\n  Edge (us-east-1)')
  expect(text).toContain('  AWS::S3::Bucket Bucket (Site)')
  expect(text).toContain('  AWS::DynamoDB::Table revision-staging\n  AWS::Cognito::UserPool revision-staging')
  expect(text).not.toContain('AWS::IAM::Role')
})

test.each([
  {
    what: 'when the operator declines',
    given: { ask: async () => 'oui' },
    says: "Annulé : rien n'a été supprimé.",
  },
  {
    what: 'without credentials',
    given: { identify: async () => ({ kind: 'unknown', text: 'Aucun identifiant' }) as const },
    says: 'Aucun identifiant',
  },
  {
    what: 'in another account',
    given: {},
    order: { wanted: '999999999999' },
    says: 'infra/stages.ts veut le compte 999999999999',
  },
])('deletes nothing $what', async ({ given, order, says }) => {
  const { ended, done } = await play(given, order)
  expect(ended).toContain(says)
  expect(done).toEqual([])
})

test.each([
  { args: ['--stage', 'prod', '--yes', 'prod'], code: 1, says: 'prod ne se supprime pas par une commande' },
  { args: ['--stage', 'local'], code: 2, says: 'dev, staging, prod' },
  { args: ['--stage', 'dev', '--yes', 'staging'], code: 2, says: '--yes doit répéter dev' },
])('the command with $args ends with $code and does nothing', async ({ args, code, says }) => {
  calls = []
  const said = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  expect(await runCommand(command, args)).toBe(code)
  expect(said.mock.calls[0]?.[0]).toContain(says)
  expect(calls).toEqual([])
  said.mockRestore()
})
