import type { BuiltStack } from '../cdk.ts'
import { fault, unchecked, warning } from './configuration.ts'
import { deployStage, type Order, type Steps } from './deploy-stage.ts'

const ACCOUNT = '123456789012'
const stackNamed = (id: string): BuiltStack => ({
  id,
  region: 'eu-west-3',
  isProtected: false,
  neededBootstrap: 6,
  template: { Resources: { Table: { Type: 'AWS::DynamoDB::Table' } } },
})
const site = { origin: 'https://bac.ma', ownOrigin: 'https://d1', keyGroupId: 'g', publicKeyIds: [] }
const access = { region: 'eu-west-3' }

/** Plays a deployment whose steps all go well but those that are given. @returns what was done and said, in order */
async function play(given: Partial<Steps> = {}, order: Partial<Order> = {}) {
  const done: string[] = []
  const said: string[] = []
  const steps: Steps = {
    check: () => [],
    identify: async () => ({ kind: 'known', account: ACCOUNT, arn: 'arn:operatrice' }),
    build: async (account) => {
      done.push(`build for ${account}`)
      return [stackNamed('Edge'), stackNamed('Data'), stackNamed('Site')]
    },
    checkAccount: async () => ({ findings: [], access }),
    showDifference: async () => void done.push('difference'),
    confirm: async () => Boolean(done.push('confirm')),
    deploy: async ({ id }) => void done.push(`deploy ${id}`),
    readSite: async () => site,
    checkSigningKeys: async () => [],
    awaitAnswers: async ({ ownOrigin }) => void done.push(`await ${ownOrigin}`),
    nextSteps: async () => ['Le site répond'],
    ...given,
  }
  const say = (line: string) => void said.push(line)
  const ended = await deployStage(steps, {
    stage: 'dev',
    isDryRun: false,
    account: undefined,
    say,
    ...order,
  }).then(
    () => 'done',
    (error: Error) => error.message,
  )
  return { ended, done, said, text: said.join('\n') }
}

test('builds, shows, asks, deploys in order, waits and shows the addresses', async () => {
  const { ended, done, said } = await play()
  expect(ended).toBe('done')
  expect(done).toEqual([
    `build for ${ACCOUNT}`,
    'difference',
    'confirm',
    'deploy Edge',
    'deploy Data',
    'deploy Site',
    'await https://d1',
  ])
  expect(said.filter((line) => line.startsWith('['))).toEqual([
    '[1/8] Configuration et outils',
    '[2/8] Compte AWS',
    '[3/8] Construction du site, des fonctions et des modèles (une minute)',
    '[4/8] Préparation du compte',
    '[5/8] Différences avec ce qui est déployé',
    '[6/8] Déploiement',
    '[7/8] Clés qui signent les liens des documents',
    '[8/8] Attente de la réponse du site',
  ])
  expect(said.at(-1)).toBe('Le site répond')
})

const isDryRun = true

test('a dry run with credentials shows the difference and neither asks nor deploys', async () => {
  const { ended, done, text } = await play({}, { isDryRun })
  expect(ended).toBe('done')
  expect(done).toEqual([`build for ${ACCOUNT}`, 'difference'])
  expect(text).toContain("rien n'a été déployé. Ensuite : npm run deploy -- --stage dev")
})

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
const unprepared: Steps['checkAccount'] = async () => ({
  findings: [fault('pas prêt en us-east-1')],
  access,
})

test.each([
  { what: 'a fictional configuration', given: { check: fictional }, done: [] },
  { what: 'credentials that are missing', given: { identify }, done: [] },
  { what: 'another account', given: {}, order: { account: '999999999999' }, done: [] },
  { what: 'a region without bootstrap', given: { checkAccount: unprepared }, done: [`build for ${ACCOUNT}`] },
])('$what ends a deployment before anything is deployed', async ({ given, order, done }) => {
  const played = await play(given, order)
  expect(played.ended).toContain('corrigez ce qui précède, puis relancez la commande')
  expect(played.done).toEqual(done)
  expect(played.text).toContain('✗ ')
})

test('a dry run continues after faults, counts them and fails at its end', async () => {
  const played = await play(
    { check: fictional, checkAccount: unprepared },
    { isDryRun, account: '999999999999' },
  )
  expect(played.ended).toBe('Essai terminé : 3 point(s) à corriger avant de déployer.')
  expect(played.done).toEqual([`build for ${ACCOUNT}`])
  expect(played.text).toContain('✗ valeurs fictives :\n        owners')
})

test('warnings and unchecked findings do not stop a deployment', async () => {
  const { ended, text } = await play({
    check: () => [warning('un seul propriétaire')],
    checkSigningKeys: async () => [unchecked('les secrets')],
  })
  expect(ended).toBe('done')
  expect(text).toContain('Attention : un seul propriétaire')
  expect(text).toContain('Non vérifié : les secrets')
})

test('deploys nothing when the operator declines', async () => {
  const { ended, done } = await play({ confirm: async () => false })
  expect(ended).toBe("Annulé : rien n'a été déployé.")
  expect(done).toEqual([`build for ${ACCOUNT}`, 'difference'])
})

test.each([
  {
    what: 'a stack that fails',
    given: {
      deploy: async ({ id }: BuiltStack) => {
        if (id === 'Data') throw new Error('La commande cdk deploy a échoué (code 1).')
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
  expect(played.done.filter((step) => step.startsWith('await') || step === 'deploy Site')).toEqual(
    'deploy' in given ? [] : ['deploy Site'],
  )
})
