import { generateKeyPairSync } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { sendFile } from '#scripts/local/drive/files.ts'
import { driveError } from '#scripts/local/drive/server.ts'
import { type Handler, LOOPBACK, listen } from '#scripts/local/http-server.ts'
import {
  driveFile,
  startTestDrive,
  startTestServices,
  type TestDrive,
  type TestServices,
} from '#scripts/local/test-support/services.ts'
import type { DriveAccess } from '#shared/entities/drive-access.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { describeError } from '../http/log.ts'
import type { DRIVE_TIMEOUTS } from './calls.ts'
import { type Drive, openDrive } from './drive.ts'
import type { DriveFailure } from './failure.ts'

const file = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
const whole = { file, range: null, partAtMost: 1_000_000 }

let services: TestServices
let google: TestDrive
let drive: Drive
/** Has short time limits and makes one attempt. */
let impatient: Drive
const openWith = (secretId: string, changes: Partial<typeof DRIVE_TIMEOUTS> = {}) =>
  openDrive(
    { DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: secretId },
    { firstByte: 60_000, idle: 60_000, pause: 5, attempts: 60_000, ...changes },
  )
beforeAll(async () => {
  services = await startTestServices()
  google = await startTestDrive()
  services.secrets.set('drive', JSON.stringify(google.account))
  drive = openWith('drive')
  impatient = openWith('drive', { firstByte: 1_000, idle: 150, attempts: 1 })
})
afterAll(async () => {
  await google.close()
  await services.close()
})
beforeEach(() => {
  google.files.clear()
  google.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes: Buffer.from('0123456789') }))
  google.operations.clear()
  google.failWith(null)
  google.failTokensWith(null)
})

/** Returns the calls of the API, without those for tokens, since the test cleared them. */
const calls = () => google.operations.list().filter((operation) => operation !== 'token')
const tokenCalls = () => google.operations.list().length - calls().length

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ fault }: DriveFailure) => fault,
  )

test.each([
  [403, 'rateLimitExceeded', 'busy', 5],
  [403, 'userRateLimitExceeded', 'busy', 5],
  [429, 'rateLimitExceeded', 'busy', 5],
  [500, 'internalError', 'down', 5],
  [503, 'backendError', 'down', 5],
  [401, 'authError', 'refused', 2],
  [404, 'notFound', 'missing', 1],
  [403, 'insufficientFilePermissions', 'missing', 1],
  [403, 'accessNotConfigured', 'api-disabled', 1],
  [403, 'insufficientPermissions', 'not-permitted', 1],
  [403, 'downloadQuotaExceeded', 'not-downloadable', 1],
  [403, 'cannotDownloadFile', 'not-downloadable', 1],
  [403, 'cannotDownloadAbusiveFile', 'not-downloadable', 1],
  [403, 'fileNotDownloadable', 'not-downloadable', 1],
  [403, 'dailyLimitExceeded', 'refused', 1],
  [400, 'badRequest', 'refused', 1],
])('reads status %d %s as %s after %d calls', async (status, reason, fault, asked) => {
  await drive.factsOf(file)
  google.operations.clear()
  google.failWith(() => driveError(status, reason))
  expect(await faultOf(drive.open(whole))).toBe(fault)
  expect(calls()).toHaveLength(asked)
})

test('names neither the file nor the token in a failure', async () => {
  google.failWith(() => driveError(403, `about ${SAMPLE_DRIVE_ID}`))
  const error = await drive.factsOf(file).catch((failure: unknown) => failure)
  expect(String(error)).toBe('DriveFailure: Drive answered 403')
})

test('fails the body when Drive stalls in the middle', async () => {
  google.failWith(() => (_, response) => {
    response.writeHead(200, { 'content-length': 10, 'content-type': 'application/pdf' }).write('01234')
  })
  const media = await impatient.open(whole)
  expect(media.kind === 'whole' && (await faultOf(buffer(media.body)))).toBe('down')
})

