import { generateKeyPairSync } from 'node:crypto'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { createDriveTokens } from '#functions/drive/tokens.ts'
import {
  bacFileId,
  captionsFileId,
  DEMO_FOLDER_ID,
  demoFiles,
  LONG_FILM_BYTES,
  LONG_FILM_ID,
} from '../demo/files.ts'
import { startTestDrive, type TestDrive } from '../test-support/test-drive.ts'

const paper = bacFileId({ track: 'SM', year: '2023', session: 'Normale' }, 'statement')

let drive: TestDrive
beforeAll(async () => {
  drive = await startTestDrive(demoFiles)
})

type Listed = { files: { id: string; name: string; size: string }[]; nextPageToken?: string }

/** A token for the holder of a service account's key, by the same library as the functions. */
async function tokenFor(key: object): Promise<string> {
  return (await createDriveTokens(async () => JSON.stringify(key)).current()).value
}

/** A call of the API as the service account. */
async function call(
  path: string,
  query: Record<string, string>,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const search = new URLSearchParams({ ...query, supportsAllDrives: 'true' }).toString()
  const authorization = `Bearer ${await tokenFor(drive.account)}`
  const url = `${drive.url}/drive/v3/${path}?${search}`
  return fetch(url, { method, headers: { ...headers, authorization } })
}

const media = (id: string, headers: Record<string, string> = {}, method = 'GET') =>
  call(`files/${id}`, { alt: 'media' }, { method, headers })
const metadata = async (id: string, fields?: string): Promise<unknown> =>
  (await call(`files/${id}`, fields === undefined ? {} : { fields })).json()
const list = async (folderId: string, query: Record<string, string>): Promise<Listed> => {
  const q = `'${folderId}' in parents and trashed = false`
  return (await call('files', { q, ...query })).json() as Promise<Listed>
}

afterEach(() => {
  drive.clock.now = null
})

afterAll(() => drive.close())

describe('the token endpoint', () => {
  test("gives the service account's own library a token", async () => {
    await expect(tokenFor(drive.account)).resolves.toMatch(/^ya29\./)
  })

  test('refuses another key, another account and an old assertion', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const foreign = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    await expect(tokenFor({ ...drive.account, private_key: foreign })).rejects.toThrow()
    await expect(tokenFor({ ...drive.account, client_email: 'other@example.org' })).rejects.toThrow()
    drive.clock.now = new Date(Date.now() + 2 * 60 * 60 * 1000)
    await expect(tokenFor(drive.account)).rejects.toThrow()
  })

  test('refuses a malformed assertion', async () => {
    const body = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: 'a.b.c',
    })
    const response = await fetch(`${drive.url}/token`, { method: 'POST', body })
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ error: 'invalid_grant' }),
    ])
  })
})

