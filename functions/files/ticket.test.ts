import { createHash, createPublicKey } from 'node:crypto'
import { checkSignedUrl } from '#scripts/local/edge/signed-url.ts'
import { testKey } from '#scripts/local/test-support/test-keys.ts'
import { getTicket } from '#shared/contract/files.ts'
import { documentOfResource } from '#shared/domain/documents/document.ts'
import { SAMPLE_DRIVE_ID, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createBrowser } from '../test-support/browser.ts'
import { PICTURES, PREPARED, resourceFixture, subjectFixture } from '../test-support/content.ts'
import { type Answer, type Call, SITE_ORIGIN } from '../test-support/gateway.ts'
import { storeUser } from '../test-support/people.ts'
import { QUEUE_URLS, type Site, startSite } from '../test-support/site.ts'
import { issueTicket } from './issue-ticket.ts'

let site: Site
let premium: Call
let free: Call
beforeAll(async () => {
  site = await startSite()
  premium = await callerWith({ isPremium: true })
  free = await callerWith({})
})
afterAll(() => site.stop())

async function callerWith(changes: { isPremium?: boolean }): Promise<Call> {
  const user = await storeUser(site.store.table, changes)
  return { token: site.userPool.token(user.id), sessionId: user.lease?.id }
}

async function stored(changes: Partial<Resource>): Promise<Resource> {
  const resource = resourceFixture(changes)
  await site.stores.resources.putAll([resource])
  return resource
}

const ask = (id: string, call: Call = {}) => site.call(getTicket, { ...call, params: { id } })
const boundTo = ({ json }: Answer) => new URLSearchParams(String(json.query)).get('lecteur')

test('gives a premium student the pictures of a paper, by one policy that expires in two minutes', async () => {
  const subject = subjectFixture({ track: 'SM', year: '2023', session: 'Normale' })
  await site.stores.subjects.putAll([subject])
  const asked = Date.now()
  const { status, json, text, headers } = await ask('bac-SM-2023-Normale', premium)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  const { digest, size, pages } = PREPARED
  expect(json).toEqual({
    mode: 'pages',
    type: 'pdf',
    title: 'Bac SM 2023 - Session Normale',
    fileName: 'Bac-SM-2023-Normale.pdf',
    version: digest,
    base: `/files/pages/${digest}`,
    query: expect.any(String),
    expiresAt: expect.any(String),
    size,
    pages,
    pictures: PICTURES,
    copyCode: null,
  })
  for (const secret of [SAMPLE_DRIVE_ID, 'google', subject.version]) expect(text).not.toContain(secret)
  const expires = Date.parse(String(json.expiresAt))
  // The expiry is a whole second.
  expect(expires).toBeGreaterThan(asked + 119_000)
  expect(expires - Date.now()).toBeLessThanOrEqual(120_000)
})

test('signs all pictures and texts of one PDF, until they expire, and no byte of the query can be another', async () => {
  const { id } = await stored({})
  const { base, query, expiresAt } = (await ask(id, premium)).json as Record<string, string>
  const keys = new Map([['KTEST', createPublicKey(testKey('documents'))]])
  const expires = Date.parse(expiresAt ?? '')
  const opens = (path: string, sent = query, at = expires - 1) =>
    checkSignedUrl(SITE_ORIGIN, `${path}?${sent}`, keys, new Date(at)).kind === 'valid'
  for (const name of ['1.webp', '200@2x.webp', 'text.json', 'manifest.json'])
    expect(opens(`${base}/${name}`)).toBe(true)
  expect(opens(`${base}/1.webp`, query, expires)).toBe(false)
  for (const path of [`/files/pages/${'0'.repeat(64)}/1.webp`, `/files/${id}/v/inline/a.pdf`])
    expect(opens(path)).toBe(false)
  const altered = Array.from(
    query ?? '',
    (letter, at) => `${query?.slice(0, at)}${letter === 'a' ? 'b' : 'a'}${query?.slice(at + 1)}`,
  )
  expect(altered.filter((each) => opens(`${base}/1.webp`, each))).toEqual([])
})

