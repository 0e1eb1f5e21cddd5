import * as v from 'valibot'
import type { Route } from '#shared/contract/route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { isLeaseLive } from '#shared/domain/lease.ts'
import { rolesOf } from '#shared/domain/roles.ts'
import { isSignInFresh, isSignInOver } from '#shared/domain/sign-in.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { SessionId } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { type AuditLog, createAuditLog } from '../data/audit.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import { openTable, type Table } from '../data/client.ts'
import { createLeases, type Leases } from '../data/leases.ts'
import { type Lookup, readBoth, readOne } from '../data/read.ts'
import { createUsers, userLookup } from '../data/users.ts'
import { type Clock, systemClock } from './clock.ts'
import type { GuardedSettings } from './environment.ts'
import type { Bearer, Caller, HandlerInput } from './on.ts'
import { tokenVerifier, type VerifyToken } from './tokens.ts'

type Headers = Record<string, string | undefined>

/**
 * Lets a request through to a route or refuses it, and says who calls.
 * Of a `token` route only the token is judged here: whether its sign-in is over, the one write of the route tells.
 * The order is the API's: 401, ACCOUNT_BLOCKED, SESSION_INACTIVE, a sign-in that is not fresh, then the role's own 403.
 */
export type Guard = (route: Route, headers: Headers, target: Lookup<unknown> | null) => Promise<Admission>

/** Who calls, and what stands where the request's target is (null without one). */
export type Admission = { caller: HandlerInput<Route>['caller']; target: unknown }

type Target = Lookup<unknown> | null

type GuardDeps = {
  verifyToken: VerifyToken
  table: Table
  leases: Pick<Leases, 'renewLease'>
  audit: Pick<AuditLog, 'record'>
  /** Normalised addresses, the primary owner first. */
  owners: readonly string[]
  ownersNeedSecondFactor: boolean
  clock: Clock
}

function createGuard(deps: GuardDeps): Guard {
  const { verifyToken, table, leases, audit, owners, ownersNeedSecondFactor, clock } = deps

  async function bearerOf(headers: Headers): Promise<Bearer> {
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw new DomainError('AUTHENTICATION_REQUIRED')
    const signIn = await verifyToken(token)
    const sessionId = headers['x-session-id']
    return { ...signIn, sessionId: v.is(SessionId, sessionId) ? sessionId : undefined }
  }

  /** The bearer's profile with his lease, and the target: one round trip. */
  async function readWith(target: Target, { userId }: Bearer): Promise<[User | null, unknown]> {
    if (target) return readBoth(table, userLookup(userId), target)
    return [await readOne(table, userLookup(userId)), null]
  }

  const callerOf = (user: User): Caller => ({ user, roles: rolesOf(user, owners, clock.now()) })

  async function admitUser(route: Route, headers: Headers, target: Target) {
    const bearer = await bearerOf(headers)
    // The heartbeat's one write renews the lease and answers the profile.
    if (route.lease === 'renew') {
      const user = await leases.renewLease(bearer, bearer.sessionId ?? '', clock.now())
      return { caller: callerOf(user), target: null }
    }
    const [found, targeted] = await readWith(target, bearer)
    const user = withLiveSession(found, bearer, clock.now())
    if (route.freshSignIn && !isSignInFresh(bearer, clock.now()))
      throw new DomainError('REAUTHENTICATION_REQUIRED')
    return { caller: callerOf(user), target: targeted }
  }

  /** A free document needs nobody: what stands against the caller is handed on with the document. */
  async function admitReader(headers: Headers, target: Target): Promise<Admission> {
    const bearer = await orRefusal(() => bearerOf(headers))
    if (bearer instanceof DomainError) {
      const entitlement = { kind: 'refused', refusal: bearer, userId: null } as const
      return { caller: entitlement, target: target && (await readOne(table, target)) }
    }
    const [found, document] = await readWith(target, bearer)
    const caller = await orRefusal(() => entitledCaller(found, bearer))
    if (!(caller instanceof DomainError)) return { caller: { kind: 'entitled', caller }, target: document }
    return { caller: { kind: 'refused', refusal: caller, userId: bearer.userId }, target: document }
  }

  function entitledCaller(found: User | null, bearer: Bearer): Caller {
    const caller = callerOf(withLiveSession(found, bearer, clock.now()))
    if (!caller.roles.mayOpenPremium) throw new DomainError('PREMIUM_REQUIRED')
    return caller
  }

  async function admitOwner(route: Route, headers: Headers, target: Target): Promise<Admission> {
    const admission = await admitUser(route, headers, target)
    const { user, roles } = admission.caller
    if (roles.isOwner) {
      requireSecondFactor(admission.caller)
      return admission
    }
    if (roles.isAdmin) await audit.record(refusedAttempt(user, route, clock.now()))
    throw new DomainError('OWNER_REQUIRED')
  }

  async function admitAdmin(route: Route, headers: Headers, target: Target): Promise<Admission> {
    const admission = await admitUser(route, headers, target)
    const { roles } = admission.caller
    if (!roles.isAdmin) throw new DomainError('ADMIN_REQUIRED')
    // The account's own routes are where he gets one.
    if (roles.isOwner && route.capability !== 'account') requireSecondFactor(admission.caller)
    return admission
  }

  function requireSecondFactor({ user }: Caller): void {
    if (ownersNeedSecondFactor && !user.hasSecondFactor) throw new DomainError('SECOND_FACTOR_REQUIRED')
  }

  return async (route, headers, target) => {
    switch (route.access) {
      case 'public':
        return { caller: undefined, target: target && (await readOne(table, target)) }
      case 'token':
        return { caller: await bearerOf(headers), target: target && (await readOne(table, target)) }
      case 'user':
        return admitUser(route, headers, target)
      case 'document':
        return admitReader(headers, target)
      case 'admin':
        return admitAdmin(route, headers, target)
      case 'owner':
        return admitOwner(route, headers, target)
    }
  }
}

