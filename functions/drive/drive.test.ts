import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { driveError } from '#scripts/local/drive/server.ts'
import { startTestServices, type TestServices } from '#scripts/local/test-support/services.ts'
import { driveFile, startTestDrive, type TestDrive } from '#scripts/local/test-support/test-drive.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { describeError } from '../http/log.ts'
import { DRIVE_TIMEOUTS } from './calls.ts'
import { type Drive, openDrive } from './drive.ts'
import type { DriveFailure } from './failure.ts'

const file = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
const whole = { file, range: null, partAtMost: 1_000_000 }

let services: TestServices
let google: TestDrive
let drive: Drive
/** Has short time limits and makes one attempt. */
let impatient: Drive
beforeAll(async () => {
  services = await startTestServices()
  google = await startTestDrive()
  services.secrets.set('drive', JSON.stringify(google.account))
  const settings = { DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: 'drive' }
  drive = openDrive(settings, { firstByte: 60_000, idle: 60_000, pause: 5, attempts: 60_000 })
  impatient = openDrive(settings, { firstByte: 1_000, idle: 150, pause: 5, attempts: 1 })
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
})

/** Returns the calls of the API since the test cleared them. */
const calls = () => google.operations.list().filter((operation) => operation !== 'token')

const faultOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    ({ fault }: DriveFailure) => fault,
  )

test.each([
  { status: 403, reason: 'rateLimitExceeded', fault: 'busy', asked: 5 },
  { status: 403, reason: 'userRateLimitExceeded', fault: 'busy', asked: 5 },
  { status: 429, reason: 'rateLimitExceeded', fault: 'busy', asked: 5 },
  { status: 500, reason: 'internalError', fault: 'down', asked: 5 },
  { status: 503, reason: 'backendError', fault: 'down', asked: 5 },
  { status: 401, reason: 'authError', fault: 'refused', asked: 2 },
  { status: 404, reason: 'notFound', fault: 'missing', asked: 1 },
  { status: 403, reason: 'insufficientFilePermissions', fault: 'missing', asked: 1 },
  { status: 403, reason: 'accessNotConfigured', fault: 'api-disabled', asked: 1 },
  { status: 403, reason: 'insufficientPermissions', fault: 'not-permitted', asked: 1 },
  { status: 403, reason: 'downloadQuotaExceeded', fault: 'not-downloadable', asked: 1 },
  { status: 403, reason: 'cannotDownloadFile', fault: 'not-downloadable', asked: 1 },
  { status: 403, reason: 'cannotDownloadAbusiveFile', fault: 'not-downloadable', asked: 1 },
  { status: 403, reason: 'fileNotDownloadable', fault: 'not-downloadable', asked: 1 },
  { status: 403, reason: 'dailyLimitExceeded', fault: 'refused', asked: 1 },
  { status: 400, reason: 'badRequest', fault: 'refused', asked: 1 },
])('reads $fault from $status $reason after $asked calls', async ({ status, reason, fault, asked }) => {
  await drive.factsOf(file)
  google.operations.clear()
  google.failWith(() => driveError(status, reason))
  expect(await faultOf(drive.open(whole))).toBe(fault)
  expect(calls()).toHaveLength(asked)
})

