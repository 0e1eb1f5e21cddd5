import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { driveError } from '#scripts/local/drive/server.ts'
import { driveFile } from '#scripts/local/test-support/services.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { captionsName, filePath } from '../delivery/file-path.ts'
import { DRIVE_TIMEOUTS } from '../drive/calls.ts'
import { documentPath, type Origin, parseProblem, startOrigin } from '../test-support/origin.ts'
import { openFile } from '../test-support/streaming-runtime.ts'
import { MAX_PART_BYTES } from './deliver.ts'

const CAPTIONS_ID = '1CaptionsCaptionsCaptionsCaptions'
const bytes = randomBytes(300_000)
const MB = 1_000_000
const film = (content: Buffer) => driveFile({ bytes: content, mimeType: 'video/mp4' })
const piece = Buffer.alloc(64 * 1024, 'x')

let origin: Origin
let sentBytes = 0
beforeAll(async () => {
  origin = await startOrigin()
})
afterAll(() => origin.stop())
beforeEach(() => {
  origin.drive.files.clear()
  origin.drive.files.set(SAMPLE_DRIVE_ID, film(bytes))
  origin.drive.operations.clear()
  origin.drive.failWith(null)
  origin.drive.failTokensWith(null)
  sentBytes = 0
})

const storedVideo = (changes: Partial<Resource> = {}) => origin.stored({ type: 'video', ...changes })

const calls = () => origin.drive.operations.list().filter((operation) => operation !== 'token')

test.each(['video/mp4', 'application/octet-stream'])(
  'delivers all bytes of a video that is stored as %s',
  async (mimeType) => {
    origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes, mimeType }))
    const document = await storedVideo()
    const answer = await origin.fetch(documentPath(document))
    expect(answer.status).toBe(200)
    expect(answer.body.equals(bytes)).toBe(true)
    expect(answer.headers).toEqual({
      'content-type': 'video/mp4',
      'content-disposition':
        'inline; filename="Ondes-mecaniques-progressives-2019-Rattrapage-Correction.mp4"',
      'accept-ranges': 'bytes',
      etag: `"${document.version}"`,
      'cache-control': 'public, max-age=0, s-maxage=86400, must-revalidate',
      'x-content-type-options': 'nosniff',
    })
  },
)

test.each([
  { range: 'bytes=0-9', first: 0, last: 9 },
  { range: 'bytes=299990-', first: 299_990, last: 299_999 },
  { range: 'bytes=9-999999', first: 9, last: 299_999 },
  { range: 'bytes=-5', first: 299_995, last: 299_999 },
  { range: 'bytes=-999999', first: 0, last: 299_999 },
  { range: 'bytes=0-9', ifRange: '"content-1"', first: 0, last: 9 },
  { range: 'bytes=0-9', ifRange: '"another"', first: 0, last: null },
  { range: 'bytes=0-9', ifRange: 'Wed, 21 Oct 2026 07:28:00 GMT', first: 0, last: null },
])('answers the bytes $first to $last for $range of $ifRange', async ({ range, ifRange, first, last }) => {
  const { status, headers, body } = await origin.fetch(documentPath(await storedVideo()), {
    headers: { range, ...(ifRange !== undefined && { 'if-range': ifRange }) },
  })
  const part = last === null ? undefined : `bytes ${first}-${last}/300000`
  expect([status, headers['content-range']]).toEqual([last === null ? 200 : 206, part])
  expect(body.equals(bytes.subarray(first, (last ?? bytes.length) + 1))).toBe(true)
})

test.each([`bytes=-${MAX_PART_BYTES + 9}`, `bytes=9-${MAX_PART_BYTES * 2}`])(
  'answers %s of a large file with at most 16 MiB',
  async (range) => {
    const large = Buffer.alloc(MAX_PART_BYTES + 100, 'x')
    origin.drive.files.set(SAMPLE_DRIVE_ID, film(large))
    const document = await storedVideo()
    const { status, headers, body } = await origin.fetch(documentPath(document), { headers: { range } })
    const [, start, end] = /^bytes (\d+)-(\d+)\/16777316$/.exec(headers['content-range'] ?? '') ?? []
    expect(status).toBe(206)
    expect(body).toHaveLength(Number(end) - Number(start) + 1)
    expect(body).toHaveLength(MAX_PART_BYTES)
  },
)

