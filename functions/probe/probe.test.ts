import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { driveFile } from '#scripts/local/test-support/test-drive.ts'
import { testPool } from '#scripts/local/test-support/users.ts'
import { hashPassword } from '#scripts/local/users/accounts.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { createSubjects } from '../data/subjects.ts'
import { createUsers } from '../data/users.ts'
import { subjectFixture } from '../test-support/content.ts'
import { startEdge, type TestEdge } from '../test-support/edge.ts'
import { leaseFixture, userFixture } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { installStreamingRuntime, type StreamingHandler } from '../test-support/streaming-runtime.ts'
import { metricsIn, written } from '../test-support/written.ts'

const EMAIL = 'probe@exemple.test'
const PASSWORD = 'un-mot-de-passe-de-sonde'
const PROBE_CLIENT_ID = 'probeclient'
const ID = randomUUID()

let edge: TestEdge
let site: Site
let handler: () => Promise<void>

beforeAll(async () => {
  edge = await startEdge()
  process.env.PROBE_CLIENT_ID = PROBE_CLIENT_ID
  site = await startSite(edge.origin)
  installStreamingRuntime()
  const documents = await import('../files/origin.ts')
  edge.connect(site, documents.handler as unknown as StreamingHandler)
  Object.assign(process.env, {
    SITE_ORIGIN: edge.origin,
    USER_POOL_ID: testPool.userPoolId,
    PROBE_EMAIL: EMAIL,
    PROBE_PASSWORD_SECRET_ID: 'probe-password',
  })
  handler = (await import('./handler.ts')).handler
  const { logger } = await import('../http/log.ts')
  logger.setLogLevel('INFO')
  process.env.POWERTOOLS_METRICS_DISABLED = 'false'
  site.userPool.clients.set(PROBE_CLIENT_ID, 'the-clients-secret')
  site.userPool.enrol({ id: ID, email: EMAIL, password: hashPassword(PASSWORD) })
  await createUsers(site.store.table).createByOperator(
    userFixture({ id: ID, email: EMAIL, isPremium: true, lease: null }),
  )
  const years = ['2024', '2023', '2022']
  await createSubjects(site.store.table).putAll(
    TRACK_CODES.flatMap((track) => years.map((year) => subjectFixture({ track, year }))),
  )
})
afterAll(() => {
  edge.stop()
  return site.stop()
})
beforeEach(() => {
  site.services.secrets.set('probe-password', PASSWORD)
  site.drive.files.set(SAMPLE_DRIVE_ID, driveFile())
  site.drive.failWith(null)
  edge.answerWith(null)
  edge.calls.length = 0
})

const stored = () => createUsers(site.store.table).find(ID)