test('does not quote a secret that is not a key', async () => {
  const key = JSON.stringify(google.account)
  services.secrets.set('broken', key.replace('"private_key":', 'BEGIN'))
  const failure = await openWith('broken').factsOf(file).catch(describeError)
  expect(failure).toMatchObject({ message: "The secret holds no service account's key" })
  expect(JSON.stringify(failure)).not.toContain('BEGIN')
})

test('cuts a part at its limit', async () => {
  const media = await drive.open({ file, range: 'bytes=-6', partAtMost: 4 })
  expect(media).toMatchObject({ kind: 'part', start: 4, end: 7, total: 10 })
  expect(media.kind === 'part' && String(await buffer(media.body))).toBe('4567')
})

test('sends the resource key of a file shared by link before 2021', async () => {
  google.files.set(SAMPLE_DRIVE_ID, driveFile({ resourceKey: '0-abc' }))
  expect(await faultOf(drive.factsOf(file))).toBe('missing')
  expect(await drive.factsOf({ ...file, resourceKey: '0-abc' })).toMatchObject({ size: 8 })
  expect(await drive.open({ ...whole, file: { ...file, resourceKey: '0-abc' } })).toMatchObject({ size: 8 })
})

async function startElsewhere(answer: Handler) {
  const asked: IncomingMessage[] = []
  const { port, close } = await listen(0, (request, response) => {
    asked.push(request)
    return answer(request, response)
  })
  return { url: `http://${LOOPBACK}:${port}`, asked, [Symbol.asyncDispose]: close }
}

describe('a redirect', () => {
  const serving: Handler = (request, response) =>
    sendFile(request, response, driveFile({ bytes: Buffer.from('elsewhere') }), 'inline')
  const redirectTo = (location: string) =>
    google.failWith(() => (_, response) => void response.writeHead(302, { location }).end())

  test('of a download is followed without the token', async () => {
    await using elsewhere = await startElsewhere(serving)
    redirectTo(elsewhere.url)
    const media = await drive.open({ file, range: 'bytes=4-', partAtMost: 100 })
    expect(media.kind === 'part' && String(await buffer(media.body))).toBe('where')
    expect(elsewhere.asked).toHaveLength(1)
    expect(elsewhere.asked[0]?.headers).not.toHaveProperty('authorization')
  })

  test('of the token endpoint is not followed by the signed assertion', async () => {
    await using moved = await startElsewhere(
      (_, response) => void response.writeHead(307, { location: `${google.url}/token` }).end(),
    )
    services.secrets.set('moved', JSON.stringify({ ...google.account, token_uri: moved.url }))
    expect(await faultOf(openWith('moved').factsOf(file))).toBe('refused')
    expect(moved.asked).toHaveLength(2)
    expect(tokenCalls()).toBe(0)
  })
})

describe('the state of the access', () => {
  const PLACEHOLDER = 'x'.repeat(32)
  const deletedKey = () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    return JSON.stringify({ ...google.account, private_key })
  }
  const storeKey = (key: string) => services.secrets.set('access', key)
  const fail = (status: number, reason: string) => google.failWith(() => driveError(status, reason))

  beforeEach(() => storeKey(JSON.stringify(google.account)))

  test.each<[what: string, state: DriveAccess['state'], given: () => unknown, isKeyMissing?: true]>([
    ['everything is there', 'ready', () => {}],
    ['the secret holds its placeholder', 'no-key', () => storeKey(PLACEHOLDER), true],
    ['the key was deleted', 'key-refused', () => storeKey(deletedKey())],
    ['the API is not enabled', 'api-disabled', () => fail(403, 'accessNotConfigured')],
    ['Google forbids reading', 'not-permitted', () => fail(403, 'insufficientPermissions')],
    ['no folder is shared', 'nothing-shared', () => google.files.clear()],
    ['Drive fails', 'unknown', () => fail(500, 'backendError')],
    ['the tokens fail', 'unknown', () => google.failTokensWith('reset')],
    ['there is no secret', 'unknown', () => services.secrets.delete('access'), true],
  ])('when %s is %s', async (_, state, given, isKeyMissing) => {
    given()
    const account = isKeyMissing ? null : google.account.client_email
    expect(await openWith('access', { attempts: 1 }).readAccess()).toEqual({ state, account })
  })
})
