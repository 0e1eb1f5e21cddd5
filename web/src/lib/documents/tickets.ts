import { type Disposition, getTicket, type Ticket } from '#shared/contract/files.ts'
import { call, failureOf } from '#web/lib/api/call.ts'
import { ApiFailure, isTransient, networkFailure, refusalCodeOf, waitOf } from '#web/lib/api/failure.ts'
import { untilOnline } from '#web/lib/network.ts'
import { serverNow } from '#web/lib/server-clock.ts'

export class DocumentReplaced extends Error {
  override name = 'DocumentReplaced'
}

export type TicketSource<T extends Ticket = Ticket> = {
  /** Returns a ticket that has not expired. @throws ApiFailure, DocumentReplaced */
  current(): Promise<T>
  /** Returns a newer ticket than the one whose address was refused. @throws as `current` */
  replace(refused: T): Promise<T>
}

/** A ticket this close to its expiry could expire on the way. */
const MARGIN_MS = 5_000

/** Requests the right to fetch a document for a short time. @throws ApiFailure */
export function requestTicket(id: string, disposition: Disposition, signal?: AbortSignal): Promise<Ticket> {
  return call(getTicket, { params: { id }, query: { disposition }, signal })
}

/** The ticket that is requested at the tap, before the viewer is loaded. */
export type FirstTicket = { id: string; ticket: Promise<Ticket> }

/** Delays between two requests for a document that is being prepared. */
const FIRST_WAIT_MS = 1_000
const LAST_WAIT_MS = 5_000

/** @param onPreparing receives the server's answer while it is not prepared @throws ApiFailure, the signal's reason */
export async function untilPrepared(
  request: () => Promise<Ticket>,
  onPreparing: (answer: ApiFailure) => void,
  signal: AbortSignal,
): Promise<Ticket> {
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(LAST_WAIT_MS, wait * 1.5)) {
    try {
      return await request()
    } catch (error) {
      signal.throwIfAborted()
      if (refusalCodeOf(error) !== 'DOCUMENT_PREPARING') throw error
      onPreparing(error as ApiFailure)
      await new Promise((resolve) => setTimeout(resolve, Math.max(wait, waitOf(error))))
      signal.throwIfAborted()
    }
  }
}

/** Requests another ticket of a document that is open, which does not count as opened again. @throws ApiFailure */
export function renewTicket(id: string): Promise<Ticket> {
  return call(getTicket, { params: { id }, query: { disposition: 'inline', uncounted: 'true' } })
}

/** Renews tickets before they expire, and once the edge refuses one. */
export function createTicketSource<T extends Ticket>(
  first: T,
  request: () => Promise<Ticket>,
): TicketSource<T> {
  let ticket = first
  let renewal: Promise<T> | null = null

  function renew(): Promise<T> {
    renewal ??= requestNext().finally(() => {
      renewal = null
    })
    return renewal
  }

  async function requestNext(): Promise<T> {
    const next = await request()
    if (!isSameVersion(next)) throw new DocumentReplaced()
    ticket = next
    return next
  }

  function isSameVersion(next: Ticket): next is T {
    return next.version === first.version && next.mode === first.mode
  }

  return {
    async current() {
      return Date.parse(ticket.expiresAt) - serverNow() < MARGIN_MS ? renew() : ticket
    },
    async replace(refused) {
      return ticket === refused ? renew() : ticket
    },
  }
}

export type FetchOptions = {
  signal?: AbortSignal | undefined
  /** The bytes to fetch, as in HTTP: 'bytes=0-0'; everything by default. */
  range?: string
  priority?: RequestPriority
  /** The total is null where the answer does not tell it. The count begins again with another attempt. */
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

/** Retries with backoff and renews the ticket. @throws ApiFailure, DocumentReplaced, the signal's reason */
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
