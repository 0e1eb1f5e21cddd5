import { randomUUID } from 'node:crypto'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/domain/user.ts'
import { auditOf } from '../data/audit.ts'
import { blockedOf } from '../data/blocked.ts'
import { resourcesOf } from '../data/resources.ts'
import { subjectsOf } from '../data/subjects.ts'
import { DRIVE_ID, documentedResource, documentedSubject } from '../test-support/content.ts'
import {
  answerOf,
  type Call,
  contextOf,
  eventOf,
  ORIGIN_SECRET,
  ORIGIN_SECRETS,
} from '../test-support/gateway.ts'
import { PRIMARY_OWNER, SECOND_OWNER, settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { ORIGIN_SECRET_HEADER } from './environment.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** Who calls: as stored, and what his request carries. */
const callers = {
  free: {},
  premium: { isPremium: true },
  'premium with an end to come': { isPremium: true, premiumUntil: '2099-01-01T00:00:00.000Z' },
  'expired premium': { isPremium: true, premiumUntil: '2020-01-01T00:00:00.000Z' },
  blocked: { isPremium: true, blockedAt: '2026-01-01T00:00:00.000Z' },
  'blocked admin': { isAdmin: true, blockedAt: '2026-01-01T00:00:00.000Z' },
  'non-owner admin': { isAdmin: true },
  'owner address without admin flag': { email: PRIMARY_OWNER },
  'second owner': { isAdmin: true, email: SECOND_OWNER },
  'primary owner': { isAdmin: true, email: PRIMARY_OWNER },
} as const satisfies Record<string, Partial<User>>
type CallerName =
  | keyof typeof callers
  | 'deleted'
  | 'lost session'
  | 'stale session'
  | 'no session header'
  | typeof EARLIER

/** With a token that is good in itself, of a sign-in from before the account's were ended. */
const EARLIER = 'signed in before the password changed'

async function requestOf(caller: CallerName): Promise<{ user: User; call: Call }> {
  const seconds = Math.floor(Date.now() / 1000)
  const user = await settle(
    site.store.table,
    caller in callers
      ? callers[caller as keyof typeof callers]
      : {
          isAdmin: true,
          email: PRIMARY_OWNER,
          ...(caller === 'stale session' && {
            session: { id: randomUUID(), lastActive: new Date(Date.now() - 60_001).toISOString() },
          }),
          ...(caller === EARLIER && { signInsFrom: seconds }),
        },
  )
  const claims = caller === EARLIER ? { auth_time: seconds - 1 } : {}
  const token = site.userPool.token(caller === 'deleted' ? randomUUID() : user.id, claims)
  const sessionId = {
    'lost session': randomUUID(),
    'no session header': undefined,
  } as Record<string, string | undefined>
  return { user, call: { token, sessionId: caller in sessionId ? sessionId[caller] : user.session?.id } }
}

type Row = Record<CallerName, string>

const loses = {
  blocked: '403 ACCOUNT_BLOCKED',
  'blocked admin': '403 ACCOUNT_BLOCKED',
  deleted: '404 PROFILE_NOT_FOUND',
  'lost session': '403 SESSION_INACTIVE',
  'stale session': '403 SESSION_INACTIVE',
  'no session header': '403 SESSION_INACTIVE',
  [EARLIER]: '401 AUTHENTICATION_REQUIRED',
}

const rowOf = (pass: string, others: Partial<Row> = {}): Row => ({
  free: pass,
  premium: pass,
  'premium with an end to come': pass,
  'expired premium': pass,
  'non-owner admin': pass,
  'owner address without admin flag': pass,
  'second owner': pass,
  'primary owner': pass,
  ...loses,
  ...others,
})

const everyone = (pass: string): Row =>
  Object.fromEntries(Object.keys(rowOf(pass)).map((caller) => [caller, pass])) as Row
const users = rowOf
const premium = (pass: string) =>
  rowOf(pass, {
    free: '403 PREMIUM_REQUIRED',
    'expired premium': '403 PREMIUM_REQUIRED',
    'owner address without admin flag': '403 PREMIUM_REQUIRED',
  })
const only = (pass: string, refusal: string, others: Partial<Row> = {}) =>
  rowOf(pass, {
    free: refusal,
    premium: refusal,
    'premium with an end to come': refusal,
    'expired premium': refusal,
    'owner address without admin flag': refusal,
    ...others,
  })
const admins = (pass: string) => only(pass, '403 ADMIN_REQUIRED')
const owners = (pass: string) => only(pass, '403 OWNER_REQUIRED', { 'non-owner admin': '403 OWNER_REQUIRED' })

const resourceBody = {
  title: 'Dipôle RC - 2020',
  track: 'SM',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2020',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  file: DRIVE_ID,
  isFree: false,
}
const subjectBody = { track: 'SM', year: '2031', session: 'Normale', file: DRIVE_ID }
const SUBJECT = 'bac-SM-2030-Normale'
const BLOCKED = 'bloque@exemple.test'
const CSV = 'track;theme;chapter;year;session;resourceType;type;title;file'

type Asking = (user: User, other: User) => Call
const onOther: Asking = (_, { id }) => ({ params: { id } })
const onDocument: Asking = () => ({ params: { id: 'document-1' } })

/** The matrix: a good request to each route, and what every caller hears. */
const matrix: Record<RouteName, { row: Row; ask: Asking }> = {
  getHealth: { row: everyone('200'), ask: () => ({}) },
  listSubjects: { row: everyone('200'), ask: () => ({ query: { track: 'SM' } }) },
  getChapter: {
    row: everyone('200'),
    ask: () => ({ params: { track: 'science-math', theme: 'ondes', chapter: '1' } }),
  },
  listVideos: { row: everyone('200'), ask: () => ({}) },
  claimSession: {
    row: users('200', {
      'lost session': '409 SESSION_ALREADY_ACTIVE',
      'stale session': '200',
      'no session header': '409 SESSION_ALREADY_ACTIVE',
    }),
    ask: () => ({}),
  },
  readSession: { row: users('200'), ask: () => ({}) },
  renewSession: { row: users('200', { 'stale session': '200' }), ask: () => ({}) },
  clearSession: {
    row: { ...everyone('204'), [EARLIER]: '401 AUTHENTICATION_REQUIRED' },
    ask: () => ({}),
  },
  deleteAccount: {
    row: users('204', {
      'non-owner admin': '403 OWNER_REQUIRED',
      'owner address without admin flag': '403 OWNER_REQUIRED',
      'second owner': '403 OWNER_REQUIRED',
      'primary owner': '403 OWNER_REQUIRED',
    }),
    ask: () => ({}),
  },
  endSignIns: { row: users('204'), ask: () => ({}) },
  recordSecondFactor: { row: admins('200'), ask: () => ({}) },
  listProgress: { row: users('200'), ask: () => ({ query: { track: 'SM' } }) },
  markDocuments: {
    row: users('200'),
    ask: () => ({
      params: { track: 'science-math', theme: 'ondes', chapter: '1' },
      body: { marks: [{ id: 'document-1', mark: 'done' }] },
    }),
  },
  getTicket: { row: premium('200'), ask: onDocument },
  addSubject: { row: admins('201'), ask: () => ({ body: subjectBody }) },
  listManagedSubjects: { row: owners('200'), ask: () => ({}) },
  deleteSubject: { row: owners('204'), ask: () => ({ params: { id: SUBJECT } }) },
  listUsers: { row: owners('200'), ask: () => ({}) },
  getUser: { row: owners('200'), ask: onOther },
  deleteUser: { row: owners('204'), ask: onOther },
  setPremium: {
    row: owners('200'),
    ask: (_, { id }) => ({ params: { id }, body: { isPremium: true } }),
  },
  diagnoseSession: { row: owners('200'), ask: onOther },
  releaseSession: { row: owners('204'), ask: onOther },
  syncUsers: { row: owners('200'), ask: () => ({}) },
  listPremium: { row: owners('200'), ask: () => ({}) },
  getOverview: { row: owners('200'), ask: () => ({}) },
  listBrokenDocuments: { row: owners('200'), ask: () => ({}) },
  checkDocuments: { row: owners('200'), ask: () => ({}) },
  checkReference: { row: owners('200'), ask: () => ({ query: { file: DRIVE_ID, type: 'pdf' } }) },
  // Drive knows no such folder.
  listFolder: { row: owners('404 DOCUMENT_UNAVAILABLE'), ask: () => ({ query: { folder: DRIVE_ID } }) },
  listResources: { row: owners('200'), ask: () => ({}) },
  addResource: { row: owners('201'), ask: () => ({ body: resourceBody }) },
  getResource: { row: owners('200'), ask: onDocument },
  updateResource: {
    row: owners('200'),
    ask: () => ({ params: { id: 'document-1' }, body: resourceBody }),
  },
  deleteResource: { row: owners('204'), ask: onDocument },
  importResources: {
    row: owners('200'),
    ask: () => ({ body: CSV, headers: { 'content-type': 'text/csv' } }),
  },
  exportResources: { row: owners('200'), ask: () => ({}) },
  listAudit: { row: owners('200'), ask: () => ({}) },
  listActivity: { row: owners('200'), ask: () => ({}) },
  listBlocked: { row: owners('200'), ask: () => ({}) },
  blockEmail: {
    row: owners('201'),
    ask: () => ({ body: { email: 'eleve@exemple.test', reason: 'Fraude' } }),
  },
  unblockEmail: { row: owners('204'), ask: () => ({ params: { email: BLOCKED } }) },
}

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

test('every route of the contract has a row', () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(routes).toSorted())
})

