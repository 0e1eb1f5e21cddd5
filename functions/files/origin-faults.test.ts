import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { driveError } from '#scripts/local/drive/server.ts'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { DRIVE_TIMEOUTS } from '../drive/calls.ts'
import { documentPath, type Origin, parseProblem, startOrigin } from '../test-support/origin.ts'
import { openFile } from '../test-support/streaming-runtime.ts'

const bytes = randomBytes(300_000)

let origin: Origin
beforeAll(async () => {
  // The sum of the real limits is below 10 s, which drive.test.ts checks without a clock.
  Object.assign(DRIVE_TIMEOUTS, { firstByte: 100, pause: 5, attempts: 150 })
  origin = await startOrigin()
})
afterAll(() => origin.stop())
beforeEach(() => {
  origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes }))
  origin.drive.operations.clear()
  origin.drive.failWith(null)
  origin.drive.failTokensWith(null)
})

/** Returns the calls of Drive's API since the test cleared them. */
const calls = () => origin.drive.operations.list().filter((operation) => operation !== 'token')

test.each([
  { status: 404, reason: 'notFound', answer: 404, code: 'DOCUMENT_UNAVAILABLE', asked: 1 },
  { status: 403, reason: 'insufficientFilePermissions', answer: 404, code: 'DOCUMENT_UNAVAILABLE', asked: 1 },
  { status: 403, reason: 'downloadQuotaExceeded', answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 1 },
  { status: 401, reason: 'authError', answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 2 },
])(
  'answers $answer $code for $status $reason of Drive',
  async ({ status, reason, answer: expected, code, asked }) => {
    const path = documentPath(await origin.stored())
    // A token is usually cached already.
    await origin.fetch(path)
    origin.drive.operations.clear()
    origin.drive.failWith(() => driveError(status, reason))
    const answer = await origin.fetch(path)
    expect(answer.status).toBe(expected)
    expect(parseProblem(answer)).toMatchObject({ code })
    expect(answer.body.toString()).not.toMatch(/quota|google|drive|reason/i)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(calls()).toHaveLength(asked)
  },
)

test('replaces a revoked token', async () => {
  const path = documentPath(await origin.stored())
  await origin.fetch(path)
  let stale: string | undefined
  origin.drive.failWith((_operation, { headers }) => {
    stale ??= headers.authorization
    return headers.authorization === stale ? driveError(401, 'authError') : undefined
  })
  expect((await origin.fetch(path)).status).toBe(200)
})

test('does not deliver a file of another type as a document', async () => {
  const page = Buffer.from('<html><script>alert(1)</script></html>')
  origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes: page, mimeType: 'text/html; charset=utf-8' }))
  const path = documentPath(await origin.stored())
  for (const call of [{}, { headers: { range: 'bytes=0-5' } }]) {
    const answer = await origin.fetch(path, call)
    expect(parseProblem(answer)).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
    expect(answer.body.toString()).not.toContain('script')
  }
  const head = await origin.fetch(path, { method: 'HEAD' })
  expect(head.status).toBe(502)
})

test('gives up when Drive never answers', async () => {
  origin.drive.failWith(() => 'silence')
  const answer = await origin.fetch(documentPath(await origin.stored()))
  expect(parseProblem(answer)).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
  expect(calls().length).toBeGreaterThan(1)
})

test('retries a connection that breaks before the first byte', async () => {
  let breaks = 1
  origin.drive.failWith(() => (breaks-- > 0 ? 'reset' : undefined))
  expect((await origin.fetch(documentPath(await origin.stored()))).body.equals(bytes)).toBe(true)
})

test('breaks the answer when the connection to Drive breaks in the middle', async () => {
  origin.drive.failWith(() => ({ socket }, response) => {
    response.writeHead(200, { 'content-length': bytes.length, 'content-type': 'application/pdf' })
    response.write(bytes.subarray(0, 1000), () => socket.destroy())
  })
  const answer = await origin.fetch(documentPath(await origin.stored()))
  expect(answer).toMatchObject({ status: 200, broken: true })
})

test('ends the download when the reader disconnects', async () => {
  const closed = Promise.withResolvers<void>()
  origin.drive.failWith(() => (_, response) => {
    endless(response)
    response.once('close', closed.resolve)
  })
  const { stream, done } = openFile(origin.handler, documentPath(await origin.stored()))
  await once(stream, 'readable')
  stream.destroy()
  await Promise.all([done, closed.promise])
})

const TOKEN_FAULTS = [{ status: 400, type: 'invalid_grant' }, 'reset', 'silence'] as const

// Two attempts in silence take four seconds.
test.each(isLongRun ? TOKEN_FAULTS : TOKEN_FAULTS.slice(0, 2))(
  'delivers nothing and does not call Drive without a token (%o)',
  async (fault) => {
    const path = documentPath(await origin.stored())
    // Drive rejects the token, so that a new one is needed.
    origin.drive.failWith(() => driveError(401, 'authError'))
    await origin.fetch(path)
    origin.drive.failWith(null)
    origin.drive.operations.clear()
    origin.drive.failTokensWith(fault)
    const answer = await origin.fetch(path)
    expect(parseProblem(answer)).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
    expect(calls()).toHaveLength(0)
  },
)

/** Writes until the reader disconnects. */
function endless(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/pdf' })
  const write = () => {
    if (!response.destroyed) response.write(bytes, write)
  }
  write()
}