test('pauses longer before each retry', async () => {
  const at: number[] = []
  google.failWith(() => {
    at.push(performance.now())
    return driveError(503, 'backendError')
  })
  await faultOf(drive.factsOf(file))
  // The pauses are 5, 10, 20 and 40 ms, each extended by up to its length.
  expect((at[4] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(70)
  expect((at[4] ?? 0) - (at[3] ?? 0)).toBeGreaterThan(35)
})

test('ends a call within 10 s', () => {
  // The last attempt begins in time, also after a token that took two attempts.
  expect(DRIVE_TIMEOUTS.attempts + DRIVE_TIMEOUTS.firstByte).toBeLessThan(9_000)
})

test('reads nothing about the file from a body that is not JSON', async () => {
  google.failWith(() => (_, response) => void response.writeHead(403).end('<html>quotaExceeded</html>'))
  expect(await faultOf(drive.factsOf(file))).toBe('refused')
  google.failWith(() => (_, response) => void response.end('<html>'))
  expect(await faultOf(drive.factsOf(file))).toBe('down')
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

test.each([
  { what: 'facts', status: 200, fault: 'down' },
  { what: 'a refusal', status: 403, fault: 'refused' },
  { what: 'the refusal of a missing file', status: 404, fault: 'missing' },
])('does not wait for a Drive that stalls in the middle of $what', async ({ status, fault }) => {
  await impatient.factsOf(file)
  google.failWith(() => (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).write('{"error":')
  })
  expect(await faultOf(impatient.factsOf(file))).toBe(fault)
})

test('does not quote a secret that is not a key', async () => {
  const key = JSON.stringify(google.account)
  services.secrets.set('broken', key.replace('"private_key":', 'BEGIN'))
  const broken = openDrive({ DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: 'broken' })
  const failure = await broken.factsOf(file).catch(describeError)
  expect(failure).toMatchObject({ message: "The secret holds no service account's key" })
  expect(JSON.stringify(failure)).not.toContain('BEGIN')
})

test('lets a reader be slow', async () => {
  const media = await impatient.open(whole)
  if (media.kind !== 'whole') throw new Error(media.kind)
  await wait(400)
  expect(String(await buffer(media.body))).toBe('0123456789')
})

test('cuts a part at its limit', async () => {
  const media = await drive.open({ file, range: 'bytes=-6', partAtMost: 4 })
  expect(media).toMatchObject({ kind: 'part', start: 4, end: 7, total: 10 })
  expect(media.kind === 'part' && String(await buffer(media.body))).toBe('4567')
})

test('reads the metadata of a file', async () => {
  google.files.set(SAMPLE_DRIVE_ID, driveFile({ name: 'Bac.pdf', isTrashed: true, canDownload: false }))
  expect(await drive.factsOf(file)).toEqual({
    name: 'Bac.pdf',
    mimeType: 'application/pdf',
    size: 8,
    isTrashed: true,
    canDownload: false,
  })
  google.files.set(SAMPLE_DRIVE_ID, driveFile({ mimeType: 'application/vnd.google-apps.document' }))
  expect(await drive.factsOf(file)).toMatchObject({ size: null })
})

test('sends the resource key of a file shared by link before 2021', async () => {
  google.files.set(SAMPLE_DRIVE_ID, driveFile({ resourceKey: '0-abc' }))
  expect(await faultOf(drive.factsOf(file))).toBe('missing')
  expect(await drive.factsOf({ ...file, resourceKey: '0-abc' })).toMatchObject({ size: 8 })
  expect(await drive.open({ ...whole, file: { ...file, resourceKey: '0-abc' } })).toMatchObject({ size: 8 })
})

test('lists a folder by name, page by page', async () => {
  const folder = 'folder-0123456789'
  // The order is that of the names, of which nothing invisible is passed on.
  for (const [index, name] of ['c\u202e.p\u0000df', 'a.pdf', 'b.pdf'].entries())
    google.files.set(`file-${index}`, driveFile({ name, folder, resourceKey: index === 0 ? '0-k' : null }))
  google.files.set('in-the-bin', driveFile({ folder, isTrashed: true }))
  const first = await drive.listFolder({ fileId: folder }, undefined)
  expect(first.items.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf'])
  const second = await drive.listFolder({ fileId: folder }, first.nextPageToken ?? '')
  expect(second).toEqual({
    items: [
      {
        file: { kind: 'drive', fileId: 'file-0', resourceKey: '0-k' },
        name: 'c.pdf',
        mimeType: 'application/pdf',
        size: 8,
        canDownload: true,
        unusable: null,
      },
    ],
    nextPageToken: null,
  })
  expect(await faultOf(drive.listFolder({ fileId: 'absent-0123456789' }, undefined))).toBe('missing')
})

test('calls Drive as the service account, with one token for many calls', async () => {
  google.operations.clear()
  services.secrets.set('fresh', JSON.stringify(google.account))
  const settings = { DRIVE_API_URL: google.url, DRIVE_CREDENTIALS_SECRET_ID: 'fresh' }
  const fresh = openDrive(settings)
  await Promise.all([fresh.factsOf(file), fresh.factsOf(file), fresh.open(whole)])
  // The fake issues tokens for assertions that the account has signed, and answers no call without one.
  expect(google.operations.list().filter((operation) => operation === 'token')).toHaveLength(1)
})
