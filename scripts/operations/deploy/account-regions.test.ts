import type { BuiltStack } from '../cdk.ts'
import { type Aws, type AwsAnswer, type AwsCall, refused, startAws, xml } from '../test-support/aws.ts'
import { checkRegions, findStack } from './account.ts'

const ACCOUNT = '123456789012'
const KEYS =
  '<Credentials><AccessKeyId>looker</AccessKeyId><SecretAccessKey>x</SecretAccessKey><SessionToken>x</SessionToken></Credentials>'

const toolkit = (version: number) =>
  xml(
    'DescribeStacks',
    `<Stacks><member><StackName>CDKToolkit</StackName><CreationTime>2026-01-01T00:00:00Z</CreationTime><StackStatus>CREATE_COMPLETE</StackStatus>
    <Outputs><member><OutputKey>BootstrapVersion</OutputKey><OutputValue>${version}</OutputValue></member></Outputs></member></Stacks>`,
  )
const MISSING = refused('ValidationError', 'Stack with id CDKToolkit does not exist')

let answerTo: (call: AwsCall) => AwsAnswer | undefined
let aws: Aws
beforeAll(async () => {
  aws = await startAws((call) => answerTo(call))
  Object.assign(process.env, aws.environment)
})
afterAll(() => aws.stop())

const stack = (region: string): BuiltStack => ({
  id: `Stack-${region}`,
  region,
  isProtected: false,
  neededBootstrap: 6,
  template: {},
})
const check = () => checkRegions([stack('us-east-1'), stack('eu-west-3'), stack('eu-west-3')], ACCOUNT)

test('reads regions with the operator’s own credentials where no role can be assumed', async () => {
  answerTo = ({ operation }) => (operation === 'AssumeRole' ? refused('AccessDenied') : toolkit(21))
  const { findings, regions } = await check()
  expect(findings).toEqual([])
  expect([...regions.values()]).toEqual([{ region: 'us-east-1' }, { region: 'eu-west-3' }])
})

test.each([
  ['without it', MISSING],
  ['with an old one', toolkit(5)],
])('each region %s is named, with the command that prepares it', async (_, answer) => {
  answerTo = ({ operation }) => (operation === 'AssumeRole' ? refused('AccessDenied') : answer)
  const { findings, regions } = await check()
  expect(regions.size).toBe(0)
  expect(findings.map(({ kind, text }) => [kind, text.split(' : ').at(-1)])).toEqual([
    ['fault', `npx cdk bootstrap aws://${ACCOUNT}/us-east-1`],
    ['fault', `npx cdk bootstrap aws://${ACCOUNT}/eu-west-3`],
  ])
})

test('reads regions by the CDK’s lookup role', async () => {
  answerTo = ({ operation, signer }) => {
    if (operation === 'AssumeRole') return xml('AssumeRole', KEYS)
    return signer === 'looker' ? toolkit(21) : refused('AccessDenied')
  }
  const { findings, regions } = await check()
  expect(findings).toEqual([])
  expect(regions.get('eu-west-3')).toMatchObject({ credentials: { accessKeyId: 'looker' } })
  expect(aws.calls.findLast(({ operation }) => operation === 'AssumeRole')?.parameters).toMatchObject({
    RoleArn: `arn:aws:iam::${ACCOUNT}:role/cdk-hnb659fds-lookup-role-${ACCOUNT}-eu-west-3`,
  })
})

test('forbids the deployment when the credentials are denied everything', async () => {
  answerTo = () => refused('AccessDenied')
  expect((await check()).findings).toHaveLength(2)
})

test('throws other failures of AWS', async () => {
  answerTo = () => refused('Throttling', 'Rate exceeded')
  await expect(check()).rejects.toThrow('Rate exceeded')
})

test('findStack returns null for a missing stack', async () => {
  answerTo = () => refused('ValidationError', 'Stack with id Revision-Dev-Site does not exist')
  expect(await findStack({ region: 'eu-west-3' }, 'Revision-Dev-Site')).toBeNull()
})
