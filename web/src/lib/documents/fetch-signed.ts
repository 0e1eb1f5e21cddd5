import type { Ticket } from '#shared/contract/files.ts'
import { failureOf } from '../api/call.ts'
import { ApiFailure, isTransient, networkFailure, waitOf } from '../api/failure.ts'
import { untilOnline } from '../loading/retry.ts'
import type { TicketSource } from './tickets.ts'

export type FetchOptions = {
  signal?: AbortSignal | undefined
  /** The bytes to fetch, as in HTTP: 'bytes=0-0'; everything by default. */
  range?: string
  priority?: RequestPriority
  /**
   * Receives the number of bytes that have arrived, and that of all, where the answer tells it. It begins again when the
   * file is fetched again.
   */
  onBytes?: ((count: number, total: number | null) => void) | undefined
  /** Receives true when a request begins to wait for the network, and false when its file has arrived. */
  onDelay?: ((isDelayed: boolean) => void) | undefined
}

/** Delays before retries: 0.5, 1, 2, 4 s. */
const FIRST_DELAY_MS = 500
const RETRIES = 4
/** The browser's `online` event may be missed. */
const OFFLINE_DELAY_MS = 30_000
/** A connection without a byte for this long is considered lost. */
const IDLE_TIMEOUT_MS = 20_000

/**
 * Fetches a file from its signed address. Waits while the device is offline, retries lost connections and failing
 * sources with backoff, and renews the ticket.
 * @param addressOf returns the address by a ticket
 * @throws ApiFailure, DocumentReplaced, the signal's reason
 */
export async function fetchSigned<T extends Ticket>(
  tickets: TicketSource<T>,
  addressOf: (ticket: T) => string,
  options: FetchOptions = {},
): Promise<Blob> {
  const { signal, onDelay } = options
  let failures = 0
  let isRenewed = false
  for (;;) {
    signal?.throwIfAborted()
    let ticket: T | null = null
    try {
      ticket = await tickets.current()
      const file = await fetchOnce(addressOf(ticket), options)
      onDelay?.(false)
      return file
    } catch (error) {
      signal?.throwIfAborted()
      if (ticket && !isRenewed && isRefusal(error)) {
        isRenewed = true
        await tickets.replace(ticket)
      } else if (isRetryable(error) && failures < RETRIES) {
        const isOnline = navigator.onLine
        // A request that fails because the device is offline does not count as a failed attempt.
        if (isOnline) failures += 1
        if (error.kind !== 'failing') onDelay?.(true)
        const delay = Math.max(FIRST_DELAY_MS * 2 ** (failures - 1), waitOf(error))
        await untilOnline(isOnline ? delay : OFFLINE_DELAY_MS)
      } else throw error
    }
  }
}

async function fetchOnce(address: string, options: FetchOptions): Promise<Blob> {
  const { signal, range, priority = 'auto', onBytes } = options
  const abort = new AbortController()
  const stop = () => abort.abort()
  signal?.addEventListener('abort', stop)
  let timer = setTimeout(stop, IDLE_TIMEOUT_MS)
  try {
    const headers: HeadersInit = range === undefined ? {} : { range }
    // Documents are not kept on shared devices.
    const init = { headers, priority, signal: abort.signal, cache: 'no-store' } as const
    const response = await fetch(address, init)
    if (!response.ok) throw await failureOf(response)
    const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
    const total = Number(response.headers.get('content-length')) || null
    const parts: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      parts.push(value)
      received += value.length
      onBytes?.(received, total)
      clearTimeout(timer)
      timer = setTimeout(stop, IDLE_TIMEOUT_MS)
    }
    if (received === 0) throw networkFailure('A response without bytes')
    return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
  } catch (cause) {
    throw cause instanceof ApiFailure ? cause : networkFailure(cause)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}

/** True when the edge or the origin refuses the address, which may have expired. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && [403, 404].includes(error.status ?? 0)
}

function isRetryable(error: unknown): error is ApiFailure {
  return isTransient(error) && error instanceof ApiFailure && error.status !== 403 && error.status !== 429
}
