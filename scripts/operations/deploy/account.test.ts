import type { BuiltStack } from '../cdk.ts'
import {
  type Aws,
  type AwsAnswer,
  type AwsCall,
  describedStack,
  json,
  refused,
  stackOutput,
  startAws,
  xml,
} from '../test-support/aws.ts'
import { checkRegions, concurrencyFindings, identify } from './account.ts'

const ACCOUNT = '123456789012'
const USER = `arn:aws:iam::${ACCOUNT}:user/operatrice`
const region = 'eu-west-3'

let answerTo: (call: AwsCall) => AwsAnswer | undefined
let aws: Aws
const before = { ...process.env }
beforeAll(async () => {
  aws = await startAws((call) => answerTo(call))
})
beforeEach(() => {
  Object.assign(process.env, aws.environment)
})
afterEach(() => {
  process.env = { ...before }
})
afterAll(() => aws.stop())

describe('who deploys', () => {
  test('is the account and user of the credentials', async () => {
    answerTo = () => xml('GetCallerIdentity', `<Account>${ACCOUNT}</Account><Arn>${USER}</Arn>`)
    expect(await identify(region)).toEqual({ kind: 'known', account: ACCOUNT, arn: USER })
  })

  test('is unknown with expired credentials, without a network and without credentials', async () => {
    const saysWhy = (why: string) => ({ kind: 'unknown', text: expect.stringContaining(why) as string })
    answerTo = () => refused('ExpiredToken', 'The security token included in the request is expired')
    expect(await identify(region)).toMatchObject(saysWhy('AWS refuse ces identifiants (ExpiredToken)'))
    process.env['AWS_ENDPOINT_URL_STS'] = 'http://127.0.0.1:9'
    expect(await identify(region)).toMatchObject(saysWhy('AWS ne répond pas'))
    delete process.env['AWS_ACCESS_KEY_ID']
    delete process.env['AWS_PROFILE']
    Object.assign(process.env, {
      AWS_EC2_METADATA_DISABLED: 'true',
      AWS_CONFIG_FILE: '/dev/null',
      AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    })
    expect(await identify(region)).toMatchObject(saysWhy('Aucun identifiant AWS'))
  })
})

describe('the regions', () => {
  const KEYS =
    '<Credentials><AccessKeyId>looker</AccessKeyId><SecretAccessKey>x</SecretAccessKey><SessionToken>x</SessionToken></Credentials>'
  const toolkit = (version: number) =>
    describedStack('CREATE_COMPLETE', stackOutput('BootstrapVersion', version))
  const stack = (at: string): BuiltStack => ({
    id: `Stack-${at}`,
    region: at,
    isProtected: false,
    neededBootstrap: 6,
    template: {},
  })
  const check = () => checkRegions([stack('us-east-1'), stack(region), stack(region)], ACCOUNT)
  const byOperator =
    (answer: AwsAnswer) =>
    ({ operation }: AwsCall) =>
      operation === 'AssumeRole' ? refused('AccessDenied') : answer

  test('are read with the operator’s own credentials where no role can be assumed', async () => {
    answerTo = byOperator(toolkit(21))
    const { findings, regions } = await check()
    expect([findings, [...regions.values()]]).toEqual([[], [{ region: 'us-east-1' }, { region }]])
  })

  test('are read by the CDK’s lookup role', async () => {
    answerTo = ({ operation, signer }) => {
      if (operation === 'AssumeRole') return xml('AssumeRole', KEYS)
      return signer === 'looker' ? toolkit(21) : refused('AccessDenied')
    }
    const { findings, regions } = await check()
    expect(findings).toEqual([])
    expect(regions.get(region)).toMatchObject({ credentials: { accessKeyId: 'looker' } })
    expect(aws.calls.findLast(({ operation }) => operation === 'AssumeRole')?.parameters).toMatchObject({
      RoleArn: `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-lookup-role-${ACCOUNT}-${region}`,
    })
  })

  test.each([
    ['without bootstrap', refused('ValidationError', 'Stack with id CDKToolkit does not exist')],
    ['with an old one', toolkit(5)],
  ])('%s are named, with the command that prepares each', async (_, answer) => {
    answerTo = byOperator(answer)
    const { findings, regions } = await check()
    expect(regions.size).toBe(0)
    expect(findings.map(({ kind, text }) => [kind, text.split(' : ').at(-1)])).toEqual([
      ['fault', `npx cdk bootstrap aws://${ACCOUNT}/us-east-1`],
      ['fault', `npx cdk bootstrap aws://${ACCOUNT}/${region}`],
    ])
  })

  test('forbid the deployment when they may not be read, and other failures of AWS are thrown', async () => {
    answerTo = () => refused('AccessDenied')
    expect((await check()).findings).toHaveLength(2)
    answerTo = () => refused('Throttling', 'Rate exceeded')
    await expect(check()).rejects.toThrow('Rate exceeded')
  })
})

test.each([
  { what: 'a new account', has: [10, 10, 0], wanted: 20, kinds: ['fault'] },
  { what: 'a new account, nothing reserved', has: [10, 10, 0], wanted: null, kinds: ['warning'] },
  { what: 'a new account for dev', name: 'dev', has: [10, 10, 0], wanted: null, kinds: [] },
  { what: 'just enough', has: [300, 300, 0], wanted: 200, kinds: [] },
  { what: 'one too few', has: [299, 299, 0], wanted: 200, kinds: ['fault'] },
  { what: 'just enough without a reservation', has: [100, 100, 0], wanted: null, kinds: [] },
  { what: 'enough, reserved by other functions', has: [1000, 250, 0], wanted: 200, kinds: ['fault'] },
  { what: 'its own reservation already', has: [300, 100, 200], wanted: 200, kinds: [] },
] as const)('the concurrency of $what: $kinds', async (row) => {
  const [ConcurrentExecutions, UnreservedConcurrentExecutions, own] = row.has
  answerTo = ({ operation }) => {
    if (operation.includes('account-settings'))
      return json({ AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions } })
    if (own === 0) return json({ __type: 'ResourceNotFoundException' }, 404)
    return json({ ReservedConcurrentExecutions: own })
  }
  const stage = { name: 'name' in row ? row.name : 'staging', originConcurrency: row.wanted } as const
  expect((await concurrencyFindings(stage, { region })).map(({ kind }) => kind)).toEqual(row.kinds)
})
