import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import type { Access, Route } from '#shared/contract/define-route.ts'
import { type ReadPage, renewSession } from '#shared/contract/session.ts'
import { assertMayOpen, examThatOpens, isOpenToAll } from '#shared/domain/accounts/document-access.ts'
import { holdsLease, isLeaseLive } from '#shared/domain/accounts/lease.ts'
import { readRoles } from '#shared/domain/accounts/roles.ts'
import { isSignInFresh, isSignInOver } from '#shared/domain/accounts/sign-in.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { runningExam } from '#shared/domain/practice/mock-exam.ts'
import { DocumentId, SessionId } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor } from '../data/audit.ts'
import { createRefusals } from '../data/call-counts.ts'
import { createLeases } from '../data/leases.ts'
import { userKind } from '../data/stored-user.ts'
import { openTable } from '../data/table/client.ts'
import { type Lookup, readOne, readTogether } from '../data/table/read.ts'
import type { GuardedSettings } from './environment.ts'
import { createNonces, createProofCheck, type ProvenRequest } from './proof.ts'
import { createTokenVerifier } from './tokens.ts'
import { type AnyCaller, type Caller, type Credentials, type Reader, systemClock } from './use-case.ts'
import { type AddressedRequest, browserDigest, createNetworkDigest } from './viewer.ts'

type Request = ProvenRequest &
  AddressedRequest &
  Pick<APIGatewayProxyEventV2, 'pathParameters' | 'body' | 'isBase64Encoded'>

/**
 * Authenticates the caller of a route and checks that they may call it. For a `token` route it checks only the token
 * and the proof: the write of the use case refuses a sign-in that is over. @throws DomainError in this order:
 * AUTHENTICATION_REQUIRED, PROOF_REQUIRED, PROFILE_NOT_FOUND, ACCOUNT_BLOCKED, SESSION_INACTIVE,
 * REAUTHENTICATION_REQUIRED, then the role's own 403, MOCK_EXAM_RUNNING; TEMPORARILY_UNAVAILABLE
 */
export type Guard = (route: Route, request: Request) => Promise<AnyCaller>

type LookUps = {
  /** Required for `document` routes. */
  lookUpDocument?: (id: string) => Lookup<Document | null>
  /** Tells whether an account has sat a paper; likewise. */
  lookUpSitting?: (userId: string, subjectId: string) => Lookup<boolean>
}

