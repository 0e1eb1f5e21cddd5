import type { Access, Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleBlockedEmail, sampleUser } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { createBadTokens } from '../test-support/bad-tokens.ts'
import {
  ADMITTED_CALLERS,
  CALLERS,
  type Caller,
  type CallerName,
  createCaller,
  createCallers,
} from '../test-support/callers.ts'
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
  sampleCallBy,
  seedSamples,
  storeOwnRequest,
} from '../test-support/samples.ts'
import { startSite } from '../test-support/site.ts'

// Every route of the contract, called by several kinds of caller. The long run has every caller on every route.

type Answers = Partial<Record<CallerName, string>>

const UNAUTHENTICATED = '401 AUTHENTICATION_REQUIRED'
const BLOCKED = '403 ACCOUNT_BLOCKED'
const INACTIVE = '403 SESSION_INACTIVE'

const withoutAccount: Answers = {
  anonymous: UNAUTHENTICATED,
  'signed out': UNAUTHENTICATED,
  'without a proof': '401 PROOF_REQUIRED',
  'signed in before the password changed': UNAUTHENTICATED,
  blocked: BLOCKED,
  'blocked admin': BLOCKED,
  deleted: '404 PROFILE_NOT_FOUND',
}
const withoutSession: Answers = {
  ...withoutAccount,
  'lost session': INACTIVE,
  'stale session': INACTIVE,
  "another account's session": INACTIVE,
  'no session header': INACTIVE,
  'another browser with token and session': INACTIVE,
  'another browser with a copied key': INACTIVE,
}
const withoutPremium = (refusal: string): Answers => ({
  free: refusal,
  'expired premium': refusal,
  'owner address without admin flag': refusal,
})
const students = (refusal: string): Answers => ({
  ...withoutPremium(refusal),
  premium: refusal,
  'premium until a future day': refusal,
})

const refusals: Record<Access, Answers> = {
  public: {},
  token: withoutAccount,
  user: withoutSession,
  document: { ...withoutSession, ...withoutPremium('403 PREMIUM_REQUIRED') },
  admin: { ...withoutSession, ...students('403 ADMIN_REQUIRED') },
  owner: { ...withoutSession, ...students('403 OWNER_REQUIRED'), 'non-owner admin': '403 OWNER_REQUIRED' },
}

const owners = (refusal: string): Answers => ({ 'second owner': refusal, 'primary owner': refusal })

/** The routes that differ from their access level, each with its reason. */
const exceptions: Partial<Record<RouteName, Answers>> = {
  // The browser that holds the session may claim it without its id too.
  claimSession: { 'another browser with token and session': '409 SESSION_ALREADY_ACTIVE' },
  // The heartbeat also renews a lease that became stale while its device slept.
  renewSession: { 'stale session': '200' },
  // A sign-out is always possible: it can only end the caller's own lease.
  clearSession: {
    blocked: '204',
    'blocked admin': '204',
    deleted: '204',
    'signed out': '204',
    'another browser with token and session': INACTIVE,
    'another browser with a copied key': INACTIVE,
  },
  // Help with an exercise comes with the right to the correction of its paper.
  getExerciseHelp: withoutPremium('403 PREMIUM_REQUIRED'),
  // Questions come with Premium itself, which admins do not have, and a recent sign-in does not give.
  askQuestion: {
    ...withoutPremium('403 PREMIUM_REQUIRED'),
    ...owners('403 PREMIUM_REQUIRED'),
    'non-owner admin': '403 PREMIUM_REQUIRED',
    'signed in an hour ago': '403 PREMIUM_REQUIRED',
  },
  // Accounts of admins and owners cannot be deleted through the API.
  deleteAccount: {
    ...owners('403 OWNER_REQUIRED'),
    'non-owner admin': '403 OWNER_REQUIRED',
    'owner address without admin flag': '403 OWNER_REQUIRED',
  },
}

