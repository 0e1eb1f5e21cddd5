import { randomUUID } from 'node:crypto'
import type { KeyPair } from 'dpop'
import { testPool } from '#scripts/local/test-support/users.ts'
import { hashPassword } from '#scripts/local/users/accounts.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { User } from '#shared/entities/user.ts'
import { capturedOutput, metricsIn } from '../test-support/captured-output.ts'
import { setClock } from '../test-support/clock.ts'
import { PREPARED, subjectFixture } from '../test-support/content.ts'
import { startEdge } from '../test-support/edge.ts'
import { leaseFixture, userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { deriveKeys } from './open-document.ts'

const EMAIL = 'probe@exemple.test'
const PASSWORD = 'un-mot-de-passe-de-sonde'
const PROBE_CLIENT_ID = 'probeclient'
const ID = randomUUID()
const YEARS = ['2024', '2023']
const PICTURE = `files/pages/${PREPARED.digest}/1.webp`
const PICTURE_FORM = { contentType: 'image/webp', cacheControl: null, metadata: {} }

const edge = await startEdge()
process.env.PROBE_CLIENT_ID = PROBE_CLIENT_ID
const site = await startSite(edge.origin)
edge.connect(site)
Object.assign(process.env, {
  SITE_ORIGIN: edge.origin,
  USER_POOL_ID: testPool.userPoolId,
  PROBE_EMAIL: EMAIL,
  MAILS_CODES: 'true',
  PROBE_PASSWORD_SECRET_ID: 'probe-password',
})
const { handler } = await import('./handler.ts')
const { logger } = await import('../http/log.ts')
logger.setLogLevel('INFO')
process.env.POWERTOOLS_METRICS_DISABLED = 'false'
site.userPool.clients.set(PROBE_CLIENT_ID, 'the-clients-secret')
site.userPool.enrol({ id: ID, email: EMAIL, password: hashPassword(PASSWORD) })
await site.stores.users.createByOperator(userFixture({ id: ID, email: EMAIL, isPremium: true, lease: null }))
await site.stores.subjects.putAll(
  TRACK_CODES.flatMap((track) => YEARS.map((year) => subjectFixture({ track, year }))),
)
afterAll(() => {
  edge.stop()
  return site.stop()
})
beforeEach(() => {
  setClock(null)
  site.services.secrets.set('probe-password', PASSWORD)
  site.services.pages.put(PICTURE, Buffer.from('RIFF....WEBP'), PICTURE_FORM)
  edge.answerWith(null)
  edge.calls.length = 0
})

const stored = () => site.stores.users.find(ID)

/** Runs the probe. @returns its metrics and its line in the log */
async function run() {
  const text = await capturedOutput(handler)
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
  expect(document).toBe(`GET /${PICTURE}`)
  expect((await stored())?.lease).toBeNull()
  for (const secret of [EMAIL, PASSWORD, 'the-clients-secret', SAMPLE_DRIVE_ID])
    expect(text).not.toContain(secret)
})

/** Lets the edge answer so below this path. */
const answerAt = (prefix: string, status: number, body: string) =>
  edge.answerWith((path) =>
    path.startsWith(prefix) ? (response) => void response.writeHead(status).end(body) : undefined,
  )
const ticketOf = (mode: 'stream' | 'embed', origin: string) => {
  const url = `${origin}/files/bac-SM-2024-Normale/v1/inline/Bac.pdf`
  const document = { type: 'pdf', title: 'Bac', fileName: 'Bac.pdf', version: 'v1', size: null, pages: null }
  return JSON.stringify({ url, mode, ...document, captionsUrl: null, expiresAt: '2026-01-01T00:00:00.000Z' })
}
const ELSEWHERE = 'https://elsewhere.exemple.test'

test.each<[what: string, breaks: () => unknown, step: string, reason: string]>([
  ['there is no picture', () => site.services.pages.delete(PICTURE), 'document', 'answered 403'],
  ['the edge answers a page', () => answerAt('/files/', 200, '<html>Oups</html>'), 'document', 'no picture'],
  [
    'the ticket leads to another host',
    () => answerAt('/api/files', 200, ticketOf('stream', ELSEWHERE)),
    'ticket',
    'an address elsewhere (stream)',
  ],
])('fails when %s, and releases the session', async (_, breaks, step, reason) => {
  breaks()
  const { metrics, line, count } = await run()
  expect(metrics.ProbeFailed).toEqual([1])
  expect(metrics).not.toHaveProperty('ProbeDuration')
  expect(count).toBe(1)
  expect(line).toMatchObject({ level: 'ERROR', message: 'probe failed', step, reason })
  expect((await stored())?.lease).toBeNull()
})

test('fails when its account is used by another device', async () => {
  const users = site.stores.users
  const replace = async (lease: User['lease']) => {
    const usual = (await stored()) as User
    await users.removeProfile(usual)
    await users.createByOperator({ ...usual, lease })
  }
  await replace(leaseFixture(new Date(Date.now() + 60_000)))
  const { metrics, line } = await run()
  expect(metrics.ProbeFailed).toEqual([1])
  const says = { step: 'claim', reason: 'answered 409 SESSION_ALREADY_ACTIVE', requestId: 'request-1' }
  expect(line).toMatchObject(says)
  await replace(null)
})

describe('codes for a forgotten password', () => {
  const today = new Date().toISOString().slice(0, 10)
  const runAt = (time: string) => {
    setClock(new Date(`${today}T${time}Z`))
    return run()
  }
  const sent = () => site.userPool.outbox.codes(EMAIL).length
  afterEach(() => site.userPool.failWith(null))

  test.each([
    ['08:59:59', []],
    ['09:00:00', [0]],
    ['09:14:59', [0]],
    ['09:15:00', []],
  ])('a run at %s (UTC) counts %j: one run a day asks for one', async (time, counted) => {
    const before = sent()
    const { metrics } = await runAt(time)
    expect(metrics.CodesFailed ?? []).toEqual(counted)
    expect(sent() - before).toBe(counted.length)
  })

  test.each(['LimitExceededException', 'CodeDeliveryFailureException'])(
    'the alarm hears of %s, and the log holds no address',
    async (type) => {
      site.userPool.failWith((operation) =>
        operation === 'ForgotPassword' ? { status: 400, type } : undefined,
      )
      const { metrics, text } = await runAt('09:05:00')
      expect(metrics.CodesFailed).toEqual([1])
      expect(text).toContain(`"reason":"Cognito: ${type}"`)
      expect(text).not.toContain(EMAIL)
    },
  )
})

const exported = (key: KeyPair['publicKey']) => crypto.subtle.exportKey('jwk', key)

test('derives one key from a password, which cannot be exported, and a different key from another', async () => {
  const [first, again, other] = [await deriveKeys('a'), await deriveKeys('a'), await deriveKeys('b')]
  expect(await exported(again.publicKey)).toEqual(await exported(first.publicKey))
  expect(await exported(other.publicKey)).not.toEqual(await exported(first.publicKey))
  await expect(exported(first.privateKey)).rejects.toThrow('not extractable')
})
