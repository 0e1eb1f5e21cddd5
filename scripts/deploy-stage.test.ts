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

const { fault } = configuration

const ACCOUNT = '123456789012'
const [DATA, SITE] = ['Revision-Dev-Data', 'Revision-Dev-Site']

type Event = [type: string, id: string, status: string, reason?: string]
type Deployed = { status: string; isProtected: boolean; events: Event[] }

/** The acts of the operator and of AWS. By default all goes well. */
type Given = {
  stage: 'dev' | 'prod'
  deployed: Record<string, Deployed>
  isDryRun: boolean
  isConfirmed: boolean
  /** The account that the configuration names. */
  account?: string
  configured: configuration.Finding[]
  hasCredentials: boolean
  /** True where the operator's credentials may only assume the roles of `cdk bootstrap`, as GitHub's may. */
  isDelivery: boolean
  bootstrap: number
  answer: string
  /** Effect of `cdk deploy` on a stack; it throws as the CDK does. */
  deploy: (id: string) => void
  signingKeys: configuration.Finding[]
}
let given: Given
let stacks: Map<string, Deployed>
let calls: string[]

vi.doMock('./operations/cdk.ts', () => ({
  buildStacks: async ({ environment }: { environment: Record<string, string> }) => {
    calls.push(`build for ${environment['CDK_DEFAULT_ACCOUNT'] ?? null}`)
    return [DATA, SITE].map(built)
  },
  runCdk: async ([command = '', id = '', ...options]: string[]) => {
    if (command === 'diff') return void calls.push(`diff ${id} ${options[0]}`)
    const stack = stacks.get(id)
    calls.push(`deploy ${id}${options.includes('--import-existing-resources') ? ', adopting' : ''}`)
    if (stack?.status === 'ROLLBACK_COMPLETE') {
      if (stack.isProtected)
        throw new Error(`Stack [${id}] cannot be deleted while TerminationProtection is enabled`)
      stacks.delete(id)
    }
    given.deploy(id)
  },
}))
vi.doMock('./operations/terminal.ts', () => ({
  ...terminal,
  ask: async () => (calls.push('confirm'), given.answer),
}))
vi.doMock('./operations/deploy/configuration.ts', () => ({
  ...configuration,
  configurationFindings: () => given.configured,
  checkoutFindings: () => [],
}))
vi.doMock('./operations/deploy/deployed-site.ts', () => ({
  ...deployedSite,
  readDeployedSite: async () => ({ origin: 'https://bac.ma', ownOrigin: 'https://d1.cloudfront.net' }),
  signingKeyFindings: async () => given.signingKeys,
  awaitAnswers: async (origin: string) => void calls.push(`await ${origin}`),
  missingAnswer: async () => null,
}))
vi.doMock('./operations/deploy/content.ts', () => ({ contentFindings: async () => [] }))
const { deployStage } = await import('./deploy.ts')

function built(id: string): BuiltStack {
  return { id, region: 'eu-west-3', isProtected: id === DATA, neededBootstrap: 6, template: {} }
}

