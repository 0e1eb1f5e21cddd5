import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { driveTokens } from '#functions/files/drive-tokens.ts'
import { freePort } from '#functions/test-support/free-port.ts'
import { Counters } from '../counters.ts'
import type { RunningServer } from '../http-server.ts'
import { readOrMakeServiceAccount } from '../secrets.ts'
import { bacFileId, demoFileOf } from './demo-files.ts'
import { drawPaper } from './paper.ts'
import { startDrive } from './server.ts'

const folder = mkdtempSync(join(tmpdir(), 'drive-'))
const counters = new Counters()
const paper = bacFileId('SM', '2023', 'Normale')
let now = new Date()
let base = ''
let drive: RunningServer
let account: ReturnType<typeof readOrMakeServiceAccount>

beforeAll(async () => {
  const port = await freePort()
  base = `http://127.0.0.1:${port}`
  account = readOrMakeServiceAccount(folder, `${base}/token`)
  drive = await startDrive({ port, account, videoPath: join(folder, 'video.mp4'), counters, now: () => now })
})

afterEach(() => {
  now = new Date()
})

afterAll(() => drive.close())

const tokenFor = (key: object) => driveTokens(async () => JSON.stringify(key)).current()

async function media(id: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> {
  const authorization = `Bearer ${await tokenFor(account)}`
  return fetch(`${base}/drive/v3/files/${id}?alt=media`, { method, headers: { authorization, ...headers } })
}

describe('the token endpoint', () => {
  test("gives the service account's own library a token", async () => {
    await expect(tokenFor(account)).resolves.toMatch(/^ya29\./)
  })

  test('refuses another key, another account and an old assertion', async () => {
    const stranger = readOrMakeServiceAccount(mkdtempSync(join(tmpdir(), 'drive-')), account.token_uri)
    await expect(tokenFor(stranger)).rejects.toThrow()
    await expect(tokenFor({ ...account, client_email: 'other@example.org' })).rejects.toThrow()
    now = new Date(Date.now() + 2 * 60 * 60 * 1000)
    await expect(tokenFor(account)).rejects.toThrow()
  })

  test('refuses what is no assertion at all', async () => {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'a.b.c',
    })
    const response = await fetch(`${base}/token`, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
  })
})

describe('the API', () => {
  test('refuses without a token, with a made-up one and with an old one', async () => {
    const url = `${base}/drive/v3/files/${paper}?alt=media`
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { authorization: 'Bearer ya29.x' } })).status).toBe(401)
    const authorization = `Bearer ${await tokenFor(account)}`
    expect((await fetch(url, { headers: { authorization } })).status).toBe(200)
    now = new Date(Date.now() + 60 * 60 * 1000)
    expect((await fetch(url, { headers: { authorization } })).status).toBe(401)
  })

  test('serves a PDF that a reader can open, the same bytes each time', async () => {
    const [first, second] = await Promise.all([media(paper), media(paper)])
    expect(first.headers.get('content-type')).toBe('application/pdf')
    const bytes = new Uint8Array(await first.arrayBuffer())
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(bytes)
    const pages = (await PDFDocument.load(bytes)).getPageCount()
    expect(pages).toBeGreaterThanOrEqual(2)
    expect(pages).toBeLessThanOrEqual(6)
  })

  test('serves a range of it, and the whole when If-Range names another version', async () => {
    const whole = Buffer.from(await (await media(paper)).arrayBuffer())
    const part = await media(paper, { range: 'bytes=10-19' })
    expect(part.status).toBe(206)
    expect(part.headers.get('content-range')).toBe(`bytes 10-19/${whole.length}`)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(10, 20))
    const other = await media(paper, { range: 'bytes=10-19', 'if-range': '"other"' })
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, whole.length])
    const same = await media(paper, { range: 'bytes=-5', 'if-range': String(part.headers.get('etag')) })
    expect([same.status, (await same.arrayBuffer()).byteLength]).toEqual([206, 5])
  })

  test('answers a range beyond the end with 416 and the length', async () => {
    const response = await media(paper, { range: 'bytes=99999999-' })
    expect(response.status).toBe(416)
    expect(response.headers.get('content-range')).toMatch(/^bytes \*\/\d+$/)
  })

  test('answers HEAD with the headers alone', async () => {
    const response = await media(paper, {}, 'HEAD')
    expect(Number(response.headers.get('content-length'))).toBeGreaterThan(1_000)
    expect((await response.arrayBuffer()).byteLength).toBe(0)
  })

  test('serves a real MP4', async () => {
    const response = await media('demo-drive-video-SM-ondes-1-2025-Normale-course')
    expect(response.headers.get('content-type')).toBe('video/mp4')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.subarray(4, 8).toString()).toBe('ftyp')
    expect(bytes.includes('avc1')).toBe(true)
  })

  test('does not know other ids', async () => {
    const response = await media('1AbCdEfGhIjKlMnOpQrStUvWxYz')
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.objectContaining({ code: 404 }) },
    ])
  })

  test('tells a file’s name and, when asked, its size', async () => {
    const authorization = `Bearer ${await tokenFor(account)}`
    const url = `${base}/drive/v3/files/${paper}`
    const plain = await (await fetch(url, { headers: { authorization } })).json()
    expect(plain).toEqual({
      kind: 'drive#file',
      id: paper,
      name: 'Examen national du baccalauréat - Session Normale 2023 - Filière Science Math.pdf',
      mimeType: 'application/pdf',
    })
    const size = await (await fetch(`${url}?fields=size`, { headers: { authorization } })).json()
    expect(size).toEqual({ size: expect.stringMatching(/^\d+$/) })
  })
})

test('the preview page embeds the file, and the download carries its name', async () => {
  const page = await (await fetch(`${base}/file/d/${paper}/preview`)).text()
  expect(page).toContain(`src="/uc?export=view&amp;id=${paper}"`)
  const download = await fetch(`${base}/uc?export=download&id=${paper}`)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Examen/)
  await download.body?.cancel()
  expect((await fetch(`${base}/file/d/unknown-unknown-unknown-unknown/preview`)).status).toBe(404)
})

test.each([
  'demo-drive-pdf-SM-mecanique-3-2019-Normale-correction',
  'demo-drive-pdf-SVT-chimie-organique-1-2012-Rattrapage-exercise',
  'demo-drive-nouveau-sujet-2026',
])('a paper can be drawn for %s', async (id) => {
  const file = demoFileOf(id)
  expect(file && (await drawPaper(file)).length).toBeGreaterThan(1_000)
})

test('requests are counted', () => {
  expect(counters.read()).toMatchObject({
    'drive media': expect.any(Number),
    'drive token': expect.any(Number),
  })
})