/** The guard of a function and what it was built from, by its environment. */
export function openGuard(env: GuardedSettings, clock: Clock = systemClock) {
  const table = openTable(env.TABLE_NAME)
  const users = createUsers(table)
  const leases = createLeases(table)
  const audit = createAuditLog(table)
  const owners = env.OWNER_EMAILS
  const ownersNeedSecondFactor = env.OWNERS_NEED_SECOND_FACTOR
  const verifyToken = tokenVerifier({
    userPoolId: env.USER_POOL_ID,
    clientIds: [env.USER_POOL_CLIENT_ID, ...(env.PROBE_CLIENT_ID ? [env.PROBE_CLIENT_ID] : [])],
    endpoint: env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
  })
  const guard = createGuard({ verifyToken, table, leases, audit, owners, ownersNeedSecondFactor, clock })
  return { originSecrets: env.ORIGIN_SECRETS, table, users, leases, audit, owners, clock, guard }
}

/** What a step gives, or the refusal with which it ends. */
async function orRefusal<T>(step: () => T | Promise<T>): Promise<T | DomainError> {
  try {
    return await step()
  } catch (error) {
    if (error instanceof DomainError) return error
    throw error
  }
}

function withLiveSession(user: User | null, bearer: Bearer, now: Date): User {
  if (user === null) throw new DomainError('PROFILE_NOT_FOUND')
  if (isSignInOver(user, bearer)) throw new DomainError('AUTHENTICATION_REQUIRED')
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  if (user.lease === null || user.lease.id !== bearer.sessionId || !isLeaseLive(user.lease, now))
    throw new DomainError('SESSION_INACTIVE')
  return user
}

/** The account is flagged (decision D8): the entry names the route, not what was sent to it. */
function refusedAttempt(user: User, route: Route, now: Date): AuditEntry {
  const target = `${route.method} ${route.path}`
  return auditEntry(adminActor(user), now, { action: 'REFUSED_ATTEMPT', target, before: null, after: null })
}