test('answers 416 with the length for a range after the end', async () => {
  const answer = await origin.fetch(documentPath(await storedVideo()), {
    headers: { range: 'bytes=300000-' },
  })
  expect(answer.status).toBe(416)
  expect(answer.headers['content-range']).toBe('bytes */300000')
  expect(parseProblem(answer)).toMatchObject({ status: 416, code: 'RANGE_NOT_SATISFIABLE' })
})

test('names the file of a download, and answers HEAD like GET, without a download', async () => {
  const document = await storedVideo()
  const path = documentPath(document, 'attachment')
  const whole = await origin.fetch(path)
  expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.mp4"$/)
  origin.drive.operations.clear()
  const answer = await origin.fetch(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
  expect(answer).toMatchObject({ status: 200, headers: whole.headers })
  expect(answer.body).toHaveLength(0)
  expect(origin.drive.operations.list()).toEqual(['metadata'])
})

test('delivers the captions of a video as a separate file', async () => {
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nBonjour à tous\n')
  origin.drive.files.set(CAPTIONS_ID, driveFile({ bytes: captions, mimeType: 'text/plain' }))
  const video = await storedVideo({ captions: { kind: 'drive', fileId: CAPTIONS_ID } })
  const { id: documentId, version } = video
  const fileName = captionsName(video.fileName)
  const answer = await origin.fetch(filePath({ documentId, version, use: 'captions', fileName }))
  expect(fileName).toMatch(/^[\w-]+\.vtt$/)
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/vtt; charset=utf-8', 'content-disposition': 'inline' },
  })
  expect(answer.body.equals(captions)).toBe(true)
})

