import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Access, Input, Parsed, Route } from '#shared/contract/define-route.ts'
import type { Roles } from '#shared/domain/accounts/roles.ts'
import type { Claimant } from '#shared/domain/accounts/sign-in.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import type { Prepared } from '#shared/entities/prepared-document.ts'
import type { User } from '#shared/entities/user.ts'
import type { ReceiptBucket } from '../aws/buckets.ts'
import type { UserPool } from '../aws/user-pool.ts'
import type { Stores } from '../data/stores.ts'

/** Everything that handlers pass to use cases. A use case names what it needs: `deps: Pick<Deps, 'users' | 'clock'>`. */
export type Deps = Stores & {
  userPool: UserPool
  receipts: ReceiptBucket
  owners: readonly string[]
  clock: Clock
}

export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }

export type Credentials = Claimant & {
  /** The `X-Session-Id` header when it is well-formed. */
  sessionId: string | undefined
}

/** A user with a live session. */
export type Caller = { user: User; roles: Roles }

/** A caller who may open the document in the path of a request. */
export type Reader = {
  /** Null without a live session, which a free document does not need. */
  userId: string | null
  email: string | null
  /** False without an account. */
  isAdmin: boolean
  /** Id of the mock examination that the account is sitting; null for none. */
  examId: string | null
  /** Null when there is no such document. Only readers who may open every document get this far. */
  document: Document | null
  /** Begun when the guard has read the document, so that it takes no further round trip. */
  prepared?: Promise<Prepared | null>
}

type CallerOf<A extends Access> = {
  public: undefined
  token: Credentials
  user: Caller
  document: Reader
  admin: Caller
  owner: Caller
}[A]

type LinkCookieOf = { [A in Access]: A extends 'document' ? string : undefined }

export type AnyCaller = CallerOf<Access>

type HandlerInput<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  caller: CallerOf<R['access']>
  /** Value of the cookie to which document links are bound. */
  linkCookie: LinkCookieOf[R['access']]
  /** The request itself, for use cases that count by network and browser. */
  event: APIGatewayProxyEventV2
}

type Answer<R extends Route> = R['response'] extends undefined ? void : Input<R['response']>

export type RouteHandler = { route: Route; handle: (input: HandlerInput<Route>) => unknown }

/** Binds a route of the contract to its use case, which gets a parsed request and an authorised caller. */
export function on<R extends Route>(
  route: R,
  handle: (input: HandlerInput<R>) => Answer<R> | Promise<Answer<R>>,
): RouteHandler {
  // The route loses its own types only here: the chain parses by the route's schemas before the call.
  return { route, handle: handle as RouteHandler['handle'] }
}
