import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import { DELETIONS, paymentRequestPrefix, settingsKey, userKey } from '#functions/data/keys.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { mailedKeys } from '#functions/mails/environment.ts'
import { publishedKeys } from '#functions/publishing/environment.ts'
import { followStream, type StreamMapping } from './local/event-sources.ts'
import { answerWith, type FaultPlan, readBody } from './local/http-server.ts'
import { createTable, defineTable, STREAM } from './local/table.ts'
import { startTestServices, type TestServices } from './local/test-support/services.ts'
import { testPool } from './local/test-support/users.ts'
import { openBackup } from './operations/backup/backup-file.ts'
import { type AccountStores, startAccountStores } from './operations/test-support/account-stores.ts'
import { installStandIns, readCommands, runCommands } from './operations/test-support/page-commands.ts'

const TABLE = 'revision-staging'
const STREAM_PARAMETER = '/revision/staging/table-stream-arn'

const commands = readCommands('docs/runbook.md')
const forAws = commands.filter(({ isForAwsOnly }) => isForAwsOnly)
const untried = new Set(commands.filter(({ isForAwsOnly }) => !isForAwsOnly))
const parameters = new Map<string, string>()

let site: AccountStores
let services: TestServices
let client: DynamoDBClient
let folder: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'runbook-'))
  installStandIns(folder)
  ;[site, services] = await Promise.all([startAccountStores(), startTestServices()])
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: site.accounts.url,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: site.store.endpoint,
  })
  services.failWith(storeParameters)
  client = new DynamoDBClient({})
})
afterAll(async () => {
  client.destroy()
  rmSync(folder, { recursive: true })
  await Promise.all([site.stop(), services.close()])
})

/** Stores parameters of Systems Manager. */
const storeParameters: FaultPlan = (operation) => {
  if (operation !== 'PutParameter') return undefined
  return async (request, response) => {
    const { Name, Value } = JSON.parse(String(await readBody(request, 10_000))) as Record<string, string>
    parameters.set(Name ?? '', Value ?? '')
    return answerWith({ Version: 2, Tier: 'Standard' })(request, response)
  }
}

/** Runs the commands under a heading as they stand there. */
async function follow(heading: string, values: Record<string, string> = {}): Promise<string> {
  const found = commands.filter((each) => each.heading === heading && !each.isForAwsOnly)
  expect([heading, found.length > 0]).toEqual([heading, true])
  for (const each of found) untried.delete(each)
  return runCommands(found, { folder, values: { stage: 'staging', ...values } })
}

const put = (pk: string, sk: string, more: Record<string, { S: string }> = {}, TableName = TABLE) =>
  client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: sk }, ...more } }))
const describeTable = async () => (await client.send(new DescribeTableCommand({ TableName: TABLE }))).Table

test('each command for AWS has the name and the options of an operation', async () => {
  expect(forAws.length).toBeGreaterThan(10)
  const values = {
    id: 'x',
    name: 'x',
    bucket: 'x',
    region: 'eu-west-3',
    address: 'x',
    arn: 'x',
    stage: 'staging',
    Stage: 'Staging',
    pool: 'x',
    account: 'x',
    repository: 'x',
  }
  await expect(runCommands(forAws, { folder, values, isCheck: true })).resolves.toBe('')
  const wrong = { heading: '', command: 'aws lambda invoke --functionname x', isForAwsOnly: true }
  await expect(runCommands([wrong], { folder, isCheck: true })).rejects.toThrow('--functionname is no option')
})

test('a key of Google Drive is stored, and its file deleted', async () => {
  writeFileSync(join(folder, 'key.json'), '{"client_email":"site@exemple.test"}')
  await follow('Google Drive')
  expect(services.secrets.get('revision/staging/drive-credentials')).toBe(
    '{"client_email":"site@exemple.test"}',
  )
  expect(readdirSync(folder)).not.toContain('key.json')
})

