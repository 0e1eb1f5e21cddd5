import { type Aws, type AwsAnswer, refused, startAws, xml } from '../test-support/aws.ts'
import { identify, identityFindings } from './account.ts'

const KNOWN = xml(
  'GetCallerIdentity',
  '<Account>123456789012</Account><Arn>arn:aws:iam::123456789012:user/operatrice</Arn>',
)

let answer: AwsAnswer
let aws: Aws
const before = { ...process.env }
beforeAll(async () => {
  aws = await startAws(() => answer)
})
beforeEach(() => {
  Object.assign(process.env, aws.environment)
})
afterEach(() => {
  process.env = { ...before }
})
afterAll(() => aws.stop())

test('identifies the account and user of the credentials', async () => {
  answer = KNOWN
  expect(await identify('eu-west-3')).toEqual({
    kind: 'known',
    account: '123456789012',
    arn: 'arn:aws:iam::123456789012:user/operatrice',
  })
})

test('distinguishes expired credentials, no credentials and a network failure', async () => {
  answer = refused('ExpiredToken', 'The security token included in the request is expired')
  expect(await identify('eu-west-3')).toMatchObject({
    kind: 'unknown',
    text: expect.stringContaining('AWS refuse ces identifiants (ExpiredToken)') as string,
  })
  process.env['AWS_ENDPOINT_URL_STS'] = 'http://127.0.0.1:9'
  expect(await identify('eu-west-3')).toMatchObject({
    kind: 'unknown',
    text: expect.stringContaining('AWS ne répond pas') as string,
  })
  delete process.env['AWS_ACCESS_KEY_ID']
  delete process.env['AWS_PROFILE']
  Object.assign(process.env, {
    AWS_EC2_METADATA_DISABLED: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  })
  expect(await identify('eu-west-3')).toMatchObject({
    kind: 'unknown',
    text: expect.stringContaining('Aucun identifiant AWS') as string,
  })
})

test.each([
  { wanted: undefined, faults: 0 },
  { wanted: '123456789012', faults: 0 },
  { wanted: '210987654321', faults: 1 },
])('an account where the configuration wants $wanted makes $faults faults', ({ wanted, faults }) => {
  const identity = { kind: 'known', account: '123456789012', arn: 'arn' } as const
  expect(identityFindings(identity, wanted).filter(({ kind }) => kind === 'fault')).toHaveLength(faults)
})
