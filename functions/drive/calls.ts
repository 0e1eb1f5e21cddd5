import pRetry from 'p-retry'
import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import { MISSING_PARTS, type MissingPart, missingPartTexts } from '#shared/entities/drive-access.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { DriveTokens } from './tokens.ts'

/** Limits of a call to Drive. Milliseconds. */
export type DriveTimeouts = {
  /** From a call to the first byte of a file, or to the end of any other answer. */
  firstByte: number
  /** Between two chunks of an answer, while the reader waits for more. */
  idle: number
  /** The first pause before a retry; each next one is twice as long, with jitter. */
  pause: number
  /** No retry is made after this time. */
  attempts: number
}

/** A call fails within 10 s: the last attempt starts early enough to end by then. */
export const DRIVE_TIMEOUTS: DriveTimeouts = { firstByte: 2_500, idle: 10_000, pause: 200, attempts: 6_000 }

const RETRIES = 4

type DriveCall = {
  /** Like `/drive/v3/files/…`. */
  path: string
  query: Record<string, string>
  headers?: Record<string, string>
  /** True for the bytes of a file, which may take long. Every other answer is short. */
  isMedia?: boolean
  /** The file or folder of the call; undefined for any file that the account may read. */
  target?: Pick<DriveReference, 'fileId' | 'resourceKey'>
}

/** Calls Drive and returns its answer (200, 206 or 416) with an unread body. @throws DriveFailure */
export type CallDrive = (call: DriveCall) => Promise<Response>

/**
 * The fault of a refused call.
 * - `missing`: there is no such file for the service account; Drive does not reveal whether it exists.
 * - `not-downloadable`: its owner forbids downloads, or its download quota is exhausted.
 * - `busy`: too many calls at once.
 * - `expired`: the access token is not accepted any more.
 * - a missing part of the access, such as a disabled Drive API, which an operator must provide.
 * - `refused`: any other refusal.
 * - `down`: no answer, a broken one, or 5xx.
 */
type DriveFault = 'missing' | 'not-downloadable' | 'busy' | 'expired' | MissingPart | 'refused' | 'down'

/** A call that Drive refused or did not answer. The message names status and reason, never a file. */
export class DriveFailure extends Error {
  readonly fault: DriveFault

  constructor(fault: DriveFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'DriveFailure'
    this.fault = fault
  }
}

/** Reasons as Google documents them: developers.google.com/workspace/drive/api/guides/handle-errors. */
const FAULT_BY_REASON: ReadonlyMap<string, DriveFault> = new Map([
  ['rateLimitExceeded', 'busy'],
  ['userRateLimitExceeded', 'busy'],
  ['accessNotConfigured', 'api-disabled'],
  ['insufficientPermissions', 'not-permitted'],
  ['insufficientFilePermissions', 'missing'],
  ['cannotDownloadFile', 'not-downloadable'],
  ['cannotDownloadAbusiveFile', 'not-downloadable'],
  ['downloadQuotaExceeded', 'not-downloadable'],
  ['fileNotDownloadable', 'not-downloadable'],
  ['domainPolicy', 'not-downloadable'],
])

const ErrorBody = v.object({
  error: v.object({ errors: v.tupleWithRest([v.object({ reason: v.string() })], v.unknown()) }),
})

/** Returns the failure of an error answer. */
async function failureOf(response: Response): Promise<DriveFailure> {
  const reason = reasonIn(await response.text().catch(() => ''))
  const said = `Drive answered ${response.status}${reason === null ? '' : ` (${reason})`}`
  return new DriveFailure(faultOf(response.status, reason), said)
}

function faultOf(status: number, reason: string | null): DriveFault {
  if (status === 404) return 'missing'
  if (status === 401) return 'expired'
  if (status === 429) return 'busy'
  if (status >= 500) return 'down'
  return (status === 403 && reason !== null && FAULT_BY_REASON.get(reason)) || 'refused'
}

/** Returns the reason, which is one word. Nothing else of a body becomes part of a message. */
function reasonIn(body: string): string | null {
  try {
    const [{ reason }] = v.parse(ErrorBody, JSON.parse(body)).error.errors
    return /^[A-Za-z]{1,60}$/.test(reason) ? reason : null
  } catch {
    return null
  }
}

/** Returns the missing part of the access to Drive that a failure shows, or null. */
export function missingPartOf({ fault }: DriveFailure): MissingPart | null {
  return MISSING_PARTS.find((part) => part === fault) ?? null
}

/** Returns the refusal that users get for a failure of Drive, and any other error as it is. */
export function driveRefusal(error: unknown): unknown {
  if (!(error instanceof DriveFailure)) return error
  return new DomainError(error.fault === 'missing' ? 'DOCUMENT_UNAVAILABLE' : 'DOCUMENT_SOURCE_FAILED', {
    cause: error,
  })
}

/** Returns the refusal that owners get, which names the missing part of the access to Drive. */
export function driveRefusalForOwners(error: unknown): unknown {
  const part = error instanceof DriveFailure ? missingPartOf(error) : null
  if (part === null) return driveRefusal(error)
  return new DomainError('DOCUMENT_SOURCE_FAILED', { detail: missingPartTexts[part], cause: error })
}

/**
 * Creates the calls of Drive's API as the stage's service account. Rate limits (429, or 403 by its reason), 5xx, broken
 * connections and timeouts are retried with growing, jittered pauses; a rejected token is replaced once.
 */
export function createDriveCalls(apiUrl: string, tokens: DriveTokens, timeouts: DriveTimeouts): CallDrive {
  async function callOnce({ path, query, headers, isMedia = false, target }: DriveCall): Promise<Response> {
    const url = new URL(path, apiUrl)
    url.search = new URLSearchParams(query).toString()
    const { value: token, isNew } = await tokens.current()
    const { response, release } = await fetchHeaders(url, timeouts.firstByte, {
      // Google may redirect downloads. `fetch` follows, and by its standard drops `authorization` at another origin.
      redirect: isMedia ? 'follow' : 'error',
      headers: {
        authorization: `Bearer ${token}`,
        // Readers get the lengths of the bytes themselves.
        'accept-encoding': 'identity',
        ...(target?.resourceKey !== undefined && {
          'x-goog-drive-resource-keys': `${target.fileId}/${target.resourceKey}`,
        }),
        ...headers,
      },
    })
    if (response.status === 200 || response.status === 206 || response.status === 416) {
      if (isMedia) release()
      return response
    }
    const failure = await failureOf(response)
    if (failure.fault !== 'expired') throw failure
    tokens.forget()
    // A new token that was rejected would be rejected again.
    throw isNew ? new DriveFailure('refused', failure.message) : failure
  }

  return (call) =>
    pRetry(() => callOnce(call), {
      retries: RETRIES,
      minTimeout: timeouts.pause,
      randomize: true,
      maxRetryTime: timeouts.attempts,
      shouldRetry: ({ error }) => error instanceof DriveFailure && RETRYABLE.has(error.fault),
    })
}

const RETRYABLE: ReadonlySet<string> = new Set(['busy', 'expired', 'down'])

/** Fetches until the headers are there. The timeout also covers the body until it is released. */
async function fetchHeaders(url: URL, timeoutMs: number, init: RequestInit) {
  const abort = new AbortController()
  const timer = setTimeout(() => abort.abort(), timeoutMs).unref()
  const release = () => clearTimeout(timer)
  try {
    return { response: await fetch(url, { ...init, signal: abort.signal }), release }
  } catch (error) {
    release()
    throw new DriveFailure('down', 'Drive did not answer', error)
  }
}
