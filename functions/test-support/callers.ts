import { randomUUID } from 'node:crypto'
import type { Access, Route } from '#shared/contract/define-route.ts'
import { countClaim } from '#shared/domain/accounts/lease.ts'
import { sampleMockExam } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { createBrowser, renamed, testBrowser } from './browser.ts'
import type { Call } from './gateway.ts'
import {
  claimantFixture,
  lastingLease,
  leaseFixture,
  PRIMARY_OWNER,
  SECOND_OWNER,
  storeUser,
} from './people.ts'
import type { Site } from './site.ts'

const HOUR_MS = 3_600_000

/** Callers whose token and session are valid, with their stored fields. */
const validCallers = {
  free: {},
  premium: { isPremium: true },
  'premium until a future day': { isPremium: true, premiumUntil: '2099-01-01' },
  'expired premium': { isPremium: true, premiumUntil: '2020-01-01' },
  blocked: { isPremium: true, blockedAt: '2026-01-01T00:00:00.000Z' },
  'blocked admin': { isAdmin: true, blockedAt: '2026-01-01T00:00:00.000Z' },
  'non-owner admin': { isAdmin: true },
  'owner address without admin flag': { email: PRIMARY_OWNER },
  'second owner': { isAdmin: true, email: SECOND_OWNER },
  'primary owner': { isAdmin: true, email: PRIMARY_OWNER },
} as const satisfies Record<string, Partial<User>>

/** Primary owners whose request lacks something. */
const invalidCallers = [
  'anonymous',
  'deleted',
  'lost session',
  'stale session',
  "another account's session",
  'no session header',
  'another browser with token and session',
  'another browser with a copied key',
  'without a proof',
  'signed out',
  'signed in before the password changed',
  'signed in an hour ago',
] as const

export type CallerName = keyof typeof validCallers | (typeof invalidCallers)[number]

export const CALLERS: readonly CallerName[] = [
  ...(Object.keys(validCallers) as (keyof typeof validCallers)[]),
  ...invalidCallers,
]

/** An admitted caller for each access level, with the fewest possible rights. */
export const ADMITTED_CALLERS: Record<Access, CallerName> = {
  public: 'anonymous',
  token: 'free',
  user: 'free',
  document: 'premium',
  admin: 'non-owner admin',
  owner: 'primary owner',
}

export type Caller = { user: User; call: Pick<Call, 'token' | 'sessionId' | 'browser'> }

/** Stores a new user of this kind. @returns the user, and the token and session id of their calls */
export async function createCaller(site: Site, name: CallerName): Promise<Caller> {
  if (isValid(name)) return createValidCaller(site, validCallers[name])
  const owner = { isAdmin: true, email: PRIMARY_OWNER }
  const seconds = Math.floor(Date.now() / 1000)
  const ownerWith = async (changes: Caller['call']): Promise<Caller> => {
    const { user, call } = await createValidCaller(site, owner)
    return { user, call: { ...call, ...changes } }
  }
  switch (name) {
    case 'anonymous':
      return ownerWith({ token: undefined })
    case 'deleted':
      return ownerWith({ token: site.userPool.token(randomUUID()) })
    case 'lost session':
      return ownerWith({ sessionId: randomUUID() })
    case 'stale session':
      return createValidCaller(site, { ...owner, lease: leaseFixture(new Date(Date.now() - HOUR_MS)) })
    case "another account's session": {
      const { lease } = await storeUser(site.store.table)
      return ownerWith({ sessionId: lease?.id })
    }
    case 'no session header':
      return ownerWith({ sessionId: undefined })
    case 'another browser with token and session':
      return ownerWith({ browser: createBrowser() })
    case 'another browser with a copied key':
      return ownerWith({ browser: renamed(testBrowser) })
    case 'without a proof':
      return ownerWith({ browser: null })
    case 'signed out':
      return createValidCaller(site, { ...owner, endedSignIns: ['copied'] }, { origin_jti: 'copied' })
    case 'signed in before the password changed':
      return createValidCaller(site, { ...owner, signInsFrom: seconds }, { auth_time: seconds - 1 })
    case 'signed in an hour ago':
      return createValidCaller(site, owner, { auth_time: seconds - HOUR_MS / 1000 })
  }
}

/**
 * Creates callers for many requests: one of each kind where a route leaves its caller unchanged, a new one where it
 * changes them or limits their calls.
 */
export function createCallers(site: Site) {
  const shared = new Map<CallerName, Promise<Caller>>()

  function sharedCaller(name: CallerName): Promise<Caller> {
    const caller = shared.get(name) ?? createCaller(site, name)
    shared.set(name, caller)
    return caller
  }

  function callerFor({ capability, throttle }: Route, name: CallerName): Promise<Caller> {
    const isChanged = capability === 'session' || capability === 'account' || throttle !== null
    return isChanged ? createCaller(site, name) : sharedCaller(name)
  }

  return { sharedCaller, callerFor }
}
export type Callers = ReturnType<typeof createCallers>

async function createValidCaller(site: Site, changes: Partial<User>, claims: object = {}): Promise<Caller> {
  const user = await storeUser(site.store.table, {
    // A young account does not count in statistics.
    createdAt: '2025-09-01T08:00:00.000Z',
    lease: lastingLease(),
    deviceChanges: countClaim(null, claimantFixture(''), '2026-01-01'),
    ...changes,
  })
  await site.stores.mockExams.putAll(user.id, [sampleMockExam])
  return { user, call: { token: site.userPool.token(user.id, { ...claims }), sessionId: user.lease?.id } }
}

function isValid(name: CallerName): name is keyof typeof validCallers {
  return name in validCallers
}