/** Runs the probe. @returns its metrics and its line in the log */
async function run() {
  const text = await written(handler)
  const lines = text
    .split('\n')
    .filter((line) => line.includes('"message":"probe'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  return { text, metrics: metricsIn(text), line: lines[0], count: lines.length }
}

test('opens a document as a student does, and releases the session', async () => {
  const { metrics, line, text } = await run()
  expect(metrics).toMatchObject({ ProbeFailed: [0], ProbeDuration: [expect.any(Number)] })
  expect(line).toMatchObject({ message: 'probe passed' })
  const [, claim, list, ticket, document, release] = edge.calls
  // The first call has no nonce yet, and is repeated with one.
  expect(edge.calls[0]).toBe('POST /api/session')
  expect([claim, list, release]).toEqual(['POST /api/session', 'GET /api/subjects', 'DELETE /api/session'])
  expect(ticket).toMatch(/^GET \/api\/files\/bac-/)
  expect(document).toMatch(/^GET \/files\/bac-.+\.pdf$/)
  expect((await stored())?.lease).toBeNull()
  for (const secret of [EMAIL, PASSWORD, 'the-clients-secret', SAMPLE_DRIVE_ID])
    expect(text).not.toContain(secret)
})

test.each([
  {
    what: 'Drive does not have the document',
    breaks: () => site.drive.files.clear(),
    says: { step: 'document', reason: 'answered 404 DOCUMENT_UNAVAILABLE', requestId: 'invocation-1' },
  },
  {
    what: 'the edge answers something else than the document',
    breaks: () => edge.answerWith((path) => answerAt(path, '/files/', 200, '<html>Oups</html>')),
    says: { step: 'document', reason: 'no PDF' },
  },
  {
    what: 'the edge refuses the signature',
    breaks: () => edge.answerWith((path) => answerAt(path, '/files/', 403, '<Code>AccessDenied</Code>')),
    says: { step: 'document', reason: 'answered 403' },
  },
  {
    what: 'the connection breaks',
    breaks: () =>
      edge.answerWith((path) => (path.startsWith('/files/') ? (answer) => answer.destroy() : undefined)),
    says: { step: 'document', reason: 'TypeError UND_ERR_SOCKET' },
  },
  {
    what: 'there is nothing to open',
    breaks: () => edge.answerWith((path) => answerAt(path, '/api/subjects', 200, '{"items":[]}')),
    says: { step: 'list', reason: 'no document to open' },
  },
  {
    what: 'a list breaks the contract',
    breaks: () => edge.answerWith((path) => answerAt(path, '/api/subjects', 200, '<html>')),
    says: { step: 'list', reason: 'the answer breaks the contract' },
  },
  {
    what: 'the gateway fails',
    breaks: () =>
      edge.answerWith((path) => answerAt(path, '/api/files', 503, '{"message":"Service Unavailable"}')),
    says: { step: 'ticket', reason: 'answered 503' },
  },
  {
    what: 'the ticket leads to another host',
    breaks: () => edge.answerWith((path) => answerAt(path, '/api/files', 200, JSON.stringify(foreignTicket))),
    says: { step: 'ticket', reason: 'an address elsewhere (stream)' },
  },
])('fails when $what, and releases the session', async ({ breaks, says }) => {
  breaks()
  const { metrics, line, count } = await run()
  expect(metrics.ProbeFailed).toEqual([1])
  expect(metrics).not.toHaveProperty('ProbeDuration')
  expect(count).toBe(1)
  expect(line).toMatchObject({ level: 'ERROR', message: 'probe failed', ...says })
  expect((await stored())?.lease).toBeNull()
})

test('expects a redirect to Drive in embed mode', async () => {
  const withTarget = (location: string) => (path: string) => {
    if (path.startsWith('/api/files/')) return answerAt(path, '/', 200, JSON.stringify(embedTicket()))
    return answerAt(path, '/files/', 302, '', { location })
  }
  edge.answerWith(withTarget('https://drive.google.com/file/d/x/preview'))
  expect((await run()).metrics.ProbeFailed).toEqual([0])
  edge.answerWith(withTarget('https://elsewhere.exemple.test/'))
  expect(await run()).toMatchObject({ line: { step: 'document', reason: 'answered 302' } })
})

test.each([
  {
    what: 'its account is no longer Premium',
    change: { isPremium: false },
    says: { step: 'ticket', reason: 'answered 403 PREMIUM_REQUIRED', requestId: 'request-1' },
  },
  {
    what: 'another device holds its session',
    change: { lease: leaseFixture(new Date(Date.now() + 60_000)) },
    says: { step: 'claim', reason: 'answered 409 SESSION_ALREADY_ACTIVE', requestId: 'request-1' },
  },
])('fails when $what', async ({ change, says }) => {
  const users = createUsers(site.store.table)
  const usual = await stored()
  if (!usual) throw new Error('The probe has no profile')
  await users.removeProfile(usual)
  await users.createByOperator({ ...usual, ...change })
  const { metrics, line } = await run()
  expect({ failed: metrics.ProbeFailed, line }).toMatchObject({ failed: [1], line: says })
  const changed = await stored()
  if (changed) await users.removeProfile(changed)
  await users.createByOperator(usual)
})

test('counts nothing while its account does not exist or has another password', async () => {
  site.services.secrets.set('probe-password', 'un-autre')
  const { metrics, line } = await run()
  expect(metrics).not.toHaveProperty('ProbeFailed')
  expect(line).toMatchObject({ level: 'ERROR', step: 'account', reason: 'Cognito: NotAuthorizedException' })
  expect(edge.calls).toEqual([])
})

test('fails when Cognito itself fails at the sign-in', async () => {
  site.userPool.failWith(() => ({ status: 400, type: 'UserLambdaValidationException' }))
  const { metrics, line } = await run()
  site.heal()
  expect(metrics.ProbeFailed).toEqual([1])
  expect(line).toMatchObject({ step: 'sign-in', reason: 'Cognito: UserLambdaValidationException' })
})

test('fails the run itself when its own password cannot be read', async () => {
  site.services.secrets.delete('probe-password')
  await expect(handler()).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

test('opens another document every quarter of an hour', async () => {
  const { openDocument } = await import('./open-document.ts')
  const { createVisitor } = await import('./visit.ts')
  const visitor = createVisitor(edge.origin)
  const signIn = async () => site.userPool.token(ID)
  const password = { read: async () => '' }
  await written(async () => {
    for (let turn = 0; turn < 3 * TRACK_CODES.length; turn += 1) {
      const clock = { now: () => new Date(turn * 15 * 60_000) }
      await openDocument({ signIn, email: '', password, visitor, siteOrigin: edge.origin, clock })
    }
  })
  expect(new Set(edge.calls.filter((each) => each.startsWith('GET /files/'))).size).toBe(
    3 * TRACK_CODES.length,
  )
})

const ticketOf = (mode: 'stream' | 'embed', origin: string) => ({
  url: `${origin}/files/bac-SM-2024-Normale/v1/inline/Bac.pdf`,
  expiresAt: '2026-01-01T00:00:00.000Z',
  mode,
  type: 'pdf',
  title: 'Bac',
  fileName: 'Bac.pdf',
  version: 'v1',
  size: null,
  pages: null,
  captionsUrl: null,
})
const foreignTicket = ticketOf('stream', 'https://elsewhere.exemple.test')
const embedTicket = () => ticketOf('embed', edge.origin)

function answerAt(path: string, prefix: string, status: number, body: string, headers: object = {}) {
  if (!path.startsWith(prefix)) return undefined
  return (response: ServerResponse) =>
    void response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(body)
}
