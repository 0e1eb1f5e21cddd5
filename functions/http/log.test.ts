import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { routes } from '#shared/contract/routes.ts'
import { renewSession } from '#shared/contract/session.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { createAdministration } from '../test-support/administration.ts'
import { type Call, createContext, createEvent } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { written } from '../test-support/written.ts'

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

let site: Site
beforeAll(async () => {
  site = await startSite()
  process.env.POWERTOOLS_METRICS_DISABLED = 'false'
  await createAdministration(site)
  const { logger } = await import('./log.ts')
  logger.setLogLevel('INFO')
})
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

/** Sends one call and returns its answer and log. */
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
  const text = await written(async () => {
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
      const isQuiet = asked.route === renewSession && status === 200
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