/** Returns the caller's answer to the route's sample request: a status, with the code of a refusal. */
function expectedAnswer(name: RouteName, caller: CallerName): string {
  const { access, freshSignIn, status }: Route = routes[name]
  if (freshSignIn && caller === 'signed in an hour ago') return '403 REAUTHENTICATION_REQUIRED'
  return exceptions[name]?.[caller] ?? refusals[access][caller] ?? String(status)
}

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** One route of each access level, on which `npm test` tries everything. */
const EXAMPLES: Record<Access, RouteName> = {
  public: 'listVideos',
  token: 'claimSession',
  user: 'readSession',
  document: 'getTicket',
  admin: 'addSubject',
  owner: 'setPremium',
}
const isTriedWhole = (name: RouteName) => isLongRun || Object.values(EXAMPLES).includes(name)

/** For each access level a caller whom it refuses although the one below it admits them. */
const JUST_BELOW: Partial<Record<Access, CallerName>> = {
  document: 'expired premium',
  admin: 'premium',
  owner: 'non-owner admin',
}

function callersOf(name: RouteName, { access, freshSignIn }: Route): ReadonlySet<CallerName> {
  if (isTriedWhole(name)) return new Set(CALLERS)
  return new Set<CallerName>([
    'anonymous',
    'lost session',
    'another browser with token and session',
    JUST_BELOW[access] ?? 'blocked',
    ...(freshSignIn ? (['signed in an hour ago'] as const) : []),
    ...(Object.keys(exceptions[name] ?? {}) as CallerName[]),
    name === 'askQuestion' ? 'premium' : ADMITTED_CALLERS[access],
  ])
}

const site = await startSite()
site.store.bypassProxy()
const callers = createCallers(site)
// With a fixed clock the sessions of the first callers are still live at the end.
setClock(new Date())
await seedSamples(site)
const bystander = await storeUser(site.store.table)
const { user: primaryOwner } = await callers.sharedCaller('primary owner')
const badTokens = Object.entries(createBadTokens(site.userPool, primaryOwner.id))
afterAll(async () => {
  setClock(null)
  await site.stop()
})

const OF_OWN_REQUEST: readonly RouteName[] = ['correctPayment', 'attachReceipt', 'withdrawPayment']

/**
 * Returns the route's sample request. A request that is about an account and is carried out gets an account of its own.
 */
async function requestTo(name: RouteName, { user, call }: Caller, answer: string): Promise<Call> {
  // A claim names the session of its caller.
  if (name === 'claimSession') return { body: { sessionId: call.sessionId } }
  if (OF_OWN_REQUEST.includes(name)) {
    if (answer.startsWith('2')) await storeOwnRequest(site, user)
    return sampleCallBy(name, user)
  }
  if (!isAboutAccount(name) || name === 'unblockEmail') return sampleCall(name)
  return sampleCallAbout(name, answer.startsWith('2') ? await storeUser(site.store.table) : bystander)
}

const sampleCallAbout = (name: RouteName, { id, email }: User) =>
  sampleCall(name, { [sampleUser.id]: id, [sampleUser.email]: email, [sampleBlockedEmail.email]: email })

/** Other changes of students concern their own account, but a card can be used once. */
const changesSamples = (name: RouteName, { method, access }: Route) =>
  method !== 'GET' && (access === 'admin' || access === 'owner' || name === 'redeemCard')

async function answerTo(route: Route, call: Call): Promise<string> {
  const { status, json, text } = await site.call(route, call)
  expect(text).not.toMatch(/\bat .*\.[jt]s:\d+|node_modules|test-[0-9a-f]{8}/)
  return typeof json.code === 'string' ? `${status} ${json.code}` : String(status)
}

test.each(named)('%s answers each caller by its access level', async (name, route) => {
  const expected: Record<string, string> = {}
  const answers: Record<string, string> = {}
  for (const caller of callersOf(name, route)) {
    const answer = expectedAnswer(name, caller)
    // A refusal leaves its caller unchanged.
    const { user, call } = await (answer.startsWith('2')
      ? callers.callerFor(route, caller)
      : callers.sharedCaller(caller))
    const request = await requestTo(name, { user, call }, answer)
    expected[caller] = answer
    answers[caller] = await answerTo(route, { ...call, ...request })
    if (changesSamples(name, route) && answer.startsWith('2')) await seedSamples(site)
  }
  const { user, call } = await callers.sharedCaller('primary owner')
  const refusal = expectedAnswer(name, 'anonymous')
  const request = await requestTo(name, { user, call }, refusal)
  for (const [kind, token] of isTriedWhole(name) ? badTokens : []) {
    expected[kind] = refusal
    answers[kind] = await answerTo(route, { ...call, ...request, token })
  }
  expect(answers).toEqual(expected)
})

