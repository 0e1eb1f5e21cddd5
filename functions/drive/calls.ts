import pRetry from 'p-retry'
import type { DriveReference } from '#shared/entities/file.ts'
import { DriveFailure, failureOf } from './failure.ts'
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
 * Rate limits, 5xx, broken connections and timeouts are retried with growing pauses; a rejected token is replaced once.
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
