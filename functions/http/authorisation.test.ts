import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { createUsers } from '../data/users.ts'
import { CALLERS, type Caller, type CallerName, callerOf } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { type Call, contextOf, eventOf } from '../test-support/gateway.ts'
import { matrix, settleMatrix } from '../test-support/matrix.ts'
import { PRIMARY_OWNER, SECOND_OWNER, settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
/** Stands where a request is about nobody. */
let nobody: User
beforeAll(async () => {
  site = await startSite()
  // Whoever was settled first is still there at the end.
  setClock(new Date())
  await settleMatrix(site)
  nobody = await settle(site.store.table)
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** Bar S1: what is played below. */
test(`${named.length} routes × ${CALLERS.length} callers: every route has a row, which names every caller`, () => {
  expect(Object.keys(matrix).toSorted()).toEqual(Object.keys(routes).toSorted())
  for (const { row } of Object.values(matrix)) expect(Object.keys(row).toSorted()).toEqual(CALLERS.toSorted())
})

const played = named.filter(([name]) => Object.hasOwn(matrix, name))

const settled = new Map<CallerName, Caller>()

/** One of each kind for all requests that do not change their caller. */
async function lastingCaller(name: CallerName): Promise<Caller> {
  const caller = settled.get(name) ?? (await callerOf(site, name))
  settled.set(name, caller)
  return caller
}

async function callerFor({ capability }: Route, name: CallerName): Promise<Caller> {
  return capability === 'session' || capability === 'account' ? callerOf(site, name) : lastingCaller(name)
}

/** Somebody for a route that is about somebody: each request may change him. */
async function otherFor(name: RouteName): Promise<User> {
  return Object.hasOwn(aboutPeople, name) ? settle(site.store.table) : nobody
}

async function outcome(route: Route, call: Call): Promise<string> {
  const { status, json, text } = await site.call(route, call)
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|test-[0-9a-f]{8}/)
  return typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
}

/** A claim names the session that its caller had. */
const claimOf = (route: Route, { sessionId }: Call) =>
  route === routes.claimSession ? { body: { sessionId } } : {}

describe.each(played)('%s', (name, route) => {
  const { row, ask } = matrix[name]

  test.each(Object.entries(row) as [CallerName, string][])('%s: %s', async (caller, expected) => {
    const { user, call } = await callerFor(route, caller)
    const asked = ask(user, await otherFor(name))
    expect(await outcome(route, { ...call, ...asked, ...claimOf(route, call) })).toBe(expected)
    if (route.method === 'DELETE') await settleMatrix(site)
  })

  test('with a token that is not good', async () => {
    const { user, call } = await lastingCaller('primary owner')
    for (const [kind, token] of Object.entries(site.userPool.badTokens(user.id))) {
      const answer = await outcome(route, { ...call, ...ask(user, nobody), token })
      expect(`${kind}: ${answer}`).toBe(`${kind}: ${row.anonymous}`)
    }
  })

  test('a bad request of somebody who may not act is refused for who he is', async () => {
    if (route.access === 'public' || route.access === 'token') return
    const { call } = await callerFor(route, 'free')
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

/** About whom a request may be; who may act at all hears this of each. */
type ByObject = Record<'a student' | 'an admin' | 'an owner' | 'himself', string>
const anybody = (pass: string): ByObject => ({
  'a student': pass,
  'an admin': pass,
  'an owner': pass,
  himself: pass,
})
const students = (pass: string): ByObject => ({ ...anybody('403 OWNER_REQUIRED'), 'a student': pass })

const aboutPeople: Partial<Record<RouteName, ByObject>> = {
  getUser: anybody('200'),
  deleteUser: students('204'),
  setPremium: students('200'),
  diagnoseSession: anybody('200'),
  releaseSession: anybody('204'),
  blockEmail: students('201'),
  // Nobody of these is blocked.
  unblockEmail: anybody('404 NOT_FOUND'),
}

const objects: Record<keyof ByObject, (caller: User) => Promise<User> | User> = {
  'a student': () => settle(site.store.table),
  'an admin': () => settle(site.store.table, { isAdmin: true }),
  'an owner': ({ email }) =>
    settle(site.store.table, {
      isAdmin: true,
      email: email === PRIMARY_OWNER ? SECOND_OWNER : PRIMARY_OWNER,
    }),
  himself: (caller) => caller,
}

/** The good request to the route, about this one. */
const about = (name: RouteName, caller: User, target: User): Call =>
  name === 'unblockEmail' ? { params: { email: target.email } } : matrix[name].ask(caller, target)

test('every route about an account has a row by whose it is', () => {
  const names = named.filter(([, { path }]) => /\/users\/\{id\}|\/blocked\/\{email\}/.test(path))
  expect(Object.keys(aboutPeople)).toEqual(expect.arrayContaining(names.map(([name]) => name)))
})

describe.each(Object.entries(aboutPeople) as [RouteName, ByObject][])('%s about', (name, row) => {
  const route: Route = routes[name]

  test.each(Object.entries(row) as [keyof ByObject, string][])(
    '%s is answered %s, and refusals change nobody',
    async (object, expected) => {
      for (const caller of CALLERS) {
        const refusal = matrix[name].row[caller]
        const mayAct = refusal.startsWith('2')
        const { user, call } = await (mayAct ? callerOf(site, caller) : lastingCaller(caller))
        const target = await objects[object](user)
        const heard = await outcome(route, { ...call, ...about(name, user, target) })
        expect(`${caller}: ${heard}`).toBe(`${caller}: ${mayAct ? expected : refusal}`)
        if (heard.startsWith('2')) continue
        expect(await createUsers(site.store.table).find(target.id)).toEqual(target)
      }
    },
  )
})

test('a function knows its own routes only', async () => {
  const answer = await site.handlers.catalogue(eventOf(routes.readSession, {}), contextOf())
  expect(answer.statusCode).toBe(404)
})
