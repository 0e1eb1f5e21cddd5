import type { Ticket } from '#shared/contract/files.ts'
import { failureOf } from '../api/call.ts'
import { ApiFailure, isTransient, networkFailure } from '../api/failure.ts'
import { networkOr } from '../auth/retry.ts'
import { DocumentReplaced, type TicketSource } from './ticket-source.ts'

/** What keeps bytes from coming while they are still being waited for. */
export type Trouble = 'offline' | 'unreachable'

export type ReadOptions = {
  signal?: AbortSignal | undefined
  /** Told of bytes as they come. */
  onBytes?: (count: number) => void
  /** Told when a read begins to wait, and with null when bytes come again. */
  onTrouble?: (trouble: Trouble | null) => void
}

/** A document's bytes, a part at a time. */
export type DocumentBytes = {
  /**
   * The bytes from `begin` up to `end`, or fewer at the end of the document. Waits while the device is offline, tries
   * broken connections and a failing source again, renews the ticket, and goes on where it was interrupted.
   * @throws ApiFailure, DocumentReplaced, the signal's reason
   */
  read(begin: number, end: number, options?: ReadOptions): Promise<Uint8Array<ArrayBuffer>>
  /** Bytes of the whole document, known with the first that was read. */
  total(): number | null
}

/** Pauses before new attempts: 0.5, 1, 2, 4 s. */
const FIRST_PAUSE_MS = 500
const RETRIES = 4
/** The event of the network's return may be missed. */
const OFFLINE_PAUSE_MS = 30_000
/** A connection that brings nothing for so long is dead. */
const SILENCE_MS = 20_000

/** Reads a document through its signed addresses. */
export function documentBytes(tickets: TicketSource): DocumentBytes {
  let etag: string | null = null
  let total: number | null = null

  async function read(begin: number, end: number, options: ReadOptions = {}) {
    const { signal, onBytes, onTrouble } = options
    const parts: Uint8Array[] = []
    let at = begin
    let failures = 0
    let isRenewed = false
    while (at < Math.min(end, total ?? end)) {
      signal?.throwIfAborted()
      const before = at
      let ticket: Ticket | null = null
      try {
        ticket = await tickets.current()
        for await (const part of partsFrom(ticket, at, end, signal)) {
          parts.push(part)
          at += part.length
          failures = 0
          isRenewed = false
          onTrouble?.(null)
          onBytes?.(part.length)
        }
        if (at === before) throw networkFailure('An answer without bytes')
      } catch (error) {
        signal?.throwIfAborted()
        if (ticket && !isRenewed && isRefusal(error)) {
          isRenewed = true
          await tickets.instead(ticket)
        } else if (mayPass(error) && failures < RETRIES) {
          const isOnline = navigator.onLine
          // Without a network one waits as long as it takes.
          if (isOnline) failures += 1
          if (error.kind !== 'failing') onTrouble?.(isOnline ? 'unreachable' : 'offline')
          await networkOr(isOnline ? FIRST_PAUSE_MS * 2 ** (failures - 1) : OFFLINE_PAUSE_MS)
        } else throw error
      }
    }
    return joined(parts)
  }

  /** One answer's bytes as they come. It may end early: who asks goes on from there. */
  async function* partsFrom(ticket: Ticket, begin: number, end: number, signal: AbortSignal | undefined) {
    const silence = new Silence(signal)
    try {
      const headers = { range: `bytes=${begin}-${end - 1}`, ...(etag !== null && { 'if-range': etag }) }
      // A shared device keeps no document.
      const response = await fetch(ticket.url, { headers, signal: silence.signal, cache: 'no-store' })
      if (!response.ok) throw await failureOf(response)
      let surplus = learn(response, begin)
      const reader = (response.body as ReadableStream<Uint8Array>).getReader()
      // An answer of the right length is read to its end, so that its connection serves the next one.
      for (let wanted = end - begin; wanted >= 0; ) {
        const { value, done } = await reader.read()
        if (done) return
        silence.isBroken()
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
      silence.end()
    }
  }

  /** Takes in what an answer says about the document. @returns how many of its bytes come before the asked ones */
  function learn({ status, headers }: Response, begin: number): number {
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(headers.get('content-range') ?? '')
    // The whole document, though a part of the known one was asked for: the file is another.
    if (status !== 206 && etag !== null) throw new DocumentReplaced()
    const length = range ? Number(range[2]) : Number(headers.get('content-length'))
    if (total !== null && total !== length) throw new DocumentReplaced()
    total = length || null
    const tag = headers.get('etag')
    etag = tag?.startsWith('"') ? tag : null
    return range ? begin - Number(range[1]) : begin
  }

  return { read, total: () => total }
}

/** The edge or the origin does not take this address, which may be its age. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiFailure && [403, 404, 416].includes(error.status ?? 0)
}

function mayPass(error: unknown): error is ApiFailure {
  return isTransient(error) && error instanceof ApiFailure && error.status !== 403 && error.status !== 429
}

/** Aborts a request that brings nothing for too long, or with its reader. */
class Silence {
  readonly #abort = new AbortController()
  readonly #reader: AbortSignal | undefined
  readonly #stop = () => this.#abort.abort(this.#reader?.reason)
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(reader: AbortSignal | undefined) {
    this.#reader = reader
    reader?.addEventListener('abort', this.#stop)
    this.isBroken()
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Something came. */
  isBroken(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#abort.abort(), SILENCE_MS)
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#reader?.removeEventListener('abort', this.#stop)
  }
}

/** Parts as one. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
