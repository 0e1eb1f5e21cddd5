import { vi } from 'vitest'
import { loadStage } from '#infra/stages.ts'
import type { BuiltStack } from './operations/cdk.ts'
import * as account from './operations/deploy/account.ts'
import * as configuration from './operations/deploy/configuration.ts'
import * as deployedSite from './operations/deploy/deployed-site.ts'
import * as terminal from './operations/terminal.ts'

const { fault } = configuration

type Steps = {
  check: () => configuration.Finding[]
  identify: () => Promise<account.Identity>
  checkRegions: typeof account.checkRegions
  checkAccounts: () => Promise<configuration.Finding[]>
  answer: string
  cdk: (command: string, ...args: string[]) => Promise<void>
  checkSigningKeys: () => Promise<configuration.Finding[]>
}
let steps: Steps
let calls: string[]

vi.doMock('./operations/cdk.ts', () => ({
  buildStacks: async ({ environment }: { environment: Record<string, string> }) => {
    calls.push(`build for ${environment['CDK_DEFAULT_ACCOUNT'] ?? null}`)
    return [stackNamed('Edge'), stackNamed('Data'), stackNamed('Site')]
  },
  runCdk: async (args: [string, ...string[]]) => steps.cdk(...args),
}))
vi.doMock('./operations/terminal.ts', () => ({
  ...terminal,
  ask: async () => (calls.push('confirm'), steps.answer),
}))
vi.doMock('./operations/deploy/configuration.ts', () => ({
  ...configuration,
  configurationFindings: () => steps.check(),
  checkoutFindings: () => [],
}))
vi.doMock('./operations/deploy/account.ts', () => ({
  ...account,
  identify: () => steps.identify(),
  checkRegions: (...args: Parameters<typeof account.checkRegions>) => steps.checkRegions(...args),
  concurrencyFindings: async () => [],
}))
vi.doMock('./operations/deploy/stack-creation.ts', () => ({
  findCreations: async () => ({ created: [], findings: [] }),
  deployStack: ({ id }: BuiltStack) => steps.cdk('deploy', id),
}))
vi.doMock('./operations/deploy/deployed-site.ts', () => ({
  ...deployedSite,
  readDeployedSite: async () => site,
  signingKeyFindings: () => steps.checkSigningKeys(),
  awaitAnswers: async (origin: string) => void calls.push(`await ${origin}`),
  missingAnswer: async () => null,
}))
vi.doMock('./operations/deploy/content.ts', () => ({
  contentFindings: () => steps.checkAccounts(),
}))
const { deployStage } = await import('./deploy.ts')

const ACCOUNT = '123456789012'
const stackNamed = (id: string): BuiltStack => ({
  id,
  region: 'eu-west-3',
  isProtected: false,
  neededBootstrap: 6,
  template: { Resources: { Table: { Type: 'AWS::DynamoDB::Table' } } },
})
const site = { origin: 'https://bac.ma', ownOrigin: 'https://d1', keyGroupId: 'g', publicKeyIds: [] }
const regions = new Map([['eu-west-3', { region: 'eu-west-3' }]])

/** All steps succeed but the given ones. @returns what was done and said, in order */
async function play(
  given: Partial<Steps> = {},
  { isDryRun = false, wanted = undefined as string | undefined } = {},
) {
  calls = []
  const said: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void said.push(line))
  steps = {
    check: () => [],
    identify: async () => ({ kind: 'known', account: ACCOUNT, arn: 'arn:operatrice' }),
    checkRegions: async () => ({ findings: [], regions }),
    checkAccounts: async () => [],
    answer: 'oui',
    cdk: async (command, ...args) => void calls.push([command, ...args].join(' ').replace(/ --app .*/, '')),
    checkSigningKeys: async () => [],
    ...given,
  }
  const { account: _account, ...stage } = loadStage('dev', {})
  const { signal } = new AbortController()
  const options = { isDryRun, isConfirmed: false, assembly: '/cdk.out', signal }
  const ended = await deployStage({ ...stage, ...(wanted && { account: wanted }) }, options).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { ended, done: calls, said, text: said.join('\n') }
}

test('builds, shows, asks, deploys in order, waits and shows the addresses', async () => {
  const { ended, done, said } = await play()
  expect(ended).toBe('done')
  expect(done).toEqual([
    `build for ${ACCOUNT}`,
    'diff --method auto',
    'confirm',
    'deploy Edge',
    'deploy Data',
    'deploy Site',
    'await https://d1',
  ])
  expect(said).toContain('Le site répond : https://bac.ma')
})

const isDryRun = true

const identify: Steps['identify'] = async () => ({ kind: 'unknown', text: 'AWS ne répond pas' })

test('a dry run without credentials builds, and lists what it could not check', async () => {
  const { ended, done, text } = await play({ identify }, { isDryRun })
  expect(ended).toBe('done')
  expect(done).toEqual(['build for null'])
  expect(text.match(/Non vérifié : .*/g)).toEqual([
    'Non vérifié : AWS ne répond pas',
    "Non vérifié : sans identifiants, on ne sait pas si 'cdk bootstrap' a été fait.",
    "Non vérifié : ce qui est déployé n'a pas pu être lu.",
  ])
})

const fictional = () => [fault('valeurs fictives :\nowners')]
const unprepared: Steps['checkRegions'] = async () => ({
  findings: [fault('pas prêt en us-east-1')],
  regions,
})

test.each([
  { what: 'a fictional configuration', given: { check: fictional }, done: [] },
  { what: 'credentials that are missing', given: { identify }, done: [] },
  { what: 'another account', given: {}, order: { wanted: '999999999999' }, done: [] },
  { what: 'a region without bootstrap', given: { checkRegions: unprepared }, done: [`build for ${ACCOUNT}`] },
])('$what ends a deployment before anything is deployed', async ({ given, order, done }) => {
  const played = await play(given, order)
  expect(played.ended).toContain('corrigez ce qui précède, puis relancez la commande')
  expect(played.done).toEqual(done)
  expect(played.text).toContain('✗ ')
})

test('a dry run continues after faults, counts them and fails at its end', async () => {
  const played = await play(
    { check: fictional, checkRegions: unprepared },
    { isDryRun, wanted: '999999999999' },
  )
  expect(played.ended).toBe('Essai terminé : 3 point(s) à corriger avant de déployer.')
  expect(played.done).toEqual([`build for ${ACCOUNT}`])
  expect(played.text).toContain('✗ valeurs fictives :\n        owners')
})

test('deploys nothing when the operator declines', async () => {
  const { ended, done } = await play({ answer: 'non' })
  expect(ended).toBe("Annulé : rien n'a été déployé.")
  expect(done).toEqual([`build for ${ACCOUNT}`, 'diff --method auto', 'confirm'])
})

test.each([
  {
    what: 'a stack that fails',
    given: {
      cdk: async (command: string, id: string) => {
        if (command === 'deploy' && id === 'Data')
          throw new Error('La commande cdk deploy a échoué (code 1).')
      },
    },
    ended: 'La commande cdk deploy a échoué (code 1).',
  },
  {
    what: 'a key that is missing',
    given: { checkSigningKeys: async () => [fault('le secret est vide')] },
    ended: 'corrigez ce qui précède',
  },
])('$what ends the deployment, and the site is not called up', async ({ given, ended }) => {
  const played = await play(given)
  expect(played.ended).toContain(ended)
  expect(played.done.filter((step) => step.startsWith('await') || step.startsWith('deploy Site'))).toEqual(
    'cdk' in given ? [] : ['deploy Site'],
  )
})
