import { randomUUID } from 'node:crypto'
import type { PreSignUpTriggerEvent } from 'aws-lambda'
import * as fc from 'fast-check'
import type { Route } from '#shared/contract/define-route.ts'
import { routes } from '#shared/contract/routes.ts'
import { DomainError, type ErrorCode } from '#shared/domain/domain-error.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { createAdministration } from '../test-support/administration.ts'
import { createBrowser } from '../test-support/browser.ts'
import { capturedOutput, metricsIn } from '../test-support/captured-output.ts'
import { resourceFixture, storeCard } from '../test-support/content.ts'
import { type Call, createContext, createEvent } from '../test-support/gateway.ts'
import { newSignUpProof, PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import {
  fetchFile,
  installStreamingRuntime,
  type StreamingHandler,
} from '../test-support/streaming-runtime.ts'

/** Personal values in the requests. All begin with this mark, so that the log can be searched for them. */
const MARK = 'zqxj'
const EMAIL = `${MARK}.eleve@exemple.test`
const PERSONAL = {
  email: EMAIL,
  phone: `${MARK}0612345678`,
  token: `${MARK}eyJhbGciOiJSUzI1NiJ9`,
  driveId: `${MARK}1AbCdEfGhIjKlMnOpQrStUvWxYz`,
  driveUrl: `https://drive.google.com/file/d/${MARK}1AbCdEfGhIjKlMnOpQrSt/view`,
  name: `${MARK} Élève`,
}

const site = await startSite()
process.env.POWERTOOLS_METRICS_DISABLED = 'false'
const { asOwner } = await createAdministration(site)
const { logger } = await import('./log.ts')
logger.setLogLevel('INFO')
afterEach(() => site.heal())
afterAll(() => site.stop())

const value = fc.constantFrom(...Object.values(PERSONAL), 'SM', '2023', 'true', '')
const fields = ['email', 'reason', 'file', 'title', 'isPremium', 'sessionId', EMAIL]
const request = fc.record({
  route: fc.constantFrom<Route>(...Object.values(routes)),
  caller: fc.constantFrom('anonymous', 'invalid token', 'student', 'owner'),
  /** The fault of the store during the call; null for none. */
  fault: fc.constantFrom(null, null, null, 'ValidationException', 'InternalServerError'),
  values: fc.array(value, { minLength: 4, maxLength: 4 }),
  body: fc.oneof(
    fc.dictionary(fc.constantFrom(...fields), value),
    fc.constantFrom(`{"email":"${EMAIL}"`, `[${EMAIL}]`, EMAIL),
  ),
})
type Asked = typeof request extends fc.Arbitrary<infer Value> ? Value : never

async function credentialsOf(who: Asked['caller']): Promise<Call> {
  if (who === 'anonymous') return {}
  if (who === 'invalid token') return { token: PERSONAL.token, sessionId: PERSONAL.name }
  const changes = who === 'owner' ? { email: PRIMARY_OWNER, isAdmin: true } : { isPremium: true }
  const user = await storeUser(site.store.table, changes)
  return { token: site.userPool.token(user.id), sessionId: user.lease?.id }
}

async function played({ route, caller: who, fault: type, values, body: sent }: Asked) {
  const credentials = await credentialsOf(who)
  const names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const [first = '', second = '', third = '', fourth = ''] = values
  const event = createEvent(route, {
    ...credentials,
    params: Object.fromEntries(names.map((name) => [name, first])),
    query: { search: second, cursor: third, track: fourth, [EMAIL]: first },
    headers: { cookie: `a=${first}`, 'user-agent': second, referer: `https://exemple.test/${third}` },
    ...(route.body && { body: sent }),
  })
  const requestId = randomUUID()
  event.requestContext.requestId = requestId
  if (type) site.store.failWith(() => ({ status: type === 'InternalServerError' ? 500 : 400, type }))
  let answer = ''
  let status = 0
  const text = await capturedOutput(async () => {
    const { statusCode = 0, body: said = '' } = await site.handlers[route.capability](event, createContext())
    answer = said
    status = statusCode
  })
  site.store.failWith(() => undefined)
  return { requestId, status, answer, text, credentials }
}

test('logs the request id of each answer, and nothing of the caller or the request', async () => {
  await fc.assert(
    fc.asyncProperty(request, async (asked) => {
      const { requestId, status, answer, text, credentials } = await played(asked)
      const lines = text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as Record<string, unknown>)
      const answered = lines.filter(({ message }) => message === 'answered')
      const isQuiet = asked.route === routes.renewSession && status === 200
      expect(answered).toHaveLength(isQuiet ? 0 : 1)
      if (!isQuiet) expect(answered[0]).toMatchObject({ requestId, status })
      if (status >= 400) expect(JSON.parse(answer)).toMatchObject({ requestId })
      if (status >= 500)
        expect(lines).toContainEqual(expect.objectContaining({ message: 'failed', requestId }))
      for (const secret of [MARK, PRIMARY_OWNER, credentials.token, credentials.sessionId])
        if (secret !== undefined) expect(text).not.toContain(secret)
      expect(text).not.toMatch(/[\w.+-]+@[\w-]+\.\w+|drive\.google|bearer/i)
    }),
    RUNS,
  )
})

