import { generateKeyPairSync, randomBytes, verify } from 'node:crypto'
import type { Document } from '#shared/domain/document.ts'
import { documentOfResource } from '#shared/domain/document.ts'
import type { Resource } from '#shared/domain/resource.ts'
import { resourcesOf } from '../data/resources.ts'
import { DRIVE_ID, documentedResource } from '../test-support/content.ts'
import { type Drive, serving, startDrive } from '../test-support/drive.ts'
import { type Secrets, startSecrets } from '../test-support/secrets.ts'
import { fetchFile, installStreamingRuntime } from '../test-support/streaming-runtime.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { filePath } from './file-path.ts'

let store: TestTable
let drive: Drive
let secrets: Secrets
let origin: Parameters<typeof fetchFile>[0]
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const bytes = randomBytes(300_000)

beforeAll(async () => {
  store = await startTable()
  drive = await startDrive()
  secrets = await startSecrets()
  secrets.values.set(
    'drive',
    JSON.stringify({
      type: 'service_account',
      client_email: 'lecteur@projet.iam.exemple.test',
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      private_key_id: 'k1',
      token_uri: `${drive.url}/token`,
    }),
  )
  Object.assign(process.env, {
    TABLE_NAME: store.table.name,
    DELIVERY_MODE: 'stream',
    DRIVE_API_URL: drive.url,
    DRIVE_CREDENTIALS_SECRET_ID: 'drive',
  })
  installStreamingRuntime()
  const { handler } = await import('./origin.ts')
  origin = handler as unknown as typeof origin
})
afterAll(async () => {
  drive.stop()
  secrets.stop()
  await store.stop()
})
beforeEach(() => {
  drive.requests.length = 0
  drive.respond(serving(bytes, { 'content-type': 'text/html' }))
})

async function stored(changes: Partial<Resource> = {}): Promise<Document> {
  const resource = documentedResource(changes)
  await resourcesOf(store.table).putAll([resource])
  return documentOfResource(resource)
}

const pathOf = ({ id, version, fileName }: Document, disposition: 'inline' | 'attachment' = 'inline') =>
  filePath({ documentId: id, version, disposition, fileName })

const problemOf = ({ body }: { body: Buffer }) => JSON.parse(body.toString()) as Record<string, unknown>

test('the bytes of Drive arrive whole, as what the document is', async () => {
  const document = await stored()
  const answer = await fetchFile(origin, pathOf(document))
  expect(answer.status).toBe(200)
  expect(answer.body.equals(bytes)).toBe(true)
  expect(answer.headers).toEqual({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Ondes-mecaniques-progressives-2019-Rattrapage-Correction.pdf"',
    'content-length': '300000',
    'accept-ranges': 'bytes',
    etag: `"${document.version}"`,
    'cache-control': 'public, max-age=0, s-maxage=86400, must-revalidate',
    'x-content-type-options': 'nosniff',
  })
})

test('Drive is asked as the service account, by the API', async () => {
  await fetchFile(origin, pathOf(await stored()))
  const [request] = drive.requests
  expect(request?.url).toBe(`/drive/v3/files/${DRIVE_ID}?alt=media&supportsAllDrives=true`)
  expect(request?.headers.authorization).toBe(`Bearer token-${drive.assertions.length}`)
  expect(request?.headers['x-goog-drive-resource-keys']).toBeUndefined()
  const [header = '', payload = '', signature = ''] = (drive.assertions.at(-1) ?? '').split('.')
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toMatchObject({
    iss: 'lecteur@projet.iam.exemple.test',
    scope: 'https://www.googleapis.com/auth/drive.readonly',
    aud: `${drive.url}/token`,
  })
  const isGood = verify(
    'RSA-SHA256',
    Buffer.from(`${header}.${payload}`),
    publicKey,
    Buffer.from(signature, 'base64url'),
  )
  expect(isGood).toBe(true)
})

test('one token serves many documents', async () => {
  await fetchFile(origin, pathOf(await stored()))
  const before = drive.assertions.length
  await Promise.all([fetchFile(origin, pathOf(await stored())), fetchFile(origin, pathOf(await stored()))])
  expect(drive.assertions).toHaveLength(before)
})

test('a resource key goes along', async () => {
  const document = await stored({ file: { kind: 'drive', fileId: DRIVE_ID, resourceKey: '0-abc' } })
  await fetchFile(origin, pathOf(document))
  expect(drive.requests[0]?.headers['x-goog-drive-resource-keys']).toBe(`${DRIVE_ID}/0-abc`)
})

test.each([
  { range: 'bytes=0-99', status: 206, from: 0, to: 99 },
  { range: 'bytes=299990-', status: 206, from: 299_990, to: 299_999 },
  { range: 'bytes=-10', status: 206, from: 299_990, to: 299_999 },
  { range: 'bytes=0-1,5-6', status: 200, from: 0, to: 299_999 },
  { range: 'lines=1-2', status: 200, from: 0, to: 299_999 },
])('the range $range is answered $status', async ({ range, status, from, to }) => {
  const answer = await fetchFile(origin, pathOf(await stored()), { headers: { range } })
  expect(answer.status).toBe(status)
  expect(answer.body.equals(bytes.subarray(from, to + 1))).toBe(true)
  expect(answer.headers['content-range']).toBe(status === 206 ? `bytes ${from}-${to}/300000` : undefined)
})