export function openGuard(env: GuardedSettings, { lookUpDocument, lookUpSitting }: LookUps = {}) {
  const clock = systemClock
  const owners = env.OWNER_EMAILS
  const originSecrets = env.ORIGIN_SECRETS
  const table = openTable(env.TABLE_NAME, env.AUDIT_RETENTION_DAYS)
  const leases = createLeases(table)
  const refusals = createRefusals(table)
  const verifyToken = createTokenVerifier({
    userPoolId: env.USER_POOL_ID,
    clientIds: [env.USER_POOL_CLIENT_ID, ...(env.PROBE_CLIENT_ID ? [env.PROBE_CLIENT_ID] : [])],
    endpoint: env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
  })
  const nonces = createNonces(originSecrets, clock)
  const checkProof = createProofCheck({ siteOrigin: env.SITE_ORIGIN, nonces })
  const digestNetwork = createNetworkDigest(originSecrets, 1)

  async function authenticate({ method, lease }: Route, request: Request): Promise<Credentials> {
    const { headers } = request
    const token = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1]
    if (token === undefined) throw new DomainError('AUTHENTICATION_REQUIRED')
    const signIn = await verifyToken(token)
    // A proof does not cover the body: a heartbeat's names only what was read last, on which no right depends.
    const thumbprint = checkProof(request, token, method !== 'GET' && lease !== 'renew')
    const sessionId = headers['x-session-id']
    const today = clock.now().toISOString().slice(0, 10)
    return {
      ...signIn,
      thumbprint,
      browser: browserDigest(headers['user-agent']),
      network: digestNetwork(`${signIn.userId} ${today}`, request),
      sessionId: v.is(SessionId, sessionId) ? sessionId : undefined,
    }
  }

  const callerOf = (user: User): Caller => ({ user, roles: readRoles(user, owners, clock.now()) })

  async function authoriseUser(route: Route, request: Request): Promise<Caller> {
    const credentials = await authenticate(route, request)
    // The heartbeat's one write renews the lease and returns the profile.
    if (route.lease === 'renew') {
      const { sessionId = '' } = credentials
      return callerOf(await leases.renewLease(credentials, sessionId, clock.now(), readPageIn(request)))
    }
    return admitted(route, await readOne(table, userKind.lookup(credentials.userId)), credentials)
  }

  function admitted(route: Route, found: User | null, credentials: Credentials): Caller {
    const user = withLiveSession(found, credentials, clock.now())
    if (route.freshSignIn && !isSignInFresh(credentials, clock.now()))
      throw new DomainError('REAUTHENTICATION_REQUIRED')
    return callerOf(user)
  }

  /** Reads the document together with the profile, because a free document needs no right. */
  async function authoriseReader(route: Route, request: Request): Promise<Reader> {
    const id = request.pathParameters?.id
    const lookup = lookUpDocument && v.is(DocumentId, id) ? lookUpDocument(id) : null
    const credentials = await authenticate(route, request).catch(domainErrorOf)
    if (credentials instanceof DomainError)
      return visitorOf(lookup && (await readOne(table, lookup)), credentials)
    const lookedUp = userKind.lookup(credentials.userId)
    const [found, document] = lookup
      ? await readTogether(table, lookedUp, lookup)
      : [await readOne(table, lookedUp), null]
    let user: User
    try {
      user = withLiveSession(found, credentials, clock.now())
    } catch (refusal) {
      return visitorOf(document, domainErrorOf(refusal))
    }
    const now = clock.now()
    const paper = examThatOpens(user, document, now)
    const hasSat = paper !== null && lookUpSitting && (await readOne(table, lookUpSitting(user.id, paper)))
    assertMayOpen(user, document, now, hasSat)
    const examId = runningExam(user.mockExam, now)?.id ?? null
    return { userId: user.id, email: user.email, isAdmin: user.isAdmin, examId, document }
  }

  async function authoriseOwner(route: Route, request: Request): Promise<Caller> {
    const credentials = await authenticate(route, request)
    const found = await readOne(table, userKind.lookup(credentials.userId))
    // The attempt is recorded with or without a session: in both cases an admin called an owners' route.
    if (found && !isSignInOver(found, credentials)) await recordRefusal(callerOf(found), route, request)
    const caller = admitted(route, found, credentials)
    if (!caller.roles.isOwner) throw new DomainError('OWNER_REQUIRED')
    requireSecondFactor(caller)
    return caller
  }

  async function recordRefusal({ user, roles }: Caller, { method, path }: Route, { rawPath }: Request) {
    if (!roles.isAdmin || roles.isOwner) return
    await refusals.record({ actor: adminActor(user), route: `${method} ${path}`, path: rawPath }, clock.now())
  }

  async function authoriseAdmin(route: Route, request: Request): Promise<Caller> {
    const caller = await authoriseUser(route, request)
    const { roles } = caller
    if (!roles.isAdmin) throw new DomainError('ADMIN_REQUIRED')
    // Owners set up a second factor with the routes of the account.
    if (roles.isOwner && route.capability !== 'account') requireSecondFactor(caller)
    return caller
  }

  function requireSecondFactor({ user }: Caller): void {
    if (env.OWNERS_NEED_SECOND_FACTOR && !user.hasSecondFactor)
      throw new DomainError('SECOND_FACTOR_REQUIRED')
  }

  const authorise: Record<Access, Guard> = {
    public: async () => undefined,
    token: authenticate,
    user: authoriseUser,
    document: authoriseReader,
    admin: authoriseAdmin,
    owner: authoriseOwner,
  }
  const guard: Guard = (route, request) => authorise[route.access](route, request)
  return { originSecrets, table, leases, owners, clock, guard }
}

/** The token alone neither counts for the account nor names it in a copy. @throws the refusal of a closed document */
function visitorOf(document: Document | null, refusal: DomainError): Reader {
  if (!isOpenToAll(document)) throw refusal
  return { userId: null, email: null, isAdmin: false, examId: null, document }
}

/** Returns the page that a heartbeat names, or undefined: a body with faults is refused after the guard. */
function readPageIn({ body, isBase64Encoded }: Request): ReadPage | undefined {
  if (!body) return undefined
  const text = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').toString('utf8')
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), renewSession.body), text)
  return parsed.success ? parsed.output.lastRead : undefined
}

function domainErrorOf(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  throw error
}

function withLiveSession(user: User | null, credentials: Credentials, now: Date): User {
  if (user === null) throw new DomainError('PROFILE_NOT_FOUND')
  if (isSignInOver(user, credentials)) throw new DomainError('AUTHENTICATION_REQUIRED')
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  if (!holdsLease(user, credentials) || !isLeaseLive(user.lease, now))
    throw new DomainError('SESSION_INACTIVE')
  return user
}
