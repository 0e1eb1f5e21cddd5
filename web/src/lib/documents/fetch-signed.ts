import type { Ticket } from '#shared/contract/files.ts'
import { failureOf } from '../api/call.ts'
import { ApiFailure, isTransient, networkFailure, waitOf } from '../api/failure.ts'
import { untilOnline } from '../loading/retry.ts'
import type { TicketSource } from './tickets.ts'

export type Delay = 'offline' | 'unreachable'

export type FetchOptions = {
  signal?: AbortSignal | undefined
  /** The bytes to fetch, as in HTTP: 'bytes=0-0'; everything by default. */
  range?: string
  priority?: RequestPriority
  /** Receives the number of bytes that have arrived. It begins again when the file is fetched again. */
  onBytes?: ((count: number) => void) | undefined
  /** Receives the reason when a request begins to wait, and null when its file has arrived. */
  onDelay?: ((delay: Delay | null) => void) | undefined
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
      onDelay?.(null)
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
        if (error.kind !== 'failing') onDelay?.(isOnline ? 'unreachable' : 'offline')
        const delay = Math.max(FIRST_DELAY_MS * 2 ** (failures - 1), waitOf(error))
        await untilOnline(isOnline ? delay : OFFLINE_DELAY_MS)
      } else throw error
    }
  }
}

async function fetchOnce(address: string, options: FetchOptions): Promise<Blob> {
  const { signal, range, priority = 'auto', onBytes } = options
  const timeout = new IdleTimeout(signal)
  try {
    const headers: HeadersInit = range === undefined ? {} : { range }
    // Documents are not kept on shared devices.
    const init = { headers, priority, signal: timeout.signal, cache: 'no-store' } as const
    const response = await fetch(address, init)
    if (!response.ok) throw await failureOf(response)
    const reader = (response.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader()
    const parts: Uint8Array<ArrayBuffer>[] = []
    let received = 0
    for (;;) {
      const { value, done } = await reader.read()
      if (done) break
      parts.push(value)
      received += value.length
      timeout.restart()
      onBytes?.(received)
    }
    if (received === 0) throw networkFailure('A response without bytes')
    return new Blob(parts, { type: response.headers.get('content-type') ?? '' })
  } catch (cause) {
    throw cause instanceof ApiFailure ? cause : networkFailure(cause)
  } finally {
    timeout.end()
  }
}

/** True when the edge or the origin refuses the address, which may have expired. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && [403, 404].includes(error.status ?? 0)
}

function isRetryable(error: unknown): error is ApiFailure {
  return isTransient(error) && error instanceof ApiFailure && error.status !== 403 && error.status !== 429
}

/** Aborts a request when no byte arrives for too long, or when its reader aborts. */
class IdleTimeout {
  readonly #abort = new AbortController()
  readonly #reader: AbortSignal | undefined
  readonly #stop = () => this.#abort.abort(this.#reader?.reason)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(reader: AbortSignal | undefined) {
    this.#reader = reader
    reader?.addEventListener('abort', this.#stop)
    this.restart()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  restart(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#abort.abort(), IDLE_TIMEOUT_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#reader?.removeEventListener('abort', this.#stop)
  }
}