describe('the API', () => {
  test('refuses without a token, with a made-up one and with an old one', async () => {
    const url = `${drive.url}/drive/v3/files/${paper}?alt=media&supportsAllDrives=true`
    expect((await fetch(url)).status).toBe(401)
    expect((await fetch(url, { headers: { authorization: 'Bearer ya29.x' } })).status).toBe(401)
    const authorization = `Bearer ${await tokenFor(drive.account)}`
    expect((await fetch(url, { headers: { authorization } })).status).toBe(200)
    drive.clock.now = new Date(Date.now() + 60 * 60 * 1000)
    expect((await fetch(url, { headers: { authorization } })).status).toBe(401)
  })

  test('serves a PDF that a reader can open, the same bytes each time', async () => {
    const [first, second] = await Promise.all([media(paper), media(paper)])
    expect(first.headers.get('content-type')).toBe('application/pdf')
    const bytes = new Uint8Array(await first.arrayBuffer())
    expect(new Uint8Array(await second.arrayBuffer())).toEqual(bytes)
    const document = await getDocument({ data: bytes, verbosity: 0 }).promise
    const { items } = await (await document.getPage(1)).getTextContent()
    const text = items.map((item) => ('str' in item ? item.str : '')).join('\n')
    expect(text).toContain('Session Normale 2023 - Filière Science Math')
    expect(text).toContain('Exercice 1 : ')
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

  test('answers 404 for other ids', async () => {
    const response = await media('1AbCdEfGhIjKlMnOpQrStUvWxYz')
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: expect.objectContaining({ code: 404 }) },
    ])
  })

  test('answers the fields that the check of documents asks for', async () => {
    const { size } = (await metadata(paper, 'size')) as { size: string }
    expect(await metadata(paper, 'mimeType,size,trashed,capabilities/canDownload')).toEqual({
      mimeType: 'application/pdf',
      size,
      trashed: false,
      capabilities: { canDownload: true },
    })
    expect(await metadata(paper, '*')).toMatchObject({ id: paper, modifiedTime: expect.any(String) })
    expect(await metadata(paper, 'size,')).toMatchObject({ error: { code: 400 } })
  })

  test.each([
    { id: 'demo-drive-introuvable-0001', facts: { error: { code: 404, errors: [{ reason: 'notFound' }] } } },
    { id: 'demo-drive-corbeille-000001', facts: { trashed: true, capabilities: { canDownload: true } } },
    { id: 'demo-drive-verrouille-00001', facts: { trashed: false, capabilities: { canDownload: false } } },
  ])('tells what is wrong with $id', async ({ id, facts }) => {
    expect(await metadata(id, 'trashed,capabilities')).toMatchObject(facts)
  })

  test('refuses to download a file that may not be downloaded', async () => {
    const response = await media('demo-drive-verrouille-00001')
    const said = { error: { errors: [{ reason: 'cannotDownloadFile' }] } }
    expect([response.status, await response.json()]).toMatchObject([403, said])
  })

  test('lists a folder page by page, by name', async () => {
    const first = await list(DEMO_FOLDER_ID, {
      pageSize: '7',
      fields: 'nextPageToken,files(id,name,size)',
    })
    expect(first.files).toHaveLength(7)
    expect(first.files[1]).toEqual({
      id: 'demo-drive-pdf-SM-ondes-1-2015-Normale-exercise-dossier',
      name: 'SM_Ondes_1_2015_N_enonce.pdf',
      size: expect.stringMatching(/^\d+$/),
    })
    const pageToken = String(first.nextPageToken)
    const rest = await list(DEMO_FOLDER_ID, { pageSize: '7', pageToken })
    expect(rest.files.map(({ name }) => name)).toEqual([
      'SM_Ondes_1_2018_N_enonce.pdf',
      'SM_Ondes_1_2019_N_corrige.pdf',
      'SM_Ondes_1_2019_N_enonce.pdf',
    ])
    expect(rest).not.toHaveProperty('nextPageToken')
  })

  test('answers 404 for other folders', async () => {
    expect(await list('demo-drive-dossier-inconnu', {})).toMatchObject({ error: { code: 404 } })
  })

  test('serves captions', async () => {
    const response = await media(captionsFileId('demo-drive-video-SM-ondes-1-2025-Normale-course'))
    expect(response.headers.get('content-type')).toBe('text/vtt')
    expect(await response.text()).toMatch(/^WEBVTT\n\n1\n00:00:00\.000 --> 00:00:02\.000\nAu départ/)
  })

  test('serves 300 MB that play like the short film, and any part of them', async () => {
    const film = Buffer.from(
      await (await media('demo-drive-video-SM-ondes-1-2025-Normale-course')).arrayBuffer(),
    )
    const head = await media(LONG_FILM_ID, {}, 'HEAD')
    expect(Number(head.headers.get('content-length'))).toBe(LONG_FILM_BYTES)
    const beginning = Buffer.from(
      await (await media(LONG_FILM_ID, { range: `bytes=0-${film.length + 99}` })).arrayBuffer(),
    )
    expect(beginning.subarray(0, film.length)).toEqual(film)
    const box = beginning.subarray(film.length, film.length + 8)
    expect([box.readUInt32BE(0), box.subarray(4).toString()]).toEqual([LONG_FILM_BYTES - film.length, 'free'])
    const end = await media(LONG_FILM_ID, { range: 'bytes=-100000' })
    expect(end.headers.get('content-range')).toBe(
      `bytes ${LONG_FILM_BYTES - 100_000}-${LONG_FILM_BYTES - 1}/${LONG_FILM_BYTES}`,
    )
    expect((await end.arrayBuffer()).byteLength).toBe(100_000)
  })

  test('answers the default fields unless others are asked for', async () => {
    expect(await metadata(paper)).toEqual({
      kind: 'drive#file',
      id: paper,
      name: 'Examen national du baccalauréat - Session Normale 2023 - Filière Science Math.pdf',
      mimeType: 'application/pdf',
    })
    expect(await metadata(paper, 'size')).toEqual({ size: expect.stringMatching(/^\d+$/) })
  })
})

test('embeds the file in the preview page and names the download', async () => {
  const page = await (await fetch(`${drive.url}/file/d/${paper}/preview`)).text()
  expect(page).toContain(`src="/uc?export=view&amp;id=${paper}"`)
  const download = await fetch(`${drive.url}/uc?export=download&id=${paper}`)
  expect(download.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''Examen/)
  await download.body?.cancel()
  expect((await fetch(`${drive.url}/file/d/unknown-unknown-unknown-unknown/preview`)).status).toBe(404)
})