beforeEach(async () => {
  await resourcesOf(site.store.table).putAll([documentedResource({ id: 'document-1' })])
})

async function outcome(route: Route, call: Call): Promise<string> {
  await subjectsOf(site.store.table).putAll([documentedSubject({ year: '2030' })])
  await blockedOf(site.store.table).putAll([
    { email: BLOCKED, reason: 'Fraude', blockedAt: '2026-01-01T00:00:00.000Z', blockedBy: PRIMARY_OWNER },
  ])
  const added = await subjectsOf(site.store.table).find({ track: 'SM', year: '2031', session: 'Normale' })
  const replace = added && route === routes.addSubject ? { query: { replace: 'true' } } : {}
  const { status, json, text } = await site.call(route, { ...call, ...replace })
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|test-[0-9a-f]{8}/)
  return typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
}

describe.each(named)('%s', (name, route) => {
  const { row, ask } = matrix[name]

  test.each(Object.entries(row) as [CallerName, string][])('%s: %s', async (caller, expected) => {
    const { user, call } = await requestOf(caller)
    const other = await settle(site.store.table)
    const claims = route === routes.claimSession ? { body: { sessionId: call.sessionId } } : {}
    expect(await outcome(route, { ...call, ...ask(user, other), ...claims })).toBe(expected)
  })

  test('without a token, or with one that is not good', async () => {
    const { user, call } = await requestOf('primary owner')
    const other = await settle(site.store.table)
    const isOpen = route.access === 'public'
    const expected = isOpen ? row.free : '401 AUTHENTICATION_REQUIRED'
    const tokens = { anonymous: undefined, ...site.userPool.badTokens(user.id) }
    for (const [kind, token] of Object.entries(tokens)) {
      const answer = await outcome(route, { ...call, ...ask(user, other), token })
      expect(`${kind}: ${answer}`).toBe(`${kind}: ${expected}`)
    }
  })

  test('a bad request of somebody who may not act is refused for who he is', async () => {
    if (route.access === 'public' || route.access === 'token') return
    const { call } = await requestOf('free')
    const bad = { params: { id: 'a b', email: 'x' }, query: { limit: '0', disposition: 'x' }, body: '{' }
    const mayAct = row.free.startsWith('2')
    expect(await outcome(route, { ...call, ...bad })).toBe(mayAct ? faultOf(route) : row.free)
    expect(await outcome(route, bad)).toBe('401 AUTHENTICATION_REQUIRED')
  })
})

