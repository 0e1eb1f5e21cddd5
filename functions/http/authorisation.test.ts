import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleBlockedEmail } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { createUsers } from '../data/users.ts'
import { expectedAnswer, expectedAnswerAbout, TARGETS, type Target } from '../test-support/authorisation.ts'
import { createBadTokens } from '../test-support/bad-tokens.ts'
import { CALLERS, type Caller, type Callers, createCaller, createCallers } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import {
  type Call,
  createContext,
  createEvent,
  createSignedEvent,
  parseAnswer,
} from '../test-support/gateway.ts'
import { PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import {
  isAboutAccount,
  sampleCall,
  sampleCallAbout,
  sampleCallBy,
  seedSamples,
  storeOwnRequest,
} from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let callers: Callers
/** The account in the sample of refused requests, which must not change it. */
let bystander: User
/** Tokens of the shared primary owner. */
let badTokens: [kind: string, token: string][]
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  callers = createCallers(site)
  // With a fixed clock the sessions of the first callers are still live at the end.
  setClock(new Date())
  await seedSamples(site)
  bystander = await storeUser(site.store.table)
  const { user } = await callers.sharedCaller('primary owner')
  badTokens = Object.entries(createBadTokens(site.userPool, user.id))
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

const OF_OWN_REQUEST: readonly RouteName[] = ['correctPayment', 'attachReceipt', 'withdrawPayment']

/**
 * Returns the route's sample request. A request that is about an account and is carried out gets an account of its own.
 */
async function requestTo(name: RouteName, { user, call }: Caller, answer: string): Promise<Call> {
  // A claim names the session of its caller.
  if (name === 'claimSession') return { body: { sessionId: call.sessionId } }
  if (OF_OWN_REQUEST.includes(name)) {
    if (answer.startsWith('2')) await storeOwnRequest(site.store.table, user)
    return sampleCallBy(name, user)
  }
  const isAboutStudent = isAboutAccount(name) && name !== 'unblockEmail'
  if (!isAboutStudent) return sampleCall(name)
  return sampleCallAbout(name, answer.startsWith('2') ? await storeUser(site.store.table) : bystander)
}

/** Other changes of students concern their own account, but a card can be used once. */
const changesSamples = (name: RouteName, { method, access }: Route) =>
  method !== 'GET' && (access === 'admin' || access === 'owner' || name === 'redeemCard')

async function answerTo(route: Route, call: Call): Promise<string> {
  const { status, json, text } = await site.call(route, call)
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|test-[0-9a-f]{8}/)
  return typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
}

/** No route carries this request out. */
const INVALID = { params: { id: 'a b', email: 'x' }, query: { limit: '0', disposition: 'x' }, body: '{' }

describe.each(named)('%s', (name, route) => {
  const expected = CALLERS.map((caller) => [caller, expectedAnswer(name, caller)] as const)

  test.each(expected)('answers a caller who is %s with %s', async (caller, answer) => {
    // A refusal leaves its caller unchanged.
    const { user, call } = await (answer.startsWith('2')
      ? callers.callerFor(route, caller)
      : callers.sharedCaller(caller))
    const request = await requestTo(name, { user, call }, answer)
    expect(await answerTo(route, { ...call, ...request })).toBe(answer)
    if (changesSamples(name, route) && answer.startsWith('2')) await seedSamples(site)
  })

  test('answers a caller with an invalid token like one without a token', async () => {
    const { user, call } = await callers.sharedCaller('primary owner')
    const refusal = expectedAnswer(name, 'anonymous')
    const request = await requestTo(name, { user, call }, refusal)
    for (const [kind, token] of badTokens)
      expect([kind, await answerTo(route, { ...call, ...request, token })]).toEqual([kind, refusal])
  })

  test('accepts the proof of a change once, and that of a read again', async () => {
    if (route.access === 'public') return
    const { call } = await callers.callerFor(route, 'free')
    const event = await createSignedEvent(route, { ...call, ...INVALID })
    const answers = await Promise.all(
      [structuredClone(event), structuredClone(event)].map(async (each) =>
        parseAnswer(await site.handlers[route.capability](each, createContext())),
      ),
    )
    const refused = answers.filter(({ json }) => json.code === 'PROOF_REQUIRED')
    const isChange = route.method !== 'GET' && name !== 'renewSession'
    expect(refused).toHaveLength(isChange ? 1 : 0)
  })

  test('refuses a caller without the right before it parses an invalid request', async () => {
    if (route.access === 'public' || route.access === 'token') return
    const { call } = await callers.callerFor(route, 'free')
    const answer = expectedAnswer(name, 'free')
    // The paper decides about its help, and the use case about questions, so that the input is parsed first.
    const isAdmitted = answer.startsWith('2') || name === 'getExerciseHelp' || name === 'askQuestion'
    expect(await answerTo(route, { ...call, ...INVALID })).toBe(isAdmitted ? invalidAnswer(route) : answer)
    expect(await answerTo(route, INVALID)).toBe('401 AUTHENTICATION_REQUIRED')
  })
})

/** Returns the answer of an admitted caller to a request with every part invalid. */
function invalidAnswer({ params }: Route): string {
  return params ? '404 NOT_FOUND' : '400 INVALID_REQUEST'
}

const targets: Record<Target, (caller: User) => Promise<User> | User> = {
  'a student': () => storeUser(site.store.table),
  'an admin': () => storeUser(site.store.table, { isAdmin: true }),
  'an owner': ({ email }) =>
    storeUser(site.store.table, {
      isAdmin: true,
      email: email === PRIMARY_OWNER ? SECOND_OWNER : PRIMARY_OWNER,
    }),
  themselves: (caller) => caller,
}

test('every route with an account in its path is called about accounts of every kind', () => {
  const inPath = named.filter(([, { path }]) => /\/users\/\{|\{email\}/.test(path)).map(([name]) => name)
  expect(inPath.filter((name) => !isAboutAccount(name))).toEqual([])
})

describe.each(named.map(([name]) => name).filter(isAboutAccount))('%s', (name) => {
  const route: Route = routes[name]

  test.each(TARGETS.map((target) => [target, expectedAnswerAbout(name, target)] as const))(
    'about %s is answered %s, and a refusal changes nothing',
    async (target, answer) => {
      // The refused callers share one account, which must be unchanged at the end.
      let untouched: User | null = null
      const users = createUsers(site.store.table)
      for (const callerName of CALLERS) {
        const refusal = expectedAnswer(name, callerName)
        const isAdmitted = refusal.startsWith('2')
        const { user, call } = await (isAdmitted
          ? createCaller(site, callerName)
          : callers.sharedCaller(callerName))
        const account =
          isAdmitted || target === 'themselves'
            ? await targets[target](user)
            : (untouched ??= await targets[target](user))
        const request =
          name === 'unblockEmail'
            ? sampleCall(name, { [sampleBlockedEmail.email]: account.email })
            : sampleCallAbout(name, account)
        const answered = await answerTo(route, { ...call, ...request })
        expect([callerName, answered]).toEqual([callerName, isAdmitted ? answer : refusal])
        if (answered.startsWith('2') || account === untouched) continue
        expect(await users.find(account.id)).toEqual(account)
      }
      if (untouched) expect(await users.find(untouched.id)).toEqual(untouched)
    },
  )
})

test('no refused request has changed its account', async () => {
  expect(await createUsers(site.store.table).find(bystander.id)).toEqual(bystander)
})

test('a function answers 404 for the route of another function', async () => {
  const answer = await site.handlers.catalogue(createEvent(routes.readSession, {}), createContext())
  expect(answer.statusCode).toBe(404)
})