async function student(changes = {}): Promise<{ id: string; call: Call }> {
  const { id, lease: session } = await storeUser(site.store.table, changes)
  return { id, call: { token: site.userPool.token(id), sessionId: session?.id } }
}

const countedIn = async (work: () => Promise<unknown>) =>
  metricsIn(await capturedOutput(async () => void (await work())))

test('counts granted claims, and nothing for a successful heartbeat', async () => {
  const { call } = await student({ lease: null })
  const another = { ...call, browser: createBrowser() }
  expect(await countedIn(() => site.call(routes.claimSession, call))).toEqual({ ClaimsGranted: [1] })
  expect(await countedIn(() => site.call(routes.claimSession, another))).toEqual({ ClaimsRefused: [1] })
  const beating = await student()
  expect(await capturedOutput(async () => void (await site.call(routes.renewSession, beating.call)))).toBe('')
})

test('counts a change of Premium by an owner or a card once, however often it is sent', async () => {
  const { id, call } = await student()
  const { card, code } = await storeCard(site.store.table)
  const use = () => site.call(routes.redeemCard, { ...call, body: { code } })
  const undo = () => asOwner(routes.undoCard, { params: { id: card.id } })
  const give = () => asOwner(routes.setPremium, { params: { id }, body: { isPremium: true } })
  for (const change of [use, undo, give]) {
    expect(await countedIn(change)).toEqual({ PremiumChanges: [1] })
    expect(await countedIn(change)).toEqual({})
  }
})

test('counts issued tickets, and a document that Drive does not deliver', async () => {
  installStreamingRuntime()
  const origin = (await import('../files/origin.ts')).handler as unknown as StreamingHandler
  const id = 'film-ondes'
  await site.stores.resources.putAll([resourceFixture({ id, type: 'video', source: 'v1' })])
  const { call } = await student({ isPremium: true })
  expect(await countedIn(() => site.call(routes.getTicket, { ...call, params: { id } }))).toEqual({
    TicketsIssued: [1],
  })
  site.drive.files.clear()
  const path = `/files/${id}/v1/inline/film.mp4`
  expect(await countedIn(() => fetchFile(origin, path))).toEqual({ DocumentFailures: [1] })
})

test('counts refusals of a trigger, and not the accounts that it accepts', async () => {
  const { handler } = await import('../identity/pre-sign-up.ts')
  const trying = async (email: string, validationData: object) => {
    const signUp = { userAttributes: { email }, validationData }
    const event = { triggerSource: 'PreSignUp_SignUp', userName: 'name', request: signUp, response: {} }
    return countedIn(() => handler(event as unknown as PreSignUpTriggerEvent).catch(() => undefined))
  }
  expect(await trying(PRIMARY_OWNER, await newSignUpProof())).toEqual({ SignInsRefused: [1] })
  expect(await trying('nouvelle@exemple.test', await newSignUpProof())).toEqual({})
})

test.each<{ code: ErrorCode; cause?: Error; name: string | null }>([
  { code: 'AUTHENTICATION_REQUIRED', name: 'AccessRefused' },
  { code: 'ACCOUNT_BLOCKED', name: 'AccessRefused' },
  { code: 'SESSION_INACTIVE', name: 'AccessRefused' },
  { code: 'CONFLICT', name: 'RequestsRefused' },
  { code: 'TOO_MANY_REQUESTS', name: null },
  { code: 'SESSION_ALREADY_ACTIVE', name: 'ClaimsRefused' },
  { code: 'DOCUMENT_UNAVAILABLE', name: 'RequestsRefused' },
  { code: 'DOCUMENT_UNAVAILABLE', cause: new Error('Drive answered 404'), name: 'DocumentFailures' },
  { code: 'DOCUMENT_SOURCE_FAILED', name: 'DocumentFailures' },
  { code: 'TEMPORARILY_UNAVAILABLE', name: 'Failures' },
  { code: 'INTERNAL_ERROR', name: 'Failures' },
])('counts $code as $name', async ({ code, cause, name }) => {
  const { countRefusal } = await import('./metrics.ts')
  const counted = await countedIn(async () => countRefusal(new DomainError(code, { cause })))
  expect(counted).toEqual(name === null ? {} : { [name]: [1] })
})
