import {
  type Input,
  isFile,
  NEXT_CURSOR_HEADER,
  type Parsed,
  type Route,
} from '#shared/contract/define-route.ts'
import type { Problem } from '#shared/contract/problem-body.ts'
import type { CsvPage } from '#shared/contract/query.ts'
import { learnTime } from '#web/lib/server-clock.ts'
import { ApiFailure, networkFailure, refusalCodeOf } from './failure.ts'

const TIMEOUT_MS = 10_000
/** A long route works for up to 20 s, and the network may be slow too. */
const LONG_TIMEOUT_MS = 40_000

// The brackets keep a part of several forms one part.
type PartOf<Name extends string, Schema> = [Schema] extends [undefined]
  ? { [key in Name]?: never }
  : { [key in Name]: Schema }

export type CallInput<R extends Route> = PartOf<'params', Input<R['params']>> &
  PartOf<'query', Input<R['query']>> &
  PartOf<'body', Input<R['body']>> & { signal?: AbortSignal | undefined }

export type Credentials = {
  /** Leaves the token out when there is no valid one any more. */
  headers(request: SentRequest): Promise<Record<string, string>>
  /** Called with the nonce of each answer, for the next proof. */
  keepNonce(nonce: string | null): void
  /** Signs out when the refusal is definitive. @returns whether the call should be sent once more */
  recover(code: string, call: RefusedCall): Promise<boolean>
}

/** The parts of a request that its proof names; the address may have a query. */
export type SentRequest = { method: string; address: string }

type RefusedCall = { recovered: readonly string[]; headers: Record<string, string> }

let current: Credentials | null = null
let accountKnown = () => Promise.resolve()

/** Waits until the account is known; null for a visitor. @throws ApiFailure without a network */
export async function readyCredentials(): Promise<Credentials | null> {
  await accountKnown()
  return current
}

/** Makes personal calls wait: a page shows a remembered account before its session is open. */
export function holdCalls(until: () => Promise<void>): void {
  accountKnown = until
}

export function setCredentials(credentials: Credentials | null): void {
  current = credentials
}

/**
 * A call carries the live session's credentials unless `credentials` says otherwise.
 * `keepalive`: the request goes on when the page is closed. `timeoutMs`: where more than the route's own work takes long.
 * `isRefresh`: from the server only, since a cache may hold something older than the page shows.
 */
type CallOptions = {
  credentials?: Credentials | null
  keepalive?: boolean
  timeoutMs?: number
  isRefresh?: boolean
}

/** Sends a call once more after a refusal that the session can recover from. @throws ApiFailure */
export async function call<R extends Route>(
  route: R,
  input: CallInput<R>,
  { credentials, ...options }: CallOptions = {},
): Promise<Parsed<R['response']>> {
  const lent =
    route.access === 'public' ? null : credentials === undefined ? await readyCredentials() : credentials
  const recovered: string[] = []
  const address = addressOf(route, input)
  for (;;) {
    const headers = await lent?.headers({ method: route.method, address })
    try {
      return await send(route, input, { ...headers }, { ...options, address, lent })
    } catch (error) {
      const code = refusalCodeOf(error)
      if (!lent || !headers || code === null || !(await lent.recover(code, { recovered, headers })))
        throw error
      recovered.push(code)
    }
  }
}

type SendOptions = Omit<CallOptions, 'credentials'> & { address: string; lent: Credentials | null }

async function send<R extends Route>(
  route: R,
  input: CallInput<R>,
  credentials: Record<string, string>,
  { address, lent, keepalive = false, timeoutMs, isRefresh }: SendOptions,
): Promise<Parsed<R['response']>> {
  const headers = { accept: route.csv.includes('response') ? 'text/csv' : 'application/json', ...credentials }
  const timeout = AbortSignal.timeout(timeoutMs ?? (route.isLong ? LONG_TIMEOUT_MS : TIMEOUT_MS))
  const request = fetch(address, {
    method: route.method,
    signal: input.signal ? AbortSignal.any([timeout, input.signal]) : timeout,
    keepalive,
    ...(isRefresh && { cache: 'no-cache' }),
    headers: { ...headers, ...(input.body !== undefined && { 'content-type': mediaTypeOf(input.body) }) },
    ...(input.body !== undefined && { body: bodyOf(input.body) }),
  })
  const response = await arrived(request, input.signal)
  lent?.keepNonce(response.headers.get('dpop-nonce'))
  // An answer that is the same for everyone may come from a cache.
  if (route.access !== 'public') learnTime(response.headers.get('date'))
  if (!response.ok) throw await failureOf(response)
  if (!route.response) return undefined as Parsed<R['response']>
  const read = isFile(route.response) ? readFile : route.csv.includes('response') ? readCsv : readJson
  const answer = await route.response['~standard'].validate(await read(response, input.signal))
  if (answer.issues) throw new ApiFailure('failing', { status: response.status, cause: answer.issues })
  return answer.value as Parsed<R['response']>
}

/** A response or its body. @throws ApiFailure when the network fails; the caller's reason when they abort */
async function arrived<T>(part: Promise<T>, caller: AbortSignal | undefined): Promise<T> {
  try {
    return await part
  } catch (cause) {
    throw caller?.aborted ? caller.reason : networkFailure(cause)
  }
}

export async function failureOf(response: Response): Promise<ApiFailure> {
  const body = await readJson(response).catch(() => null)
  const problem = isProblem(body) ? body : null
  return new ApiFailure(problem && response.status < 500 ? 'refused' : 'failing', {
    status: response.status,
    problem,
    // The header may also be a date, which no part of the product sends.
    retryAfterSeconds: Number(response.headers.get('retry-after')) || null,
  })
}

/** True when the API itself refused the call. The schema of a problem would weigh more than the rest of this module. */
function isProblem(body: unknown): body is Problem {
  const { code, detail } = Object(body) as Partial<Problem>
  return typeof code === 'string' && typeof detail === 'string'
}

const bodyOf = (body: unknown) =>
  typeof body === 'string' || body instanceof Blob ? body : JSON.stringify(body)

function mediaTypeOf(body: unknown): string {
  if (body instanceof Blob) return body.type
  return typeof body === 'string' ? 'text/csv; charset=utf-8' : 'application/json'
}

function readFile(response: Response, caller?: AbortSignal): Promise<Blob> {
  return arrived(response.blob(), caller)
}

async function readCsv(response: Response, caller?: AbortSignal): Promise<CsvPage> {
  const body = await arrived(response.arrayBuffer(), caller)
  // A spreadsheet recognises the encoding by the byte order mark at the beginning, which is therefore kept.
  const csv = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body)
  return { csv, nextCursor: response.headers.get(NEXT_CURSOR_HEADER) }
}

async function readJson(response: Response, caller?: AbortSignal): Promise<unknown> {
  const text = await arrived(response.text(), caller)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ApiFailure('failing', { status: response.status, cause })
  }
}

type Parts = { params?: unknown; query?: unknown }

/** Returns the address of a call: the route's template with its parameters, then the query without its empty values. */
function addressOf(route: Pick<Route, 'path'>, { params = {}, query = {} }: Parts): string {
  const values = params as Record<string, string>
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, string | number | boolean | undefined>))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
