import { vi } from 'vitest'
import {
  type Aws,
  type AwsAnswer,
  type AwsCall,
  describedStack,
  json,
  stackOutput,
  startAws,
  xml,
} from '../test-support/aws.ts'
import { awaitAnswers, readDeployedSite, signingKeyFindings } from './deployed-site.ts'

const access = { region: 'eu-west-3' }
let trusted: string[]
let written: Record<string, boolean>
let aws: Aws
beforeAll(async () => {
  aws = await startAws(answerTo)
  Object.assign(process.env, aws.environment)
})
beforeEach(() => {
  trusted = ['K-A', 'K-B']
  written = { 'revision/dev/signing-key-a': true, 'revision/dev/signing-key-b': true }
})
afterAll(() => aws.stop())

const resource = (type: string, id: string) =>
  `<member><LogicalResourceId>${id}</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId><ResourceType>${type}</ResourceType>
  <ResourceStatus>CREATE_COMPLETE</ResourceStatus><LastUpdatedTimestamp>2026-01-01T00:00:00Z</LastUpdatedTimestamp></member>`

/** CloudFormation answers more than a hundred resources in two pages. */
const PAGES: Record<string, string> = {
  '': `<StackResourceSummaries>${resource('AWS::CloudFront::PublicKey', 'K-A')}${resource('AWS::CloudFront::KeyGroup', 'group')}</StackResourceSummaries><NextToken>2</NextToken>`,
  '2': `<StackResourceSummaries>${resource('AWS::CloudFront::PublicKey', 'K-B')}${resource('AWS::CloudFront::Distribution', 'E123')}</StackResourceSummaries>`,
}

function answerTo({ operation, parameters }: AwsCall): AwsAnswer | undefined {
  switch (operation) {
    case 'DescribeStacks':
      return describedStack('UPDATE_COMPLETE', stackOutput('SiteOrigin', 'https://www.bac.ma'))
    case 'ListStackResources':
      return xml(operation, PAGES[parameters['NextToken'] ?? ''] ?? '')
    case 'GET distribution/E123':
      return {
        status: 200,
        body: '<Distribution><Id>E123</Id><DomainName>d111.cloudfront.net</DomainName></Distribution>',
      }
    case 'GET key-group/group':
      return {
        status: 200,
        body: `<KeyGroup><Id>group</Id><KeyGroupConfig><Name>keys</Name><Items>${trusted.map((id) => `<PublicKey>${id}</PublicKey>`).join('')}</Items></KeyGroupConfig></KeyGroup>`,
      }
    case 'DescribeSecret': {
      const isWritten = written[parameters['SecretId'] ?? '']
      if (isWritten === undefined) return json({ __type: 'ResourceNotFoundException' }, 400)
      return json({
        VersionIdsToStages: isWritten ? { v1: ['AWSPREVIOUS'], v2: ['AWSCURRENT'] } : { v1: ['AWSCURRENT'] },
      })
    }
    default:
      return undefined
  }
}

test('reads the addresses and keys of a deployed site', async () => {
  expect(await readDeployedSite('dev', access)).toEqual({
    origin: 'https://www.bac.ma',
    ownOrigin: 'https://d111.cloudfront.net',
    keyGroupId: 'group',
    publicKeyIds: ['K-A', 'K-B'],
  })
})

const keyFindings = async () => signingKeyFindings('dev', await readDeployedSite('dev', access), access)

test('has no finding when both keys are written and trusted, and reads no key', async () => {
  expect(await keyFindings()).toEqual([])
  expect(aws.calls.map(({ operation }) => operation)).not.toContain('GetSecretValue')
})

test.each([
  {
    what: 'a secret that only holds what was generated with it',
    change: () => Object.assign(written, { 'revision/dev/signing-key-b': false }),
    says: 'signing-key-b ne contient pas de clé',
  },
  {
    what: 'a secret that is gone',
    change: () => delete written['revision/dev/signing-key-a'],
    says: 'signing-key-a ne contient pas de clé',
  },
  {
    what: 'a public key that CloudFront does not trust',
    change: () => trusted.pop(),
    says: 'CloudFront ne connaît pas toutes les clés publiques',
  },
])('$what is a fault', async ({ change, says }) => {
  change()
  expect(await keyFindings()).toEqual([{ kind: 'fault', text: expect.stringContaining(says) as string }])
})

describe('after a deployment', () => {
  /** Answers by path; the last one stays. */
  let script: Record<string, (object | null)[]>
  beforeEach(() => {
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (address) => {
      const answers = script[new URL(address).pathname] ?? []
      const body = answers.length > 1 ? answers.shift() : answers[0]
      return new Response(JSON.stringify(body), { status: body ? 200 : 503 })
    })
  })
  const ok = { status: 'ok' }
  const config = { stage: 'dev', userPoolId: 'eu-west-3_abc' }
  const wait = (patienceMs: number) =>
    awaitAnswers('https://d1.cloudfront.net', 'dev', {
      signal: AbortSignal.timeout(60_000),
      everyMs: 5,
      patienceMs,
    })

  test('the API and the settings are awaited', async () => {
    script = { '/api/health': [null, { other: 1 }, ok], '/config.json': [null, config] }
    await wait(600_000)
    expect(script).toEqual({ '/api/health': [ok], '/config.json': [config] })
  })
})
