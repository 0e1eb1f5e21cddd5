import { randomBytes } from 'node:crypto'
import * as fc from 'fast-check'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { captionsName, filePath } from '../delivery/file-path.ts'
import { documentPath, type Origin, parseProblem, startOrigin } from '../test-support/origin.ts'
import { MAX_PART_BYTES } from './byte-range.ts'

const CAPTIONS_ID = '1CaptionsCaptionsCaptionsCaptions'
const bytes = randomBytes(300_000)

let origin: Origin
beforeAll(async () => {
  origin = await startOrigin()
})
afterAll(() => origin.stop())
beforeEach(() => {
  origin.drive.files.clear()
  origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes }))
  origin.drive.operations.clear()
})

/** Returns the calls of Drive's API since the test cleared them. */
const calls = () => origin.drive.operations.list().filter((operation) => operation !== 'token')

test('delivers all bytes with the type of the document', async () => {
  const document = await origin.stored()
  const answer = await origin.fetch(documentPath(document))
  expect(answer.status).toBe(200)
  expect(answer.body.equals(bytes)).toBe(true)
  expect(answer.headers).toEqual({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Ondes-mecaniques-progressives-2019-Rattrapage-Correction.pdf"',
    'accept-ranges': 'bytes',
    etag: `"${document.version}"`,
    'cache-control': 'public, max-age=0, s-maxage=86400, must-revalidate',
    'x-content-type-options': 'nosniff',
  })
})

test('answers any range of any file with its first bytes and their position', async () => {
  const document = await origin.stored()
  const range = fc.oneof(
    fc.tuple(fc.nat(40), fc.option(fc.nat(40))).map(([first, last]) => `bytes=${first}-${last ?? ''}`),
    fc.integer({ min: 1, max: 40 }).map((count) => `bytes=-${count}`),
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 30 }), range, async (content, header) => {
      const file = Buffer.from(content)
      origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes: file }))
      const { status, headers, body } = await origin.fetch(documentPath(document), {
        headers: { range: header },
      })
      const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(header) ?? []
      const start = first === '' ? Math.max(0, file.length - Number(last)) : Number(first)
      if (first !== '' && last !== '' && Number(last) < start) {
        // The header is not a range, so that the whole file is answered.
        expect(status).toBe(200)
        expect(body.equals(file)).toBe(true)
      } else if (start >= file.length) {
        expect(status).toBe(416)
      } else {
        const end = first === '' || last === '' ? file.length - 1 : Math.min(Number(last), file.length - 1)
        expect(status).toBe(206)
        expect(headers['content-range']).toBe(`bytes ${start}-${end}/${file.length}`)
        expect(body.equals(file.subarray(start, end + 1))).toBe(true)
      }
    }),
    COSTLY_RUNS,
  )
})

test.each(['bytes=0-0', `bytes=-${MAX_PART_BYTES + 9}`, `bytes=9-${MAX_PART_BYTES * 2}`])(
  'answers %s of a large file with at most 16 MiB',
  async (range) => {
    const large = Buffer.alloc(MAX_PART_BYTES + 100, 'x')
    origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes: large, mimeType: 'video/mp4' }))
    const document = await origin.stored({ type: 'video' })
    const { status, headers, body } = await origin.fetch(documentPath(document), { headers: { range } })
    const [, start, end] = /^bytes (\d+)-(\d+)\/16777316$/.exec(headers['content-range'] ?? '') ?? []
    expect(status).toBe(206)
    expect(body).toHaveLength(Number(end) - Number(start) + 1)
    expect(body).toHaveLength(range === 'bytes=0-0' ? 1 : MAX_PART_BYTES)
  },
)

test('answers 416 with the length for a range after the end', async () => {
  const answer = await origin.fetch(documentPath(await origin.stored()), {
    headers: { range: 'bytes=300000-' },
  })
  expect(answer.status).toBe(416)
  expect(answer.headers['content-range']).toBe('bytes */300000')
  expect(parseProblem(answer)).toMatchObject({ status: 416, code: 'RANGE_NOT_SATISFIABLE' })
})

test.each([
  { ifRange: 'of this version', status: 206 },
  { ifRange: '"another"', status: 200 },
  { ifRange: 'W/"weak"', status: 200 },
  { ifRange: 'Wed, 21 Oct 2026 07:28:00 GMT', status: 200 },
])('answers $status for If-Range $ifRange', async (row) => {
  const document = await origin.stored()
  const ifRange = row.ifRange === 'of this version' ? `"${document.version}"` : row.ifRange
  const headers = { range: 'bytes=0-9', 'if-range': ifRange }
  const answer = await origin.fetch(documentPath(document), { headers })
  expect(answer.status).toBe(row.status)
  expect(answer.body).toHaveLength(row.status === 206 ? 10 : bytes.length)
})

test('names the file of a download, and answers HEAD like GET, without a download', async () => {
  const document = await origin.stored()
  const path = documentPath(document, 'attachment')
  const whole = await origin.fetch(path)
  expect(whole.headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.pdf"$/)
  origin.drive.operations.clear()
  const answer = await origin.fetch(path, { method: 'HEAD', headers: { range: 'bytes=0-9' } })
  expect(answer).toMatchObject({ status: 200, headers: whole.headers })
  expect(answer.body).toHaveLength(0)
  expect(origin.drive.operations.list()).toEqual(['metadata'])
})

test.each([
  { stored: 'video/mp4', sent: 'video/mp4' },
  { stored: 'video/webm', sent: 'video/webm' },
  { stored: 'application/octet-stream', sent: 'video/mp4' },
])('sends a video stored as $stored as $sent', async ({ stored, sent }) => {
  origin.drive.files.set(SAMPLE_DRIVE_ID, driveFile({ bytes, mimeType: stored }))
  const document = await origin.stored({ type: 'video' })
  expect((await origin.fetch(documentPath(document))).headers['content-type']).toBe(sent)
})

test('delivers the captions of a video as a separate file', async () => {
  const captions = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nBonjour à tous\n')
  origin.drive.files.set(CAPTIONS_ID, driveFile({ bytes: captions, mimeType: 'text/plain' }))
  const video = await origin.stored({ type: 'video', captions: { kind: 'drive', fileId: CAPTIONS_ID } })
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
  const document = await origin.stored()
  const comingSoon = await origin.stored({ file: { kind: 'coming-soon' } })
  const answers = [
    { path: documentPath({ ...document, version: 'older' }), code: 'NOT_FOUND' },
    { path: documentPath({ ...document, id: 'absent' }), code: 'NOT_FOUND' },
    { path: documentPath(document, 'captions'), code: 'NOT_FOUND' },
    { path: documentPath(comingSoon), code: 'DOCUMENT_UNAVAILABLE' },
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