test('a range behind the end is a 416 that tells the length', async () => {
  const answer = await fetchFile(origin, pathOf(await stored()), { headers: { range: 'bytes=300000-' } })
  expect(answer.status).toBe(416)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/problem+json; charset=utf-8',
    'content-range': 'bytes */300000',
  })
  expect(problemOf(answer)).toMatchObject({ status: 416, code: 'RANGE_NOT_SATISFIABLE' })
})

test('If-Range is passed on unless it is our own tag', async () => {
  const document = await stored()
  const ask = (ifRange: string) =>
    fetchFile(origin, pathOf(document), { headers: { range: 'bytes=0-9', 'if-range': ifRange } })
  await ask('"of-drive"')
  await ask(`"${document.version}"`)
  expect(drive.requests.map(({ headers }) => headers['if-range'])).toEqual(['"of-drive"', undefined])
})

test('HEAD tells the length without the bytes', async () => {
  const answer = await fetchFile(origin, pathOf(await stored()), { method: 'HEAD' })
  expect(answer).toMatchObject({
    status: 200,
    headers: { 'content-length': '300000', 'accept-ranges': 'bytes' },
  })
  expect(answer.body).toHaveLength(0)
})

test('a video keeps its own kind, and only a kind of video', async () => {
  const document = await stored({ type: 'video' })
  expect((await fetchFile(origin, pathOf(document))).headers['content-type']).toBe('video/mp4')
  drive.respond(serving(bytes, { 'content-type': 'video/webm' }))
  expect((await fetchFile(origin, pathOf(document))).headers['content-type']).toBe('video/webm')
})

test('the download has its name', async () => {
  const { headers } = await fetchFile(origin, pathOf(await stored(), 'attachment'))
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.pdf"$/)
})

test('what is not there is not found, and Drive is not asked', async () => {
  const document = await stored()
  const comingSoon = await stored({ file: { kind: 'coming-soon' } })
  const answers = [
    { path: pathOf({ ...document, version: 'older' }), code: 'NOT_FOUND' },
    { path: pathOf({ ...document, id: 'absent' }), code: 'NOT_FOUND' },
    { path: pathOf(comingSoon), code: 'DOCUMENT_UNAVAILABLE' },
    { path: '/files', code: 'NOT_FOUND' },
    { path: '/files/../../etc/passwd', code: 'NOT_FOUND' },
    { path: `${pathOf(document)}/more`, code: 'NOT_FOUND' },
    { path: pathOf(document).replace('inline', 'other'), code: 'NOT_FOUND' },
  ]
  for (const { path, code } of answers) {
    const answer = await fetchFile(origin, path)
    expect(answer.status).toBe(404)
    expect(answer.headers['cache-control']).toBe('no-store')
    expect(problemOf(answer)).toMatchObject({ code, requestId: 'invocation-1' })
  }
  expect((await fetchFile(origin, pathOf(document), { method: 'POST' })).status).toBe(404)
  expect(drive.requests).toHaveLength(0)
})

test.each([
  { name: 'has no such file', status: 404, answer: 404, code: 'DOCUMENT_UNAVAILABLE', asked: 1 },
  { name: 'is over its quota', status: 403, answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 1 },
  { name: 'is throttled', status: 429, answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 2 },
  { name: 'fails', status: 500, answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 2 },
  { name: 'does not take the token', status: 401, answer: 502, code: 'DOCUMENT_SOURCE_FAILED', asked: 2 },
])('when Drive $name: $answer, asked $asked times', async ({ status, answer: expected, code, asked }) => {
  drive.respond((_, response) => response.writeHead(status).end('{"error":{"message":"quota"}}'))
  const answer = await fetchFile(origin, pathOf(await stored()))
  expect(answer.status).toBe(expected)
  expect(problemOf(answer)).toMatchObject({ code })
  expect(answer.body.toString()).not.toMatch(/quota|google|drive/i)
  expect(drive.requests).toHaveLength(asked)
})

test('a token that was withdrawn is replaced', async () => {
  const document = await stored()
  await fetchFile(origin, pathOf(document))
  const stale = `Bearer token-${drive.assertions.length}`
  drive.respond((request, response) =>
    request.headers.authorization === stale
      ? response.writeHead(401).end()
      : serving(bytes)(request, response),
  )
  expect((await fetchFile(origin, pathOf(document))).status).toBe(200)
})

test('a connection that breaks before the first byte is tried once more', async () => {
  let breaks = 1
  drive.respond((request, response) => {
    if (breaks > 0) {
      breaks -= 1
      request.socket.destroy()
    } else serving(bytes)(request, response)
  })
  expect((await fetchFile(origin, pathOf(await stored()))).body.equals(bytes)).toBe(true)
})

test('a connection that breaks in the middle breaks the answer too', async () => {
  drive.respond((request, response) => {
    response.writeHead(200, { 'content-length': bytes.length })
    response.write(bytes.subarray(0, 1000), () => request.socket.destroy())
  })
  expect((await fetchFile(origin, pathOf(await stored()))).broken).toBe(true)
})