describe('a PDF that is not prepared', () => {
  test.each([
    ['is new', UNKNOWN_CONTENT],
    ['has another content, of which nothing is stored', { digest: 'a'.repeat(64) }],
  ])('and %s is prepared before all others', async (_, changes) => {
    const { id } = await stored(changes)
    site.services.messages.clear()
    expect(await ask(id, premium)).toMatchObject({
      status: 409,
      headers: { 'retry-after': '1' },
      json: { code: 'DOCUMENT_PREPARING', retryAfterSeconds: 1 },
    })
    const body = JSON.stringify({ documentId: id })
    expect(site.services.messages.list()).toEqual([{ queueUrl: QUEUE_URLS.first, body }])
  })

  test('because it is broken says so, to those who may open it', async () => {
    const { id } = await stored({ ...UNKNOWN_CONTENT, fault: 'unreadable' })
    site.services.messages.clear()
    expect((await ask(id, premium)).json).toMatchObject({ status: 409, code: 'DOCUMENT_BROKEN' })
    expect((await ask(id, free)).json.code).toBe('PREMIUM_REQUIRED')
    expect(site.services.messages.list()).toEqual([])
  })
})

describe('a download', () => {
  const save = (id: string, call: Call = {}, disposition = 'attachment') =>
    site.call(getTicket, { ...call, params: { id }, query: { disposition } })
  const pathIn = ({ json }: Answer) => new URL(String(json.url)).pathname

  test("of a PDF is the account's own copy, by its signed path", async () => {
    const user = await storeUser(site.store.table, { isPremium: true })
    const { id } = await stored({})
    const answer = await save(id, site.as(user))
    expect(answer.json.mode).toBe('stream')
    const place = `^/files/copies/${id}/${PREPARED.digest}/${user.id}/`
    expect(pathIn(answer)).toMatch(new RegExp(`${place}[\\w-]+\\.pdf$`))
    const url = new URL(String(answer.json.url))
    expect(site.isSigned(url)).toBe(true)
    url.pathname = url.pathname.replace(user.id, '0b0e7a52-5a3c-4d55-9c1e-6f1d2a3b4c5d')
    expect(site.isSigned(url)).toBe(false)
  })

  test('for the printer is the pictures with the code of a copy, ten times a day', async () => {
    const user = await storeUser(site.store.table, { isPremium: true })
    const { id } = await stored({})
    const print = async () => (await save(id, site.as(user), 'print')).json
    const { copyCode, ...printed } = await print()
    expect(printed).toMatchObject({ mode: 'pages', pages: 2, pictures: PICTURES })
    const copy = await site.stores.copies.find(String(copyCode))
    expect(copy).toMatchObject({ userId: user.id, email: user.email, version: PREPARED.digest })
    for (let count = 2; count <= 10; count += 1) expect((await print()).copyCode).toBe(copyCode)
    expect((await print()).code).toBe('TOO_MANY_REQUESTS')
    expect((await ask(id, site.as(user))).status).toBe(200)
  })

  test('of a video is the shared file, and of a free PDF needs an account', async () => {
    const video = await stored({ type: 'video' })
    expect(pathIn(await save(video.id, premium))).toContain('/attachment/')
    const { id } = await stored({ isFree: true })
    expect(pathIn(await save(id, free))).toContain('/files/copies/')
    const refused = { status: 401, code: 'AUTHENTICATION_REQUIRED' }
    for (const how of ['attachment', 'print']) expect((await save(id, {}, how)).json).toMatchObject(refused)
  })
})

const youtube = { kind: 'youtube', videoId: 'abcdefghijk' } as const
const comingSoon = { kind: 'coming-soon' } as const

test.each<{ what: string; changes: Partial<Resource>; statuses: number[] }>([
  { what: 'a free document', changes: { isFree: true }, statuses: [200, 200, 200] },
  {
    what: 'a free video on YouTube',
    changes: { isFree: true, type: 'video', file: youtube },
    statuses: [200, 200, 200],
  },
  { what: 'a paid document', changes: {}, statuses: [401, 403, 200] },
  { what: 'a paid document to come', changes: { file: comingSoon }, statuses: [401, 403, 404] },
  { what: 'a free document to come', changes: { isFree: true, file: comingSoon }, statuses: [404, 404, 404] },
])('$what answers anonymous, free and Premium readers $statuses', async ({ changes, statuses }) => {
  const { id } = await stored(changes)
  const answers = [await ask(id), await ask(id, free), await ask(id, premium)]
  expect(answers.map(({ status }) => status)).toEqual(statuses)
})

test('treats a caller with a token only, in another browser, as a visitor', async () => {
  const { id } = await stored({ isFree: true })
  const user = await storeUser(site.store.table, { isPremium: true })
  const call = { ...site.as(user), browser: createBrowser() }
  const answer = await ask(id, call)
  const saved = await site.call(getTicket, { ...call, params: { id }, query: { disposition: 'attachment' } })
  expect(saved.json.code).toBe('AUTHENTICATION_REQUIRED')
  expect(await site.stores.accountDays.listDays(user.id, '2000-01-01')).toEqual([])
  expect(cookieOf(answer)).not.toBe(cookieOf(await ask(id, site.as(user))))
})

