import type { Ticket } from '#shared/contract/files.ts'
import { failureOf } from '../api/call.ts'
import { ApiFailure, isTransient, networkFailure, waitOf } from '../api/failure.ts'
import { untilOnline } from '../loading/retry.ts'
import { nothingRemembered, type RememberedBytes } from './document-memory.ts'
import { DocumentReplaced, type TicketSource } from './tickets.ts'

export type Delay = 'offline' | 'unreachable'

export type ReadOptions = {
  signal?: AbortSignal | undefined
  /** Receives the number of bytes of each part that arrives. */
  onBytes?: (count: number) => void
  /** Receives the reason when a read begins to wait, and null when bytes arrive again. */
  onDelay?: (delay: Delay | null) => void
}

export type DocumentBytes = {
  /**
   * Returns the bytes from `begin` up to `end`, or fewer at the end of the document. Waits while the device is offline,
   * retries lost connections and failing sources with backoff, renews the ticket, and continues where it was
   * interrupted.
   * @throws ApiFailure, DocumentReplaced, the signal's reason
   */
  read(begin: number, end: number, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer>>
  /** Size of the whole document in bytes, known after the first read. */
  total(): number | null
}

/** Delays before retries: 0.5, 1, 2, 4 s. */
const FIRST_DELAY_MS = 500
const RETRIES = 4
/** The browser's `online` event may be missed. */
const OFFLINE_DELAY_MS = 30_000
/** A connection without a byte for this long is considered lost. */
const IDLE_TIMEOUT_MS = 20_000

/**
 * Reads a document in parts through its signed addresses.
 * @param memory what this page has read of it already, which is not fetched again
 */
export function createDocumentBytes(
  tickets: TicketSource,
  memory: RememberedBytes = nothingRemembered(),
): DocumentBytes {
  async function read(begin: number, end: number, options: ReadOptions = {}) {
    const { signal, onBytes, onDelay } = options
    const parts: Uint8Array[] = []
    let at = begin
    let failures = 0
    let isRenewed = false
    while (at < Math.min(end, memory.total ?? end)) {
      signal?.throwIfAborted()
      const known = memory.take(at, end)
      if (known.length > 0) {
        parts.push(known)
        at += known.length
        onBytes?.(known.length)
        continue
      }
      const before = at
      let ticket: Ticket | null = null
      try {
        ticket = await tickets.current()
        for await (const part of partsFrom(ticket, at, memory.nextKnown(at, end), signal)) {
          parts.push(part)
          memory.add(at, part)
          at += part.length
          failures = 0
          isRenewed = false
          onDelay?.(null)
          onBytes?.(part.length)
        }
        if (at === before) throw networkFailure('A response without bytes')
      } catch (error) {
        signal?.throwIfAborted()
        if (ticket && !isRenewed && isRefusal(error)) {
          isRenewed = true
          await tickets.replace(ticket)
        } else if (isRetryable(error) && failures < RETRIES) {
          const isOnline = navigator.onLine
          // A read that fails because the device is offline does not count as a failed attempt.
          if (isOnline) failures += 1
          if (error.kind !== 'failing') onDelay?.(isOnline ? 'unreachable' : 'offline')
          const delay = Math.max(FIRST_DELAY_MS * 2 ** (failures - 1), waitOf(error))
          await untilOnline(isOnline ? delay : OFFLINE_DELAY_MS)
        } else throw error
      }
    }
    return concatBytes(parts)
  }

  /** Yields the bytes of one response as they arrive. It may end early; the caller continues from there. */
  async function* partsFrom(ticket: Ticket, begin: number, end: number, signal: AbortSignal | undefined) {
    const timeout = new IdleTimeout(signal)
    try {
      const headers = {
        range: `bytes=${begin}-${end - 1}`,
        ...(memory.etag !== null && { 'if-range': memory.etag }),
      }
      // Documents are not kept on shared devices.
      const response = await fetch(ticket.url, { headers, signal: timeout.signal, cache: 'no-store' })
      if (!response.ok) throw await failureOf(response)
      let surplus = readHeaders(response, begin)
      let received = 0
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      // A response of the right length is read to its end, so that its connection can be used again.
      for (let wanted = end - begin; wanted >= 0; ) {
        const { value, done } = await reader.read()
        if (done) {
          // A streamed answer of the whole document does not say its length.
          if (response.status === 200) memory.total ??= received
          return
        }
        received += value.length
        timeout.restart()
        const part = value.subarray(surplus).subarray(0, wanted)
        surplus = Math.max(0, surplus - value.length)
        if (part.length > 0) yield part
        else if (wanted === 0) return void reader.cancel()
        wanted -= part.length
      }
    } catch (cause) {
      if (cause instanceof ApiFailure || cause instanceof DocumentReplaced) throw cause
      throw networkFailure(cause)
    } finally {
      timeout.end()
    }
  }

  /** Notes size and version of the document. @returns the number of bytes of the response that come before `begin` */
  function readHeaders({ status, headers }: Response, begin: number): number {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
    // The server sends the whole file in place of a range when its entity tag has changed.
    if (status !== 206 && memory.etag !== null) throw new DocumentReplaced()
    const length = Number(range?.[2] ?? headers.get('content-length')) || null
    if (memory.total !== null && memory.total !== length) throw new DocumentReplaced()
    memory.total = length
    const tag = headers.get('etag')
    memory.etag = tag?.startsWith('"') ? tag : null
    return range ? begin - Number(range[1]) : begin
  }

  return { read, total: () => memory.total }
}

/** Reads a document that is kept on this device. */
export function bytesOfFile(file: Blob): DocumentBytes {
  return {
    async read(begin, end, { signal, onBytes } = {}) {
      const part = new Uint8Array(await file.slice(begin, end).arrayBuffer())
      signal?.throwIfAborted()
      onBytes?.(part.length)
      return part
    },
    total: () => file.size,
  }
}

/** True when the edge or the origin refuses the address, which may have expired. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && [403, 404, 416].includes(error.status ?? 0)
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

/** Concatenates parts. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
