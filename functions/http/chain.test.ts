import { routes } from '#shared/contract/routes.ts'
import { createAdministration } from '../test-support/administration.ts'
import { capturedOutput } from '../test-support/captured-output.ts'
import { subjectFixture } from '../test-support/content.ts'
import { type Call, createContext, createEvent } from '../test-support/gateway.ts'
import { storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
const { asOwner } = await createAdministration(site)
const { id: targetId } = await storeUser(site.store.table)
await site.stores.subjects.putAll([subjectFixture({ track: 'SM', year: '2023' })])
afterAll(() => site.stop())
afterEach(() => site.heal())

const sized = (bytes: number) => `{"isPremium":true,"x":"${'a'.repeat(bytes - 25)}"}`

describe('a request body', () => {
  const send = (call: Call) => asOwner(routes.setPremium, { params: { id: targetId }, ...call })

  const REQUIRED = 'Ce champ est obligatoire'
  const NO_JSON = 'Le corps de la requête doit être du JSON valide.'
  const NO_BOOLEAN = 'Cette valeur doit être vrai ou faux'

  test.each([
    { name: 'that is not JSON', body: '{', path: '', message: NO_JSON },
    { name: 'with a forbidden key', body: '{"__proto__":{"isPremium":true}}', path: '', message: NO_JSON },
    { name: 'that is missing', body: undefined, path: 'isPremium', message: REQUIRED },
    { name: 'with a wrong value', body: { isPremium: 'oui' }, path: 'isPremium', message: NO_BOOLEAN },
    { name: 'that is null', body: 'null', path: '', message: REQUIRED },
  ])('$name is answered 400 with the faults', async ({ body, path, message }) => {
    const { status, headers, json } = await send({ body })
    expect(status).toBe(400)
    expect(headers).toMatchObject({
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(json).toEqual({
      type: 'urn:problem-type:invalid-request',
      title: 'Requête invalide',
      status: 400,
      code: 'INVALID_REQUEST',
      detail: message,
      requestId: 'request-1',
      errors: [{ path, message }],
    })
  })

  test.each([
    { bytes: 64 * 1024, base64: false, status: 200 },
    { bytes: 64 * 1024 + 1, base64: false, status: 413 },
    { bytes: 64 * 1024, base64: true, status: 200 },
    { bytes: 64 * 1024 + 1, base64: true, status: 413 },
  ])('of $bytes bytes (base64: $base64) is answered $status', async ({ bytes, base64, status }) => {
    // The size is checked before the JSON.
    const body = status === 200 ? sized(bytes) : '{'.repeat(bytes)
    expect((await send({ body, base64 })).status).toBe(status)
  })

  test('with several wrong fields is answered with all of them, in French', async () => {
    const body = { track: 'XX', year: '23', session: 'Normale', file: 'court' }
    const { json } = await asOwner(routes.addSubject, { body })
    expect(json.detail).toMatch(/^La filière doit être .+ ; Veuillez entrer une année valide/)
    expect(json.errors).toMatchObject([{ path: 'track' }, { path: 'year' }, { path: 'file' }])
  })
})

test.each([{ body: {} }, { body: '{' }, { body: sized(64 * 1024 + 1) }])(
  'answers 404 for an impossible id before it looks at the body: %#',
  async ({ body }) => {
    const { json } = await asOwner(routes.setPremium, { params: { id: 'x' }, body })
    expect(json.code).toBe('NOT_FOUND')
  },
)

test('answers 404 for an unknown route', async () => {
  const event = createEvent({ method: 'GET', path: '/api/nothing' }, {})
  const answer = await site.handlers.catalogue({ ...event, routeKey: '$default' }, createContext())
  expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'NOT_FOUND', requestId: 'request-1' })
})

test('a public list carries an ETag and a short shared cache time, and answers 304', async () => {
  const first = await site.call(routes.listSubjects, { query: { track: 'SM' } })
  expect(first.headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=30, must-revalidate',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  })
  const { etag = '' } = first.headers
  const again = (tag: string) =>
    site.call(routes.listSubjects, { query: { track: 'SM' }, headers: { 'if-none-match': tag } })
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
    expect(await again(tag)).toMatchObject({ status: 304, text: '', headers: { etag } })
  expect((await again('"x"')).status).toBe(200)
})

test('answers 500 without details for an unexpected error', async () => {
  site.store.failWith(() => ({ status: 400, type: 'ValidationException' }))
  const { status, text, json } = await site.call(routes.listVideos)
  expect(status).toBe(500)
  expect(json).toMatchObject({
    code: 'INTERNAL_ERROR',
    detail: 'Une erreur est survenue. Veuillez réessayer plus tard.',
  })
  expect(text).not.toMatch(/Validation|dynamo|\.ts/i)
})

test('logs a request that bypasses CloudFront, without the secret that it sent', async () => {
  const { logger } = await import('./log.ts')
  logger.setLogLevel('INFO')
  const text = await capturedOutput(async () => {
    await asOwner(routes.readSession, { headers: { 'x-origin-secret': 'guessed-secret' } })
  })
  logger.setLogLevel('SILENT')
  expect(text).toMatch(/"level":"WARN".*"message":"bypassed the edge".*"requestId":"request-1"/)
  expect(text).not.toContain('guessed')
})
