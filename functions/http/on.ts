import type { Access, Input, Parsed, Route } from '#shared/contract/route.ts'
import type { DomainError } from '#shared/domain/domain-error.ts'
import type { Roles } from '#shared/domain/roles.ts'
import type { SignIn } from '#shared/domain/sign-in.ts'
import type { User } from '#shared/entities/user.ts'
import type { Lookup } from '../data/read.ts'

/** Whoever holds a valid token; nothing more is known of him yet. */
export type Bearer = SignIn & {
  /** The `X-Session-Id` header when it has the form of one. */
  sessionId: string | undefined
}

/** A user with a live session, as the guard found him. */
export type Caller = { user: User; roles: Roles }

/**
 * Whether a caller may open what is not free. A free document is for everyone, so that the refusal is the handler's to
 * throw, once it knows the document.
 */
export type Entitlement =
  | { kind: 'entitled'; caller: Caller }
  | {
      kind: 'refused'
      refusal: DomainError
      /** Whose token was valid; null: nobody's. */
      userId: string | null
    }

/** What a handler learns of the caller, by the route's access level. */
type CallerOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'token'
    ? Bearer
    : A extends 'document'
      ? Entitlement
      : Caller

export type HandlerInput<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  caller: CallerOf<R['access']>
}

type Answer<R extends Route> = R['response'] extends undefined ? void : Input<R['response']>

/** What a request asks for, before it is known whether its caller may. */
type Asked<R extends Route> = Pick<HandlerInput<R>, 'params' | 'query' | 'body'>

/** A route and what answers it. */
export type Handled = {
  route: Route
  /** What the guard reads in one batch with the caller; null: nothing. */
  targetOf: ((asked: Asked<Route>) => Lookup<unknown> | null) | null
  handle: (input: HandlerInput<Route> & { target: unknown }) => unknown
}

/** Ties a route of the contract to its use case. The chain has parsed, authenticated and authorised before. */
export function on<R extends Route>(
  route: R,
  handle: (input: HandlerInput<R>) => Answer<R> | Promise<Answer<R>>,
): Handled {
  // The one place where a route's own types are forgotten; the chain parses by the route's schemas before it calls.
  return { route, targetOf: null, handle }
}

/**
 * As {@link on}, for a route about one item: it is read together with the caller, in one round trip, and handed over.
 * @param targetOf the item that the parsed request is about; null: none this time
 */
export function onTarget<R extends Route, T>(
  route: R,
  targetOf: (asked: Asked<R>) => Lookup<T> | null,
  handle: (input: HandlerInput<R> & { target: T | null }) => Answer<R> | Promise<Answer<R>>,
): Handled {
  return { route, targetOf, handle: handle as Handled['handle'] }
}
