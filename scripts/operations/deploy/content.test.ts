import { resourceFixture, subjectDocumentFixture, subjectFixture } from '#functions/test-support/content.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/services.ts'
import { type Aws, json, startAws } from '#scripts/operations/test-support/aws.ts'
import { prepareAll } from '#scripts/prepare-papers.ts'
import { missingPartTexts } from '#shared/entities/drive-access.ts'
import { UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import { accountFindings, driveFindings, listUnprepared } from './content.ts'

describe('accounts that a new pool lacks', () => {
  /** The present pool, without users where it was deleted; null where there was none. */
  let pool: { id: string; users?: object[] } | null
  let aws: Aws
  beforeAll(async () => {
    aws = await startAws(({ operation, parameters }) => {
      if (operation === 'Query') return json({ Count: 1 })
      if (operation === 'GetParameter')
        return pool ? json({ Parameter: { Value: pool.id } }) : json({ __type: 'ParameterNotFound' }, 400)
      if (pool?.id !== parameters['UserPoolId']) return undefined
      return pool?.users ? json({ Users: pool.users }) : json({ __type: 'ResourceNotFoundException' }, 400)
    })
    Object.assign(process.env, aws.environment)
  })
  afterAll(() => aws.stop())

  const restore = 'npm run restore -- --stage staging --file avant.ndjson.gz --new-pool --into-non-empty'
  test.each([
    { what: 'where a new stack would adopt them', given: null, says: [restore] },
    { what: 'beside an empty pool', given: { id: 'eu-west-3_New', users: [] }, says: [restore] },
    { what: 'beside a pool that was deleted', given: { id: 'eu-west-3_New' }, says: [restore] },
    { what: 'beside a pool with accounts', given: { id: 'eu-west-3_New', users: [{}] }, says: [] },
  ])('warns of profiles $what: $says', async ({ given, says }) => {
    pool = given
    expect(await accountFindings('staging', { region: 'eu-west-3' })).toEqual(
      says.map((words) => ({ kind: 'warning', text: expect.stringContaining(words) as string })),
    )
  })
})

describe('the access to Google Drive', () => {
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
})

test('finds the PDFs without pictures: neither videos, nor what is announced or cannot be read', async () => {
  const subject = subjectFixture({ correction: subjectDocumentFixture(UNKNOWN_CONTENT) })
  const wanted = resourceFixture({ title: 'Cours', ...UNKNOWN_CONTENT })
  const others = [
    resourceFixture({}),
    resourceFixture({ ...UNKNOWN_CONTENT, type: 'video' }),
    resourceFixture({ ...UNKNOWN_CONTENT, file: { kind: 'coming-soon' } }),
    resourceFixture({ ...UNKNOWN_CONTENT, fault: 'unreadable' }),
  ]
  const lists = {
    subjects: { listAll: async () => [subject] },
    resources: { listAll: async () => [...others, wanted] },
  }
  const found = (await listUnprepared(lists)).map(({ title }) => title)
  expect(found).toEqual(['Bac SM 2024 - Session Normale - Corrigé', 'Cours'])
})

test('goes on after a document that fails, and names it', async () => {
  const documents = ['a', 'b', 'c'].map((id) => ({ id, title: `Titre ${id}` }))
  const prepared: string[] = []
  const said: string[] = []
  const prepare = async (id: string) => {
    if (id === 'b') throw new Error('Drive did not answer')
    prepared.push(id)
  }
  expect(await prepareAll(documents, prepare, (line) => said.push(line))).toEqual(['Titre b'])
  expect(prepared).toEqual(['a', 'c'])
  expect(said).toEqual(['1/3 Titre a', '2/3 Titre b : Drive did not answer', '3/3 Titre c'])
})
