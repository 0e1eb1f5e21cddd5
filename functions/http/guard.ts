import * as v from 'valibot'
import { SessionId } from '#shared/contract/fields.ts'
import type { Route } from '#shared/contract/route.ts'
import type { AuditEntry } from '#shared/domain/audit.ts'
import { isLeaseLive } from '#shared/domain/lease.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import { rolesOf } from '#shared/domain/roles.ts'
import { isSignInOver } from '#shared/domain/sign-in.ts'
import type { User } from '#shared/domain/user.ts'
import { type Audit, auditOf } from '../data/audit.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import { openTable } from '../data/client.ts'
import { type Leases, leasesOf } from '../data/leases.ts'
import { type Users, usersOf } from '../data/users.ts'
import { type Clock, systemClock } from './clock.ts'
import type { GuardedSettings } from './environment.ts'
import type { Bearer, Caller, HandlerInput } from './on.ts'
import { tokenVerifier, type VerifyToken } from './tokens.ts'

export type Headers = Record<string, string | undefined>

/**
 * Lets a request through to a route or refuses it, and says who calls.
 * Of a `token` route only the token is judged here: whether its sign-in is over, the one write of the route tells.
 * The order is the API's: 401, ACCOUNT_BLOCKED, SESSION_INACTIVE, then the role's own 403.
 */
export type Guard = (
  route: Route,
  headers: Headers,
) => HandlerInput<Route>['caller'] | Promise<Bearer | Caller>

export type GuardDeps = {
  verifyToken: VerifyToken
  users: Pick<Users, 'find'>
  leases: Pick<Leases, 'renewLease'>
  audit: Pick<Audit, 'record'>
  /** Normalised addresses, the primary owner first. */
  owners: readonly string[]
  clock: Clock
}

export function guardOf({ verifyToken, users, leases, audit, owners, clock }: GuardDeps): Guard {
  async function bearerOf(headers: Headers): Promise<Bearer> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw new Refusal('AUTHENTICATION_REQUIRED')
    const signIn = await verifyToken(token)
    const sessionId = headers['x-session-id']
    return { ...signIn, sessionId: v.is(SessionId, sessionId) ? sessionId : undefined }
  }

  /** Profile and lease in one round trip: a read, or for the heartbeat the renewing write itself. */
  async function callerOf(route: Route, headers: Headers): Promise<Caller> {
    const bearer = await bearerOf(headers)
    const now = clock.now()
    const user =
      route.lease === 'renew'
        ? await leases.renewLease(bearer, bearer.sessionId ?? '', now)
        : withLiveSession(await users.find(bearer.userId), bearer, now)
    return { user, roles: rolesOf(user, owners, now) }
  }

  async function entitledCallerOf(route: Route, headers: Headers): Promise<Caller> {
    const caller = await callerOf(route, headers)
    if (!caller.roles.mayOpenPremium) throw new Refusal('PREMIUM_REQUIRED')
    return caller
  }

  async function ownerOf(route: Route, headers: Headers): Promise<Caller> {
    const caller = await callerOf(route, headers)
    if (caller.roles.isOwner) return caller
    if (caller.roles.isAdmin) await audit.record(refusedAttempt(caller.user, route, clock.now()))
    throw new Refusal('OWNER_REQUIRED')
  }

  async function adminOf(route: Route, headers: Headers): Promise<Caller> {
    const caller = await callerOf(route, headers)
    if (!caller.roles.isAdmin) throw new Refusal('ADMIN_REQUIRED')
    return caller
  }

  return (route, headers) => {
    switch (route.access) {
      case 'public':
        return undefined
      case 'token':
        return bearerOf(headers)
      case 'user':
        return callerOf(route, headers)
      case 'document':
        return entitledCallerOf(route, headers)
      case 'admin':
        return adminOf(route, headers)
      case 'owner':
        return ownerOf(route, headers)
    }
  }
}

/** The guard of a function and what it was built from, by its environment. */
export function openGuard(env: GuardedSettings, clock: Clock = systemClock) {
  const table = openTable(env.TABLE_NAME)
  const users = usersOf(table)
  const leases = leasesOf(table)
  const audit = auditOf(table)
  const owners = env.OWNER_EMAILS
  const verifyToken = tokenVerifier({
    userPoolId: env.USER_POOL_ID,
    clientId: env.USER_POOL_CLIENT_ID,
    endpoint: env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
  })
  const guard = guardOf({ verifyToken, users, leases, audit, owners, clock })
  return { table, users, leases, audit, owners, clock, guard }
}

function withLiveSession(user: User | null, bearer: Bearer, now: Date): User {
  if (user === null) throw new Refusal('PROFILE_NOT_FOUND')
  if (isSignInOver(user, bearer)) throw new Refusal('AUTHENTICATION_REQUIRED')
  if (user.blockedAt !== null) throw new Refusal('ACCOUNT_BLOCKED')
  if (user.session === null || user.session.id !== bearer.sessionId || !isLeaseLive(user.session, now))
    throw new Refusal('SESSION_INACTIVE')
  return user
}

/** The account is flagged (decision D8): the entry names the route, not what was sent to it. */
function refusedAttempt(user: User, route: Route, now: Date): AuditEntry {
  const target = `${route.method} ${route.path}`
  return auditEntry(adminActor(user), now, { action: 'REFUSED_ATTEMPT', target, before: null, after: null })
}
