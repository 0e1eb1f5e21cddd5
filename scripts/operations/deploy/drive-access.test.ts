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

const EMAIL = 'documents@revision-local.iam.gserviceaccount.com'

test.each<[what: string, given: () => void, says: string[]]>([
  ['a key that was not put in', () => (secret = null), [missingPartTexts['no-key'], SECRET]],
  ['another text in place of the key', () => (secret = 'client_email'), [missingPartTexts['no-key'], SECRET]],
  [
    'an API that is not enabled',
    () => google.failWith(() => driveError(403, 'accessNotConfigured')),
    [missingPartTexts['api-disabled'], EMAIL],
  ],
  ['a folder that is not shared', () => google.files.clear(), [missingPartTexts['nothing-shared'], EMAIL]],
])('warns of %s', async (_, given, says) => {
  given()
  const [finding, ...more] = await find()
  expect([finding?.kind, more]).toEqual(['warning', []])
  for (const words of says) expect(finding?.text).toContain(words)
})

test('is unchecked where credentials may not read the key, such as those of a delivery', async () => {
  secret = undefined
  expect(await find()).toEqual([
    { kind: 'unchecked', text: expect.stringContaining('ne lisent pas la clé') as string },
  ])
})

test('is unchecked without credentials', async () => {
  expect(await driveFindings(stage(), undefined)).toMatchObject([{ kind: 'unchecked' }])
})
