import type { BuiltStack } from '../cdk.ts'
import { destroyStage, type Order, type Steps } from './destroy-stage.ts'

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
  stack('Site', false, { Bucket: { Type: 'AWS::S3::Bucket', ...KEPT } }),
]

async function play(given: Partial<Steps> = {}, order: Partial<Order> = {}) {
  const done: string[] = []
  const said: string[] = []
  const steps: Steps = {
    build: async () => staging,
    identify: async () => ({ kind: 'known', account: ACCOUNT, arn: 'arn:operatrice' }),
    confirm: async () => true,
    unprotect: async ({ id }) => void done.push(`unprotect ${id}`),
    destroy: async ({ id }) => void done.push(`destroy ${id}`),
    ...given,
  }
  const say = (line: string) => void said.push(line)
  const ended = await destroyStage(steps, {
    stage: 'staging',
    account: undefined,
    isDryRun: false,
    say,
    ...order,
  }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { ended, done, text: said.join('\n') }
}

test('deletes the stacks in reverse order and unprotects protected ones before', async () => {
  const { ended, done } = await play()
  expect(ended).toBe('done')
  expect(done).toEqual(['destroy Site', 'unprotect Data', 'destroy Data', 'destroy Edge'])
})

test('deletes only in the account that was confirmed', async () => {
  const accounts: unknown[] = []
  const build = async (account: string | null) => {
    accounts.push(account)
    return staging
  }
  const confirm = async (account: string) => Boolean(accounts.push(account))
  expect((await play({ build, confirm })).ended).toBe('done')
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

test('says when nothing is retained', async () => {
  const build = async () => [stack('Data', false, { Table: { Type: 'AWS::DynamoDB::Table' } })]
  expect((await play({ build }, { isDryRun: true })).text).toContain('Rien ne reste')
})

test.each([
  {
    what: 'when the operator declines',
    given: { confirm: async () => false },
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
    order: { account: '999999999999' },
    says: 'infra/stages.ts veut le compte 999999999999',
  },
])('deletes nothing $what', async ({ given, order, says }) => {
  const { ended, done } = await play(given, order)
  expect(ended).toContain(says)
  expect(done).toEqual([])
})
