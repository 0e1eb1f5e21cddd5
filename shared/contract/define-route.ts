import type * as v from 'valibot'
import type { ErrorCode } from '../domain/domain-error.ts'

/** Header of an answer in CSV with the cursor of the next page; absent at the end. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor'

/**
 * `public`: no token is read. `token`: a valid access token. `user`: token, not blocked, live session. `document`:
 * everyone for a free document, else a user with Premium. `owner`: an admin of the stage's owner list.
 */
export type Access = 'public' | 'token' | 'user' | 'document' | 'admin' | 'owner'

export type Capability = 'session' | 'account' | 'progress' | 'catalogue' | 'files' | 'admin' | 'documents'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Limits of one account, and of one network address, perhaps a school's: it stops machines, not classes. */
export type Throttle =
  | { account: number; address: number; window?: 'hour' }
  | { account: number; visitors: VisitorLimits }
  /** Limit of `public` routes, which have no accounts. */
  | { address: number }

/** Limits of calls without an account within an hour, by browser and by address, since a program sends no cookie. */
export type VisitorLimits = { browser: number; address: number }

type Schema = v.GenericSchema<unknown, unknown>
type QuerySchema = Schema & { readonly entries: Readonly<Record<string, unknown>> }

export type SampleRequest = {
  params?: Record<string, string>
  query?: Record<string, string | number>
  body?: unknown
}

/** One route of the HTTP API. Gateway, handlers, client and tests are derived from this value. */
export type Route<
  Params extends Schema | undefined = Schema | undefined,
  Query extends QuerySchema | undefined = QuerySchema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Response extends Schema | undefined = Schema | undefined,
  Level extends Access = Access,
> = {
  method: Method
  path: `/api/${string}`
  access: Level
  capability: Capability
  status: 200 | 201 | 204
  errors: readonly ErrorCode[]
  params: Params
  /** A field that is not declared is refused. */
  query: Query
  body: Body
  response: Response
  /** A body that is a table of text (`text/csv`) has a string as schema, such a response `CsvPage`. */
  csv: readonly ('body' | 'response')[]
  fileName: string | null
  maxBodyBytes: number
  /** `renew`: the guard renews the caller's lease in the write that reads their profile. */
  lease: 'check' | 'renew'
  /** True when the caller must have signed in within the last minutes, for what cannot be undone. */
  freshSignIn: boolean
  /** True when a successful answer ends the document links that the browser got before. */
  endsLinks: boolean
  /** True when it works through many items, up to the gateway's limit. All others are answered within 10 s. */
  isLong: boolean
  /** Seconds for which shared caches may keep a public answer. Everything else is `no-store`. */
  sharedCacheSeconds: number
  /** Null for the gateway's limit over all callers only. */
  throttle: Throttle | null
  /** The routes whose answers are outdated after a successful answer of this one. Pages load them again. */
  invalidates: readonly Route[]
  /** Answered with `status` while the entities of samples.ts are stored. Every generated test uses it. */
  sample: SampleRequest
}

type SamplePart<Name extends string, S extends Schema | undefined> = S extends Schema
  ? Record<never, never> extends v.InferInput<S>
    ? { [Part in Name]?: v.InferInput<S> }
    : { [Part in Name]: v.InferInput<S> }
  : unknown

type Sample<
  P extends Schema | undefined,
  Q extends Schema | undefined,
  B extends Schema | undefined,
> = SamplePart<'params', P> & SamplePart<'query', Q> & SamplePart<'body', B>

type RouteDefinition<
  P extends Schema | undefined,
  Q extends QuerySchema | undefined,
  B extends Schema | undefined,
  R extends Schema | undefined,
  A extends Access,
> = Partial<
  Omit<Route, 'method' | 'path' | 'access' | 'params' | 'query' | 'body' | 'response' | 'sample'>
> & { access: A; params?: P; query?: Q; body?: B; response?: R } & (Record<never, never> extends Sample<
    P,
    Q,
    B
  >
    ? { sample?: Sample<P, Q, B> }
    : { sample: Sample<P, Q, B> })

const DEFAULT_MAX_BODY_BYTES = 64 * 1024

/**
 * Declares the route of `key`, such as 'GET /api/settings'. Defaults: the capability in the path, 200, JSON bodies to
 * 64 KiB, a session check, an answer within 10 s.
 */
/* @__NO_SIDE_EFFECTS__ */
export function route<
  A extends Access,
  P extends Schema | undefined = undefined,
  Q extends QuerySchema | undefined = undefined,
  B extends Schema | undefined = undefined,
  R extends Schema | undefined = undefined,
>(key: `${Method} ${Route['path']}`, definition: RouteDefinition<P, Q, B, R, A>): Route<P, Q, B, R, A> {
  const [method, path] = key.split(' ') as [Method, Route['path']]
  return {
    method,
    path,
    capability: path.split('/')[2] as Capability,
    status: 200,
    errors: [],
    csv: [],
    fileName: null,
    maxBodyBytes: DEFAULT_MAX_BODY_BYTES,
    lease: 'check',
    freshSignIn: false,
    endsLinks: false,
    isLong: false,
    sharedCacheSeconds: 0,
    throttle: null,
    invalidates: [],
    ...definition,
    params: definition.params as P,
    query: definition.query as Q,
    body: definition.body as B,
    response: definition.response as R,
    sample: definition.sample ?? {},
  }
}

/** Returns whether a body or a response is the bytes of a file (`v.blob()`) instead of JSON. */
export function isFile(schema: Schema | undefined): boolean {
  return schema?.type === 'blob'
}

export function queryFields({ query }: Pick<Route, 'query'>): string[] {
  return Object.keys(query?.entries ?? {})
}

export type Parsed<S extends Schema | undefined> = S extends Schema ? v.InferOutput<S> : undefined

export type Input<S extends Schema | undefined> = S extends Schema ? v.InferInput<S> : undefined
