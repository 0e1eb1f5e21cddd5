import pRetry from 'p-retry'
import type { DriveReference } from '#shared/entities/file.ts'
import { DriveFailure, failureOf } from './failure.ts'
import type { DriveTokens } from './tokens.ts'

/** How long Drive is waited for. Milliseconds. */
export type Patience = {
  /** From a call to the beginning of a file, or to the end of any other answer. */
  firstByte: number
  /** Between two pieces of an answer, while the reader asks for more. */
  idle: number
  /** The first pause before a call is made again; each next one is twice as long, and each is stretched at random. */
  pause: number
  /** No call is made again after so long. */
  attempts: number
}

/** With it a call has failed within 10 s, whatever Drive does: the last attempt starts in time to end by then. */
export const PATIENCE: Patience = { firstByte: 2_500, idle: 10_000, pause: 200, attempts: 6_000 }

const RETRIES = 4

type DriveCall = {
  /** `/drive/v3/files/…` */
  path: string
  query: Record<string, string>
  headers?: Record<string, string>
  /** A file's bytes may take their time; every other answer is short. */
  isMedia?: boolean
  /** The file or folder that is asked for. */
  target: Pick<DriveReference, 'fileId' | 'resourceKey'>
}

/** Makes a call and answers what Drive answered: 200, 206 or 416, the body not read yet. @throws DriveFailure */
export type CallDrive = (call: DriveCall) => Promise<Response>

/**
 * Drive's API behind the stage's service account (decision D21). Too many calls at once (429, or 403 by its reason),
 * 5xx, broken connections and time-outs are tried again with growing, jittered pauses; a token that is not taken is
 * replaced once.
 */
export function driveCalls(apiUrl: string, tokens: DriveTokens, patience: Patience): CallDrive {
  async function callOnce({ path, query, headers, isMedia = false, target }: DriveCall): Promise<Response> {
    const url = new URL(path, apiUrl)
    url.search = new URLSearchParams(query).toString()
    const { value: token, isNew } = await tokens.current()
    const { response, release } = await fetchHeaders(url, patience.firstByte, {
      // Google may send media elsewhere: fetch follows, and by its standard drops `authorization` at another origin.
      redirect: isMedia ? 'follow' : 'error',
      headers: {
        authorization: `Bearer ${token}`,
        // The lengths that we pass on are those of the bytes themselves.
        'accept-encoding': 'identity',
        ...(target.resourceKey !== undefined && {
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
    // A new token that is not taken will not be taken next time either.
    throw isNew ? new DriveFailure('refused', failure.message) : failure
  }

  return (call) =>
    pRetry(() => callOnce(call), {
      retries: RETRIES,
      minTimeout: patience.pause,
      randomize: true,
      maxRetryTime: patience.attempts,
      shouldRetry: ({ error }) => error instanceof DriveFailure && MAY_PASS.has(error.fault),
    })
}

const MAY_PASS: ReadonlySet<string> = new Set(['busy', 'expired', 'down'])

/** The time-out runs on over the body until it is released. */
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