describe('a student whose code does not arrive', () => {
  const email = 'eleve@exemple.test'
  const values = { pool: testPool.userPoolId, address: email, password: 'dit-au-telephone' }
  beforeAll(() => void site.accounts.enrol({ email }))

  test('signs in with the password that the operator sets', async () => {
    await follow('Codes do not arrive', values)
    expect(await site.signIn(email, values.password)).toHaveProperty('AccessToken')
  })

  test('needs a mailed code after a reset', async () => {
    await follow('A student cannot sign in', values)
    expect(await site.signIn(email, values.password)).toBeUndefined()
    expect(site.accounts.outbox.codes(email)).toHaveLength(1)
  })
})

describe('the table', () => {
  test('was deleted: with its commands the restored one has everything, and its followers hear of changes', async () => {
    // AWS restores keys, indexes and items, but no stream and no time to live.
    await createTable(defineTable(TABLE))
    await put(DELETIONS, 'before')
    await follow('The table was deleted')
    await follow("The table's stream")
    const { StreamSpecification, LatestStreamArn, DeletionProtectionEnabled } = (await describeTable()) ?? {}
    expect(StreamSpecification).toEqual(STREAM)
    expect(DeletionProtectionEnabled).toBe(true)
    expect(parameters.get(STREAM_PARAMETER)).toBe(LatestStreamArn)
    const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName: TABLE }))
    expect(TimeToLiveDescription).toEqual({
      TimeToLiveStatus: 'ENABLED',
      AttributeName: tableShape.timeToLive,
    })

    const heard: string[] = []
    const invoke = async (name: string) => {
      heard.push(name)
      return { kind: 'result', json: '' } as const
    }
    const mapping = (FunctionName: string, keys: readonly object[]): StreamMapping => ({
      FunctionName,
      MaximumBatchingWindowInSeconds: 0,
      MaximumRetryAttempts: 0,
      FilterCriteria: {
        Filters: keys.map((Keys) => ({ Pattern: { dynamodb: { Keys } } })),
      } as StreamMapping['FilterCriteria'],
    })
    const followers = [mapping('publisher', publishedKeys), mapping('mails', [mailedKeys])]
    const ends = await Promise.all(
      followers.map((each) => followStream({ tableName: TABLE, mapping: each, invoke })),
    )
    await put(settingsKey.pk, settingsKey.sk)
    await put(userKey('u-1').pk, `${paymentRequestPrefix}1`)
    await vi.waitFor(() => expect(heard.toSorted()).toEqual(['mails', 'publisher']), 10_000)
    await Promise.all(ends.map((end) => end()))
  })

  test('names the deletions that are pending, and no other', async () => {
    await put(DELETIONS, 'done', { doneAt: { S: '2026-01-01T00:00:00Z' } })
    const { Items } = JSON.parse(await follow('A deletion is pending')) as { Items: { sk: { S: string } }[] }
    expect(Items.map(({ sk }) => sk.S)).toEqual(['before'])
  })

  test('at an earlier moment is copied beside the present one', async () => {
    await createTable(defineTable(`${TABLE}-then`))
    await put(DELETIONS, 'then', {}, `${TABLE}-then`)
    await follow('The table at an earlier moment')
    const counts = await Promise.all(
      ['maintenant', 'alors'].map(async (name) => {
        const { digest, table } = await openBackup(join(folder, `${name}.ndjson.gz`))
        return [table, digest.items]
      }),
    )
    expect(counts).toEqual([
      [TABLE, 4],
      [`${TABLE}-then`, 1],
    ])
  })

  test('of a stage that is taken down is unprotected and deleted', async () => {
    expect((await describeTable())?.DeletionProtectionEnabled).toBe(true)
    await follow('Take a stage down')
    await expect(describeTable()).rejects.toThrow('not found')
  })
})

test('leaves no command of the page untried', () => {
  expect([...untried]).toEqual([])
})
