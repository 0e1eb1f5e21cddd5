import type { Access, Input, Parsed, Route } from '#shared/contract/route.ts'
import type { Roles } from '#shared/domain/roles.ts'
import type { SignIn } from '#shared/domain/sign-in.ts'
import type { User } from '#shared/domain/user.ts'

/** Whoever holds a valid token; nothing more is known of him yet. */
export type Bearer = SignIn & {
  /** The `X-Session-Id` header when it has the form of one. */
  sessionId: string | undefined
}

/** A user with a live session, as the guard found him. */
export type Caller = { user: User; roles: Roles }

/** What a handler learns of the caller, by the route's access level. */
type CallerOf<A extends Access> = A extends 'public'
  ? undefined
  : A extends 'token'
    ? Bearer
    : A extends 'document'
      ? // Still being checked: a free document does not wait for it. Rejects with the guard's refusal.
        Promise<Caller>
      : Caller

export type HandlerInput<R extends Route> = {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  body: Parsed<R['body']>
  caller: CallerOf<R['access']>
}

type Answer<R extends Route> = R['response'] extends undefined ? void : Input<R['response']>

/** A route and what answers it; without `handle` it is declared but not built yet. */
export type Handled = {
  route: Route
  handle: ((input: HandlerInput<Route>) => unknown) | null
}

/** Ties a route of the contract to its use case. The chain has parsed, authenticated and authorised before. */
export function on<R extends Route>(
  route: R,
  handle: (input: HandlerInput<R>) => Answer<R> | Promise<Answer<R>>,
): Handled {
  // The one place where a route's own types are forgotten; the chain parses by the route's schemas before it calls.
  return { route, handle }
}

/** A route that later work fills: answers 501 to whoever would be allowed to call it. */
export function planned(route: Route): Handled {
  return { route, handle: null }
}
