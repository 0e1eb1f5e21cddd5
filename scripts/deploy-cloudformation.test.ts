import { vi } from 'vitest'
import { loadStage } from '#infra/stages.ts'
import type { BuiltStack } from './operations/cdk.ts'
import * as configuration from './operations/deploy/configuration.ts'
import * as deployedSite from './operations/deploy/deployed-site.ts'
import * as terminal from './operations/terminal.ts'
import {
  type Aws,
  type AwsAnswer,
  describedStack,
  json,
  refused,
  stackOutput,
  startAws,
  xml,
} from './operations/test-support/aws.ts'

const ACCOUNT = '123456789012'
const [DATA, SITE] = ['Revision-Prod-Data', 'Revision-Prod-Site']

type Event = [type: string, id: string, status: string, reason?: string]
type Deployed = { status: string; isProtected: boolean; events: Event[] }

let stacks: Map<string, Deployed>
let calls: string[]
/** Method of `cdk diff`: by templates, or by a change set ('auto'), which fails on what a new stack would adopt. */
let diffMethod: string | undefined
/** Effect of `cdk deploy` on a stack; it throws as the CDK does. */
let deploy: (id: string) => void

vi.doMock('./operations/cdk.ts', () => ({
  buildStacks: async () => [DATA, SITE].map(built),
  runCdk: async ([command = '', id = '', ...options]: string[]) => {
    if (command === 'diff') {
      diffMethod = options[0]
      return
    }
    const stack = stacks.get(id)
    calls.push(`deploy ${id}${options.includes('--import-existing-resources') ? ', adopting' : ''}`)
    if (stack?.status === 'ROLLBACK_COMPLETE') {
      if (stack.isProtected)
        throw new Error(`Stack [${id}] cannot be deleted while TerminationProtection is enabled`)
      stacks.delete(id)
    }
    deploy(id)
  },
}))
let answer: string
vi.doMock('./operations/terminal.ts', () => ({ ...terminal, ask: async () => answer }))
vi.doMock('./operations/deploy/configuration.ts', () => ({
  ...configuration,
  configurationFindings: () => [],
  checkoutFindings: () => [],
}))
vi.doMock('./operations/deploy/deployed-site.ts', () => ({
  ...deployedSite,
  readDeployedSite: async () => ({ origin: 'https://bac.ma', ownOrigin: 'https://d1.cloudfront.net' }),
  signingKeyFindings: async () => [],
  awaitAnswers: async () => {},
  missingAnswer: async () => null,
}))
vi.doMock('./operations/deploy/content.ts', () => ({ contentFindings: async () => [] }))
const { deployStage } = await import('./deploy.ts')

function built(id: string): BuiltStack {
  return { id, region: 'eu-west-3', isProtected: id === DATA, neededBootstrap: 6, template: {} }
}