/** No route carries this request out. */
const INVALID = { params: { id: 'a b', email: 'x' }, query: { limit: '0', disposition: 'x' }, body: '{' }

const withProof = named.filter(([, { access }]) => access !== 'public')

test.each(withProof.filter(([name]) => name === 'renewSession' || isTriedWhole(name)))(
  '%s accepts the proof of a change once, and that of a read again',
  async (name, route) => {
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
  },
)

test.each(withProof.filter(([name, { access }]) => access !== 'token' && isTriedWhole(name)))(
  '%s refuses a caller without the right before it parses an invalid request',
  async (name, route) => {
    const { call } = await callers.callerFor(route, 'free')
    const answer = expectedAnswer(name, 'free')
    // The paper decides about its help, and the use case about questions, so that the input is parsed first.
    const isAdmitted = answer.startsWith('2') || name === 'getExerciseHelp' || name === 'askQuestion'
    const invalid = route.params ? '404 NOT_FOUND' : '400 INVALID_REQUEST'
    expect(await answerTo(route, { ...call, ...INVALID })).toBe(isAdmitted ? invalid : answer)
    expect(await answerTo(route, INVALID)).toBe(UNAUTHENTICATED)
  },
)

type Target = 'a student' | 'an admin' | 'an owner' | 'themselves'

const targets: Record<Target, (caller: User) => Promise<User> | User> = {
  'a student': () => storeUser(site.store.table),
  'an admin': () => storeUser(site.store.table, { isAdmin: true }),
  'an owner': (caller) => {
    const email = caller.email === PRIMARY_OWNER ? SECOND_OWNER : PRIMARY_OWNER
    return storeUser(site.store.table, { isAdmin: true, email })
  },
  themselves: (caller) => caller,
}

function expectedAnswerAbout(name: RouteName, target: Target): string {
  const { method, status }: Route = routes[name]
  // None of these addresses is blocked.
  if (name === 'unblockEmail') return '404 NOT_FOUND'
  // An owner may end the sessions of an admin, who can sign in again; an owner cannot be locked out.
  if (name === 'releaseSession' || name === 'endUserSignIns')
    return target === 'an owner' ? '403 OWNER_REQUIRED' : String(status)
  return method !== 'GET' && target !== 'a student' ? '403 OWNER_REQUIRED' : String(status)
}

test('every route with an account in its path is called about accounts of every kind', () => {
  const inPath = named.filter(([, { path }]) => /\/users\/\{|\{email\}/.test(path)).map(([name]) => name)
  expect(inPath.filter((name) => !isAboutAccount(name))).toEqual([])
})

const CALLERS_ABOUT: readonly CallerName[] = isLongRun
  ? CALLERS
  : ['free', 'non-owner admin', 'second owner', 'primary owner']

test.each(named.filter(([name]) => isAboutAccount(name)))(
  '%s is answered by the kind of the account in it, and a refusal leaves that unchanged',
  async (name, route) => {
    for (const target of Object.keys(targets) as Target[])
      for (const callerName of CALLERS_ABOUT) {
        const refusal = expectedAnswer(name, callerName)
        const isAdmitted = refusal.startsWith('2')
        const { user, call } = await (isAdmitted
          ? createCaller(site, callerName)
          : callers.sharedCaller(callerName))
        const account = await targets[target](user)
        const answer = await answerTo(route, { ...call, ...sampleCallAbout(name, account) })
        const expected = isAdmitted ? expectedAnswerAbout(name, target) : refusal
        expect([target, callerName, answer]).toEqual([target, callerName, expected])
        if (!answer.startsWith('2')) expect(await site.stores.users.find(account.id)).toEqual(account)
        else if (name === 'addPayment' || name === 'movePremium') await seedSamples(site)
      }
  },
)

test('no refused request has changed its account', async () => {
  expect(await site.stores.users.find(bystander.id)).toEqual(bystander)
})

test('a function answers 404 for the route of another function', async () => {
  const answer = await site.handlers.catalogue(createEvent(routes.readSession, {}), createContext())
  expect(answer.statusCode).toBe(404)
})
