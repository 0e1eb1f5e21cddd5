import { createHash } from 'node:crypto'
import { testKey } from '#scripts/local/test-support/test-keys.ts'
import { getTicket } from '#shared/contract/files.ts'
import { documentOfResource } from '#shared/domain/documents/document.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createBrowser } from '../test-support/browser.ts'
import { resourceFixture, subjectFixture } from '../test-support/content.ts'
import { type Answer, type Call, SITE_ORIGIN } from '../test-support/gateway.ts'
import { storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
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

test('gives a premium student a signed link on the own origin that expires in two minutes', async () => {
  const subject = subjectFixture({ track: 'SM', year: '2023', session: 'Normale' })
  await site.stores.subjects.putAll([subject])
  const asked = Date.now()
  const { status, json, text, headers } = await ask('bac-SM-2023-Normale', premium)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(json).toMatchObject({
    mode: 'stream',
    type: 'pdf',
    title: 'Bac SM 2023 - Session Normale',
    fileName: 'Bac-SM-2023-Normale.pdf',
  })
  const url = new URL(String(json.url))
  expect(url.origin).toBe(SITE_ORIGIN)
  expect(url.pathname).toBe(`/files/bac-SM-2023-Normale/${subject.version}/inline/Bac-SM-2023-Normale.pdf`)
  expect(url.searchParams.get('Key-Pair-Id')).toBe('KTEST')
  expect(url.searchParams.get('Hash-Algorithm')).toBe('SHA256')
  expect(site.isSigned(url)).toBe(true)
  const expires = Number(url.searchParams.get('Expires')) * 1000
  expect(new Date(expires).toISOString()).toBe(json.expiresAt)
  // The expiry is a whole second.
  expect(expires).toBeGreaterThan(asked + 119_000)
  expect(expires - Date.now()).toBeLessThanOrEqual(120_000)
  expect(text).not.toContain(SAMPLE_DRIVE_ID)
  expect(text).not.toContain('google')

  url.pathname = url.pathname.replace('2023', '2022')
  expect(site.isSigned(url)).toBe(false)
})

describe('a download', () => {
  const save = (id: string, call: Call = {}) =>
    site.call(getTicket, { ...call, params: { id }, query: { disposition: 'attachment' } })
  const pathIn = ({ json }: Answer) => new URL(String(json.url)).pathname

  test("of a PDF is the account's own copy, by its signed path", async () => {
    const user = await storeUser(site.store.table, { isPremium: true })
    const { id, version } = await stored({})
    const answer = await save(id, site.as(user))
    expect(pathIn(answer)).toMatch(new RegExp(`^/files/copies/${id}/${version}/${user.id}/[\\w-]+\\.pdf$`))
    const url = new URL(String(answer.json.url))
    expect(site.isSigned(url)).toBe(true)
    url.pathname = url.pathname.replace(user.id, '0b0e7a52-5a3c-4d55-9c1e-6f1d2a3b4c5d')
    expect(site.isSigned(url)).toBe(false)
  })

  test('of a video, or of a free PDF for visitors, is the shared file', async () => {
    const video = await stored({ type: 'video' })
    expect(pathIn(await save(video.id, premium))).toContain('/attachment/')
    const { id } = await stored({ isFree: true })
    expect(pathIn(await save(id, free))).toContain('/files/copies/')
    expect(pathIn(await save(id))).toContain('/attachment/')
  })

  test.each([
    { what: 'above 60 MB', weight: { size: 60_000_001 } },
    { what: 'of more than 2,000 pages', weight: { pages: 2_001 } },
  ])('of a PDF $what is refused, but it can be read', async ({ weight }) => {
    const { id } = await stored(weight)
    expect(await save(id, premium)).toMatchObject({
      status: 409,
      json: {
        code: 'DOCUMENT_NOT_DOWNLOADABLE',
        detail: 'Ce document peut être lu sur le site, mais il ne peut être ni téléchargé ni imprimé.',
      },
    })
    expect((await ask(id, premium)).status).toBe(200)
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
  const answer = await site.call(getTicket, { ...call, params: { id }, query: { disposition: 'attachment' } })
  expect(new URL(String(answer.json.url)).pathname).not.toContain('/files/copies/')
  expect(await site.stores.accountDays.listDays(user.id, '2000-01-01')).toEqual([])
  expect(cookieOf(answer)).not.toBe(cookieOf(await ask(id, site.as(user))))
})

/** Returns the value of the one cookie that an answer sets. */
const cookieOf = ({ cookies }: Answer) => /^__Host-lecteur=([\w-]{43}); /.exec(cookies.join())?.[1] ?? ''

test('binds every link of a ticket, with those of captions, to a cookie of the browser, by its hash', async () => {
  const captions = { kind: 'drive', fileId: `${SAMPLE_DRIVE_ID}-captions` } as const
  const { id, version } = await stored({ type: 'video', captions, size: 1_234_567 })
  const answer = await ask(id, premium)
  expect(answer.json).toMatchObject({ version, size: 1_234_567 })
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
  const [one, two] = [new URL(String(answers[0].json.url)), new URL(String(theirs.json.url))]
  // The path is the key of the copy at the edge, which both share.
  expect(one.pathname).toBe(two.pathname)
  expect(one.searchParams.get('lecteur')).not.toBe(two.searchParams.get('lecteur'))
})

test('keeps the cookie of a visitor, so that the links of their other tabs stay valid', async () => {
  const { id } = await stored({ isFree: true })
  const first = await ask(id)
  const again = await ask(id, { cookies: ['other=1', `__Host-lecteur=${cookieOf(first)}`] })
  expect(again.cookies).toEqual(first.cookies)
  expect(new URL(String(again.json.url)).searchParams.get('lecteur')).toBe(
    new URL(String(first.json.url)).searchParams.get('lecteur'),
  )
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
  const deps = {
    keyPairId: 'K1',
    readPrivateKey: async () => testKey('documents'),
    siteOrigin: SITE_ORIGIN,
    deliveryMode: 'embed',
    clock: { now: () => new Date('2026-03-01T10:00:00.999Z') },
  } as const
  const captions = { kind: 'drive', fileId: SAMPLE_DRIVE_ID } as const
  const document = documentOfResource(resourceFixture({ type: 'video', isFree: true, captions }))
  const ticket = await issueTicket(deps, { document, userId: null }, 'inline', 'cookie')
  expect(ticket).toMatchObject({ mode: 'embed', captionsUrl: null, expiresAt: '2026-03-01T10:02:00.000Z' })
})