test('answers 404 for unknown paths, without a call to Drive', async () => {
  const document = await storedVideo()
  const comingSoon = await storedVideo({ file: { kind: 'coming-soon' } })
  const answers = [
    { path: documentPath({ ...document, version: 'older' }), code: 'NOT_FOUND' },
    { path: documentPath({ ...document, id: 'absent' }), code: 'NOT_FOUND' },
    { path: documentPath(document, 'captions'), code: 'NOT_FOUND' },
    { path: documentPath(comingSoon), code: 'DOCUMENT_UNAVAILABLE' },
    // A PDF's own bytes reach no browser.
    { path: documentPath(await origin.stored()), code: 'NOT_FOUND' },
    { path: '/files', code: 'NOT_FOUND' },
    { path: '/files/../../etc/passwd', code: 'NOT_FOUND' },
    { path: `${documentPath(document)}/more`, code: 'NOT_FOUND' },
    { path: documentPath(document).replace('inline', 'other'), code: 'NOT_FOUND' },
  ]
  for (const { path, code } of answers) {
    const answer = await origin.fetch(path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(parseProblem(answer)).toMatchObject({ code, requestId: 'invocation-1' })
  }
  expect((await origin.fetch(documentPath(document), { method: 'POST' })).status).toBe(404)
  expect(calls()).toHaveLength(0)
})

// Drive fails, stops in the middle, or has a large file.

test.each([
  { status: 404, reason: 'notFound', answer: 404, code: 'DOCUMENT_UNAVAILABLE', asked: 1 },
  { status: 403, reason: 'insufficientFilePermissions', answer: 404, code: 'DOCUMENT_UNAVAILABLE', asked: 1 },
  { status: 403, reason: 'downloadQuotaExceeded', answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 1 },
  { status: 401, reason: 'authError', answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 2 },
])(
  'answers $answer $code for $status $reason of Drive',
  async ({ status, reason, answer: expected, code, asked }) => {
    const path = documentPath(await storedVideo())
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
  const path = documentPath(await storedVideo())
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
  const path = documentPath(await storedVideo())
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
  const path = documentPath(await storedVideo())
  // The sum of the real limits is below 10 s, which drive.test.ts checks without a clock.
  const limits = { ...DRIVE_TIMEOUTS }
  Object.assign(DRIVE_TIMEOUTS, { firstByte: 100, pause: 5, attempts: 500 })
  const answer = await origin.fetch(path)
  Object.assign(DRIVE_TIMEOUTS, limits)
  expect(parseProblem(answer)).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
  expect(calls().length).toBeGreaterThan(1)
})

test('breaks the answer when the connection to Drive breaks in the middle', async () => {
  origin.drive.failWith(() => ({ socket }, response) => {
    response.writeHead(200, { 'content-length': bytes.length, 'content-type': 'video/mp4' })
    response.write(bytes.subarray(0, 1000), () => socket.destroy())
  })
  const answer = await origin.fetch(documentPath(await storedVideo()))
  expect(answer).toMatchObject({ status: 200, broken: true })
})

test('ends the download when the reader disconnects', async () => {
  const closed = Promise.withResolvers<void>()
  origin.drive.failWith(() => (_, response) => {
    response.writeHead(200, { 'content-type': 'video/mp4' })
    write(response, Infinity)
    response.once('close', closed.resolve)
  })
  const { stream, done } = openFile(origin.handler, documentPath(await storedVideo()))
  await once(stream, 'readable')
  stream.destroy()
  await Promise.all([done, closed.promise])
})

test('delivers nothing and does not call Drive without a token', async () => {
  const path = documentPath(await storedVideo())
  // Drive rejects the token, so that a new one is needed.
  origin.drive.failWith(() => driveError(401, 'authError'))
  await origin.fetch(path)
  origin.drive.failWith(null)
  origin.drive.operations.clear()
  origin.drive.failTokensWith({ status: 400, type: 'invalid_grant' })
  const answer = await origin.fetch(path)
  expect(parseProblem(answer)).toMatchObject({ status: 502, code: 'DOCUMENT_SOURCE_FAILED' })
  expect(calls()).toHaveLength(0)
})

/** Puts a file into Drive that is generated while it is read, so that it takes no memory. */
function driveHolds(size: number): void {
  origin.drive.failWith((_operation, { headers: { range } }) => (_, response) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    const start = Number(from ?? 0)
    const end = Math.min(Number(to ?? size), size - 1)
    response.writeHead(range === undefined ? 200 : 206, {
      'content-type': 'video/mp4',
      'content-length': end - start + 1,
      ...(range !== undefined && { 'content-range': `bytes ${start}-${end}/${size}` }),
    })
    write(response, end - start + 1)
  })
}

function write(response: ServerResponse, left: number): void {
  let rest = left
  const more = () => {
    while (rest > 0 && !response.destroyed) {
      const length = Math.min(rest, piece.length)
      rest -= length
      sentBytes += length
      if (!response.write(piece.subarray(0, length))) {
        response.once('drain', more)
        return
      }
    }
    response.end()
  }
  more()
}

test('reads a whole file from Drive only as fast as its reader', async () => {
  driveHolds(96 * MB)
  const { stream, done } = openFile(origin.handler, documentPath(await storedVideo()))
  let read = 0
  for await (const chunk of stream) {
    read += (chunk as Buffer).length
    if (read < 2 * MB) continue
    // The reader pauses here.
    await wait(500)
    break
  }
  // The sockets' buffers of both sides, without the rest of the file.
  expect(sentBytes).toBeLessThan(16 * MB)
  await done
})

test.each([
  { size: 100 * MB, status: 200 },
  { size: 100 * MB + 1, status: 413 },
])('answers $status for $size bytes at once', async ({ size, status }) => {
  driveHolds(size)
  const { stream, done, head } = openFile(origin.handler, documentPath(await storedVideo()))
  let read = 0
  let last: Buffer = Buffer.alloc(0)
  for await (const chunk of stream) {
    last = chunk as Buffer
    read += last.length
  }
  await done
  expect(head().status).toBe(status)
  if (status === 200) expect(read).toBe(size)
  else expect(parseProblem({ body: last })).toMatchObject({ code: 'DOCUMENT_TOO_LARGE', status: 413 })
})
