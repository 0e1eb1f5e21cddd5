import type { Access, Input, Parsed, Route } from '#shared/contract/route.ts'
import type { Roles } from '#shared/domain/accounts/roles.ts'
import type { Claimant } from '#shared/domain/accounts/sign-in.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import type { User } from '#shared/entities/user.ts'

/** What a request carries about its caller: a verified sign-in, the session that it names, and the key of its browser. */
export type Credentials = Claimant & {
  /** The `X-Session-Id` header when it has the form of one. */
  sessionId: string | undefined
}

/** A user with a live session. */
export type Caller = { user: User; roles: Roles }

/** Who may open the document that a request names. */
export type Reader = {
  /** Null: without a live session, which a free document does not need. */
  userId: string | null
  /** Of the account; false without one. */
  isAdmin: boolean
  /** Of the mock examination that the account sits; null: none. */
  examId: string | null
  /** Null: there is none. Only readers who may open every document get this far without one. */
  document: Document | null
}

/** What a handler knows of the caller, by the route's access level. */
type CallerOf<A extends Access> = {
  public: undefined
  token: Credentials
  user: Caller
  document: Reader
  admin: Caller
  owner: Caller
}[A]

type LinkCookieOf = { [A in Access]: A extends 'document' ? string : undefined }

/** The caller of a route of any access level. */
export type AnyCaller = CallerOf<Access>

type HandlerInput<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  caller: CallerOf<R['access']>
  /** Value of the cookie that document links are bound to. */
  linkCookie: LinkCookieOf[R['access']]
}

type Answer<R extends Route> = R['response'] extends undefined ? void : Input<R['response']>

/** A route with the use case that answers it. */
export type RouteHandler = { route: Route; handle: (input: HandlerInput<Route>) => unknown }

/** Binds a route of the contract to its use case, which gets a parsed request and an authorised caller. */
export function on<R extends Route>(
  route: R,
  handle: (input: HandlerInput<R>) => Answer<R> | Promise<Answer<R>>,
): RouteHandler {
  // Only here a route loses its own types: the chain parses by the route's schemas before it calls.
  return { route, handle: handle as RouteHandler['handle'] }
}