/** What whoever may act hears of a request in which everything is bad that the route takes from it. */
function faultOf({ params, query, body, status }: Route): string {
  if (params) return '404 NOT_FOUND'
  return query || body ? '400 INVALID_REQUEST' : String(status)
}

test.each(named.filter(([, { access }]) => access === 'owner'))(
  "the attempt of a non-owner admin on %s is recorded, once, and nobody else's",
  async (name, route) => {
    const audit = auditOf(site.store.table)
    const entriesOf = async (email: string) =>
      (await audit.listNewest({ limit: 100 })).items.filter(
        ({ actor }) => actor.type === 'admin' && actor.email === email,
      )
    const other = await settle(site.store.table)
    for (const caller of ['non-owner admin', 'free'] as const) {
      const { user, call } = await requestOf(caller)
      await outcome(route, { ...call, ...matrix[name].ask(user, other) })
      const expected = { action: 'REFUSED_ATTEMPT', target: `${route.method} ${route.path}` }
      expect(await entriesOf(user.email)).toMatchObject(caller === 'free' ? [] : [expected])
    }
  },
)

describe('whoever walks round the edge', () => {
  /** What stands in the header in place of the secret; undefined: there is none. */
  const shown = {
    nothing: undefined,
    'an empty text': '',
    'another text': 'x'.repeat(ORIGIN_SECRET.length),
    'its beginning': ORIGIN_SECRET.slice(0, -1),
    'more than it': `${ORIGIN_SECRET}x`,
    'all that are trusted, in one': ORIGIN_SECRETS.join(','),
    'it, twice': `${ORIGIN_SECRET},${ORIGIN_SECRET}`,
  }

  const calledWith = async (route: Route, call: Call, secret: string | undefined) => {
    const event = eventOf(route, call)
    delete event.headers[ORIGIN_SECRET_HEADER]
    if (secret !== undefined) event.headers[ORIGIN_SECRET_HEADER] = secret
    return answerOf(await site.handlers[route.capability](event, contextOf()))
  }

  test.each(named)('finds no %s, and nothing is read for him', async (name, route) => {
    const { user, call } = await requestOf('primary owner')
    const other = await settle(site.store.table)
    const headers = { 'cloudfront-viewer-address': '198.51.100.7:50000' }
    const good = { ...call, ...matrix[name].ask(user, other), headers }
    site.store.operations.clear()
    for (const [kind, secret] of Object.entries(shown)) {
      const { status, json, headers: answered } = await calledWith(route, good, secret)
      expect([kind, status, json.code]).toEqual([kind, 404, 'NOT_FOUND'])
      expect(answered).toMatchObject({ 'cache-control': 'no-store' })
      expect(JSON.stringify(json)).not.toContain('secret')
    }
    expect(site.store.operations.list()).toEqual([])
  })

  test.each(ORIGIN_SECRETS)('is not who shows %s, while edge and functions change', async (secret) => {
    const { call } = await requestOf('free')
    expect(await calledWith(routes.readSession, call, secret)).toMatchObject({ status: 200 })
    expect(await calledWith(routes.getHealth, {}, secret)).toMatchObject({ status: 200 })
  })

  test('hears of a route that is there what he hears of one that is not', async () => {
    const unknown = { ...routes.getHealth, path: '/api/nothing' } as const
    const answers = [await calledWith(routes.getHealth, {}, 'x'), await calledWith(unknown, {}, 'x')]
    expect(answers[0]).toEqual(answers[1])
  })
})

test('a function knows its own routes only', async () => {
  const answer = await site.handlers.catalogue(eventOf(routes.readSession, {}), contextOf())
  expect(answer.statusCode).toBe(404)
})