/** Returns the value of the one cookie that an answer sets. */
const cookieOf = ({ cookies }: Answer) => /^__Host-lecteur=([\w-]{43}); /.exec(cookies.join())?.[1] ?? ''

test('binds every link of a ticket, with those of captions, to a cookie of the browser, by its hash', async () => {
  const captions = { kind: 'drive', fileId: `${SAMPLE_DRIVE_ID}-captions` } as const
  const version = 'version-of-drive'
  const { id } = await stored({ type: 'video', captions, size: 1_234_567, source: version })
  const answer = await ask(id, premium)
  expect(answer.json).toMatchObject({ mode: 'stream', version, size: 1_234_567 })
  expect(answer.cookies).toEqual([
    expect.stringMatching(
      /^__Host-lecteur=[\w-]{43}; Path=\/; Max-Age=300; Secure; HttpOnly; SameSite=Strict$/,
    ),
  ])
  const hash = createHash('sha256').update(cookieOf(answer)).digest('hex')
  const [video, track] = [new URL(String(answer.json.url)), new URL(String(answer.json.captionsUrl))]
  for (const url of [video, track]) expect(url.searchParams.getAll('lecteur')).toEqual([hash])
  expect(track.pathname).toMatch(new RegExp(`^/files/${id}/${version}/captions/[\\w-]+\\.vtt$`))
  expect(site.isSigned(track)).toBe(true)
  expect(track.searchParams.get('Expires')).toBe(video.searchParams.get('Expires'))
  for (const secret of [cookieOf(answer), SAMPLE_DRIVE_ID]) expect(answer.text).not.toContain(secret)
})

test('gives all tickets of a session one cookie, and another session another one, on links of one path', async () => {
  const { id } = await stored({})
  const answers = await Promise.all([ask(id, premium), ask(id, premium)])
  expect(new Set(answers.map(cookieOf)).size).toBe(1)
  const theirs = await ask(id, await callerWith({ isPremium: true }))
  expect(cookieOf(theirs)).not.toBe(cookieOf(answers[0]))
  // The path is the key of the copy at the edge, which both share.
  expect(theirs.json.base).toBe(answers[0].json.base)
  const hash = createHash('sha256').update(cookieOf(theirs)).digest('hex')
  expect([boundTo(theirs), boundTo(answers[0])]).toEqual([hash, expect.not.stringContaining(hash)])
})

test('keeps the cookie of a visitor, so that the links of their other tabs stay valid', async () => {
  const { id } = await stored({ isFree: true })
  const first = await ask(id)
  const again = await ask(id, { cookies: ['other=1', `__Host-lecteur=${cookieOf(first)}`] })
  expect(again.cookies).toEqual(first.cookies)
  expect(boundTo(again)).toBe(boundTo(first))
  for (const cookies of [[], ['__Host-lecteur=short'], ['__Host-lecteur=']])
    expect(cookieOf(await ask(id, { cookies }))).not.toBe(cookieOf(first))
})

test('answers callers without the right alike for existing and missing documents', async () => {
  const { id } = await stored({})
  for (const call of [{}, free]) {
    const answer = await ask(id, call)
    expect(answer.cookies).toEqual([])
    const { requestId: _, ...there } = answer.json
    const { requestId: __, ...absent } = (await ask('absent', call)).json
    expect(absent).toEqual(there)
  }
  expect((await ask('absent', premium)).json.code).toBe('NOT_FOUND')
})

test('issues no captions in embed mode, where the player of Drive shows its own', async () => {
  const unused = () => Promise.reject(new Error('Not asked for'))
  const deps = {
    queue: { send: unused },
    copies: { issue: unused },
    keyPairId: 'K1',
    readPrivateKey: async () => testKey('documents'),
    siteOrigin: SITE_ORIGIN,
    deliveryMode: 'embed',
    clock: { now: () => new Date('2026-03-01T10:00:00.999Z') },
  } as const
  const captions = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
  const document = documentOfResource(resourceFixture({ type: 'video', isFree: true, captions }))
  const ticket = await issueTicket(deps, { document, userId: null, email: null }, 'inline', 'cookie')
  expect(ticket).toMatchObject({ mode: 'embed', captionsUrl: null, expiresAt: '2026-03-01T10:02:00.000Z' })
})