/** True where the operator's credentials may only assume the roles of `cdk bootstrap`, as GitHub's may. */
let isDelivery: boolean
let aws: Aws
beforeAll(async () => {
  aws = await startAws(({ operation, parameters, signer }) => {
    if (operation === 'GetCallerIdentity')
      return xml(operation, `<Account>${ACCOUNT}</Account><Arn>arn:operatrice</Arn>`)
    if (operation === 'AssumeRole') return isDelivery ? role(parameters['RoleArn']) : refused('AccessDenied')
    if (isDelivery && signer === 'operator') return refused('AccessDenied')
    if (operation.includes('account-settings'))
      return json({
        AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 },
      })
    if (operation.includes('concurrency')) return json({ __type: 'ResourceNotFoundException' }, 404)
    return cloudFormation(operation, parameters['StackName'] ?? '', signer)
  })
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

function role(arn = ''): AwsAnswer {
  const key = /cdk-hnb659fds-(\w+)-role/.exec(arn)?.[1]
  return xml(
    'AssumeRole',
    `<Credentials><AccessKeyId>${key}</AccessKeyId><SecretAccessKey>x</SecretAccessKey><SessionToken>x</SessionToken></Credentials>`,
  )
}

function cloudFormation(operation: string, id: string, signer: string): AwsAnswer | undefined {
  if (operation === 'DescribeStacks' && id === 'CDKToolkit')
    return describedStack('CREATE_COMPLETE', stackOutput('BootstrapVersion', 21))
  const stack = stacks.get(id)
  if (!stack) return refused('ValidationError', `Stack with id ${id} does not exist`)
  if (operation === 'DescribeStacks')
    return describedStack(
      stack.status,
      `<EnableTerminationProtection>${stack.isProtected}</EnableTerminationProtection>`,
    )
  if (operation === 'DescribeStackEvents')
    return xml(
      operation,
      `<StackEvents>${stack.events
        .map(
          ([type, name, status, reason = '']) =>
            `<member><LogicalResourceId>${name}</LogicalResourceId><PhysicalResourceId>${name}-1</PhysicalResourceId><ResourceType>${type}</ResourceType><ResourceStatus>${status}</ResourceStatus><ResourceStatusReason>${reason}</ResourceStatusReason><Timestamp>2099-01-01T00:00:00Z</Timestamp></member>`,
        )
        .toReversed()
        .join('')}</StackEvents>`,
    )
  if (operation !== 'UpdateTerminationProtection') return undefined
  calls.push(`unprotect ${id} as ${signer}`)
  stack.isProtected = false
  return xml(operation, '')
}

const STACK = 'AWS::CloudFormation::Stack'
const VERIFY = 'Your account must be verified before you can add new CloudFront resources.'
/** Writes the events of a failed creation: resources under way are cancelled, then all are removed. */
const failing = (id: string): Event[] => [
  [STACK, id, 'REVIEW_IN_PROGRESS', 'User Initiated'],
  [STACK, id, 'CREATE_IN_PROGRESS', 'User Initiated'],
  ['AWS::DynamoDB::Table', 'Table', 'CREATE_COMPLETE'],
  ['AWS::CloudFront::Distribution', 'Edge', 'CREATE_FAILED', VERIFY],
  ['AWS::Cognito::UserPool', 'Users', 'CREATE_FAILED', 'Resource creation cancelled'],
  [STACK, id, 'ROLLBACK_IN_PROGRESS', 'The following resource(s) failed to create: [Users, Edge].'],
  ['AWS::DynamoDB::Table', 'Table', 'DELETE_SKIPPED'],
  ['AWS::Cognito::UserPool', 'Users', 'DELETE_SKIPPED'],
  ['AWS::Logs::LogGroup', 'Logs', 'DELETE_FAILED', 'Rate exceeded'],
  [STACK, id, 'ROLLBACK_COMPLETE'],
]
const running = (): Deployed => ({ status: 'UPDATE_COMPLETE', isProtected: true, events: [] })

type Given = {
  deployed?: Record<string, Deployed>
  answers?: string
  delivery?: boolean
  does?: typeof deploy
}

async function play({ deployed = {}, answers = 'prod', delivery = false, does }: Given) {
  stacks = new Map(Object.entries(deployed))
  calls = []
  answer = answers
  isDelivery = delivery
  deploy = does ?? ((id) => void stacks.set(id, running()))
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  const { account: _account, ...prod } = loadStage('prod', {})
  const { signal } = new AbortController()
  const options = { isDryRun: false, isConfirmed: false, assembly: '/cdk.out', signal }
  const ended = await deployStage(prod, options).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { ended, text: said.join('\n') }
}

const failedCreation = { status: 'ROLLBACK_COMPLETE', isProtected: true, events: failing(DATA) }

test.each([
  { by: 'an administrator', delivery: false, signer: 'operator' },
  { by: 'the role of a delivery', delivery: true, signer: 'deploy' },
])('repeats a first creation that failed, by $by', async ({ delivery, signer }) => {
  const { ended, text } = await play({ deployed: { [DATA]: { ...failedCreation } }, delivery })
  expect(ended).toBe('done')
  expect(text).toContain(`La création de ${DATA} a échoué (ROLLBACK_COMPLETE)`)
  expect(text).toContain('première erreur : AWS::CloudFront::Distribution Edge')
  expect(text).toContain(VERIFY)
  expect(text).toContain("AWS n'ouvre pas encore CloudFront à ce compte")
  expect(text).toContain('Reste AWS::DynamoDB::Table Table-1 : repris tel quel')
  expect(text).toContain('Reste AWS::Cognito::UserPool Users-1 : à supprimer à la main')
  expect(text).not.toContain('Logs')
  expect(calls).toEqual([
    `unprotect ${DATA} as ${signer}`,
    `deploy ${DATA}, adopting`,
    `deploy ${SITE}, adopting`,
  ])
})

const reviewed: Deployed = { status: 'REVIEW_IN_PROGRESS', isProtected: false, events: [] }

test.each([
  { what: 'nothing is deployed, as after destroy', deployed: {}, method: 'template' },
  { what: 'only one stack is', deployed: { [DATA]: running() }, method: 'template' },
  { what: 'one was never executed', deployed: { [DATA]: reviewed, [SITE]: running() }, method: 'template' },
  { what: 'both are deployed', deployed: { [DATA]: running(), [SITE]: running() }, method: 'auto' },
])('compares by $method where $what', async ({ deployed, method }) => {
  await play({ deployed, answers: 'non' })
  expect(diffMethod).toBe(method)
})