let aws: Aws
beforeAll(async () => {
  aws = await startAws(({ operation, parameters, signer }) => {
    const { hasCredentials, isDelivery } = given
    if (operation === 'GetCallerIdentity')
      return hasCredentials
        ? xml(operation, `<Account>${ACCOUNT}</Account><Arn>arn:operatrice</Arn>`)
        : refused('ExpiredToken')
    if (operation === 'AssumeRole') return isDelivery ? role(parameters['RoleArn']) : refused('AccessDenied')
    if (isDelivery && signer === 'operator') return refused('AccessDenied')
    if (operation.includes('account-settings'))
      return json({ AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } })
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
    return describedStack('CREATE_COMPLETE', stackOutput('BootstrapVersion', given.bootstrap))
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
const failedEvents = (id: string): Event[] => [
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

async function play(changes: Partial<Given> = {}) {
  given = {
    stage: 'dev',
    deployed: { [DATA]: running(), [SITE]: running() },
    isDryRun: false,
    configured: [],
    hasCredentials: true,
    isDelivery: false,
    bootstrap: 21,
    answer: 'oui',
    isConfirmed: false,
    deploy: (id) => void stacks.set(id, running()),
    signingKeys: [],
    ...changes,
  }
  stacks = new Map(Object.entries(given.deployed))
  calls = []
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  const { account: _account, ...stage } = loadStage(given.stage, {})
  const { signal } = new AbortController()
  const options = { isDryRun: given.isDryRun, isConfirmed: given.isConfirmed, assembly: '/cdk.out', signal }
  const ended = await deployStage(
    { ...stage, ...(given.account && { account: given.account }) },
    options,
  ).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { ended, done: calls, said, text: said.join('\n') }
}

test('builds, shows, asks, deploys in order, waits and shows the addresses', async () => {
  const { ended, done, said } = await play({ account: ACCOUNT })
  expect(ended).toBe('done')
  expect(done).toEqual([
    `build for ${ACCOUNT}`,
    'diff --method auto',
    'confirm',
    `deploy ${DATA}`,
    `deploy ${SITE}`,
    'await https://d1.cloudfront.net',
  ])
  expect(said).toContain('Le site répond : https://bac.ma')
})

test('confirmed beforehand, as by a delivery, deploys without a question', async () => {
  const { ended, done } = await play({ account: ACCOUNT, isConfirmed: true, answer: 'non' })
  expect(ended).toBe('done')
  expect(done).toContain(`deploy ${SITE}`)
  expect(done).not.toContain('confirm')
})

test('a dry run without credentials builds, and lists what it could not check', async () => {
  const { ended, done, text } = await play({ hasCredentials: false, isDryRun: true })
  expect(ended).toBe('done')
  expect(done).toEqual(['build for null'])
  expect(text.match(/Non vérifié : .*/g)).toEqual([
    expect.stringContaining('Non vérifié : AWS refuse ces identifiants'),
    "Non vérifié : sans identifiants, on ne sait pas si 'cdk bootstrap' a été fait.",
    "Non vérifié : ce qui est déployé n'a pas pu être lu.",
  ])
})

const fictional = { configured: [fault('valeurs fictives :\nowners')] }
const unprepared = { bootstrap: 5 }
const elsewhere = { account: '999999999999' }

test.each([
  { what: 'a fictional configuration', changes: fictional, done: [] },
  { what: 'credentials that are refused', changes: { hasCredentials: false }, done: [] },
  { what: 'another account', changes: elsewhere, done: [] },
  { what: 'a region without bootstrap', changes: unprepared, done: [`build for ${ACCOUNT}`] },
])('$what ends a deployment before anything is deployed', async ({ changes, done }) => {
  const played = await play(changes)
  expect(played.ended).toContain('corrigez ce qui précède, puis relancez la commande')
  expect(played.done).toEqual(done)
  expect(played.text).toContain('✗ ')
})

test('a dry run continues after faults, counts them and fails at its end', async () => {
  const played = await play({ ...fictional, ...unprepared, ...elsewhere, isDryRun: true })
  expect(played.ended).toBe('Essai terminé : 3 point(s) à corriger avant de déployer.')
  expect(played.done).toEqual([`build for ${ACCOUNT}`])
  expect(played.text).toContain('✗ valeurs fictives :\n        owners')
})

test.each([
  { stage: 'dev', answer: 'non' },
  { stage: 'prod', answer: 'oui' },
] as const)("deploys nothing of $stage after the answer '$answer'", async (changes) => {
  const { ended, done } = await play(changes)
  expect(ended).toBe("Annulé : rien n'a été déployé.")
  expect(done).toEqual([`build for ${ACCOUNT}`, 'diff --method auto', 'confirm'])
})

const failing = (id: string) => {
  if (id === DATA) throw new Error('La commande cdk deploy a échoué (code 1).')
}

test.each([
  { what: 'a stack that fails', changes: { deploy: failing }, ended: 'a échoué (code 1).', last: DATA },
  {
    what: 'a key that is missing',
    changes: { signingKeys: [fault('le secret est vide')] },
    ended: 'corrigez ce qui précède',
    last: SITE,
  },
])('$what ends the deployment, and the site is not called up', async ({ changes, ended, last }) => {
  const played = await play(changes)
  expect(played.ended).toContain(ended)
  expect(played.done.at(-1)).toBe(`deploy ${last}`)
})

const failedCreation = { status: 'ROLLBACK_COMPLETE', isProtected: true, events: failedEvents(DATA) }

test.each([
  { by: 'an administrator', isDelivery: false, signer: 'operator' },
  { by: 'the role of a delivery', isDelivery: true, signer: 'deploy' },
])('repeats a first creation that failed, by $by', async ({ isDelivery, signer }) => {
  const { ended, done, text } = await play({ deployed: { [DATA]: { ...failedCreation } }, isDelivery })
  expect(ended).toBe('done')
  expect(text).toContain(`La création de ${DATA} a échoué (ROLLBACK_COMPLETE)`)
  expect(text).toContain('première erreur : AWS::CloudFront::Distribution Edge')
  expect(text).toContain(VERIFY)
  expect(text).toContain("AWS n'ouvre pas encore CloudFront à ce compte")
  expect(text).toContain('Reste AWS::DynamoDB::Table Table-1 : repris tel quel')
  expect(text).toContain('Reste AWS::Cognito::UserPool Users-1 : à supprimer à la main')
  expect(text).not.toContain('Logs')
  expect(done.slice(3, -1)).toEqual([
    `unprotect ${DATA} as ${signer}`,
    `deploy ${DATA}, adopting`,
    `deploy ${SITE}, adopting`,
  ])
})

const reviewed: Deployed = { status: 'REVIEW_IN_PROGRESS', isProtected: false, events: [] }

// A change set ('auto') fails on what a new stack would adopt.
test.each([
  { what: 'nothing is deployed, as after destroy', deployed: {} },
  { what: 'only one stack is', deployed: { [DATA]: running() } },
  { what: 'one was never executed', deployed: { [DATA]: reviewed, [SITE]: running() } },
])('compares by templates where $what', async ({ deployed }) => {
  expect((await play({ deployed, answer: 'non' })).done).toContain('diff --method template')
})
