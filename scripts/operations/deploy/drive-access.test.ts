import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import { missingPartTexts } from '#shared/entities/drive-access.ts'
import { driveError } from '../../local/drive/server.ts'
import { type Aws, json, startAws } from '../test-support/aws.ts'
import { driveFindings } from './drive-access.ts'

const access = { region: 'eu-west-3' }
const SECRET = 'revision/staging/drive-credentials'

let aws: Aws
let google: TestDrive
/** The secret's value; null: only the placeholder, undefined: it may not be read. */
let secret: string | null | undefined
beforeAll(async () => {
  google = await startTestDrive()
  aws = await startAws(({ operation, parameters }) => {
    if (parameters['SecretId'] !== SECRET) return undefined
    if (operation === 'DescribeSecret')
      return json({ VersionIdsToStages: secret === null ? {} : { v1: ['AWSPREVIOUS'] } })
    return secret === undefined
      ? json({ __type: 'AccessDeniedException' }, 400)
      : json({ SecretString: secret })
  })
  Object.assign(process.env, aws.environment)
})
afterAll(async () => {
  await google.close()
  aws.stop()
})
beforeEach(() => {
  secret = JSON.stringify(google.account)
  google.files.set('1FileFileFileFileFileFileFile', driveFile())
  google.failWith(null)
})

const stage = (deliveryMode: 'stream' | 'embed' = 'stream') => ({
  name: 'staging' as const,
  deliveryMode,
  driveApiUrl: google.url,
})
const find = () => driveFindings(stage(), access)

test('has no finding once documents can be read, and where none are read', async () => {
  expect(await find()).toEqual([])
  secret = null
  expect(await driveFindings(stage('embed'), access)).toEqual([])
})

test.each([
  {
    what: 'a key that was not put in',
    given: () => {
      secret = null
    },
    says: [missingPartTexts['no-key'], SECRET],
  },
  {
    what: 'another text in place of the key',
    given: () => {
      secret = 'client_email'
    },
    says: [missingPartTexts['no-key'], SECRET],
  },
  {
    what: 'an API that is not enabled',
    given: () => google.failWith(() => driveError(403, 'accessNotConfigured')),
    says: [missingPartTexts['api-disabled'], 'documents@revision-local.iam.gserviceaccount.com'],
  },
  {
    what: 'a folder that is not shared',
    given: () => google.files.clear(),
    says: [missingPartTexts['nothing-shared'], 'documents@revision-local.iam.gserviceaccount.com'],
  },
])('warns of $what', async ({ given, says }) => {
  given()
  const [finding, ...more] = await find()
  expect([finding?.kind, more]).toEqual(['warning', []])
  for (const words of says) expect(finding?.text).toContain(words)
})

test.each([
  {
    what: 'credentials may not read the key, such as those of a delivery',
    given: () => {
      secret = undefined
    },
    says: 'ne lisent pas la clé',
  },
  {
    what: 'Google does not answer',
    given: () => google.failWith(() => 'reset'),
    says: 'Google Drive ne répond pas',
  },
])('is unchecked where $what', async ({ given, says }) => {
  given()
  expect(await find()).toEqual([{ kind: 'unchecked', text: expect.stringContaining(says) as string }])
})

test('is unchecked without credentials', async () => {
  expect(await driveFindings(stage(), undefined)).toMatchObject([{ kind: 'unchecked' }])
})
