import { type Disposition, getTicket, type Ticket } from '#shared/contract/files.ts'
import { call } from '../api/call.ts'
import { type ApiFailure, refusalCodeOf, waitOf } from '../api/failure.ts'
import { serverNow } from '../server-clock.ts'

/** The owner has replaced the document's file while it was being read. */
export class DocumentReplaced extends Error {
  constructor() {
    super('The document was replaced')
    this.name = 'DocumentReplaced'
  }
}

/** The tickets for one version of a document, renewed while it is read. */
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

/**
 * Requests a ticket again until the document is prepared.
 * @param onPreparing receives the server's answer while it is not
 * @throws ApiFailure, the signal's reason
 */
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

/**
 * Renews tickets before they expire, and once the edge refuses one.
 * @param request requests another ticket of the same document
 */
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
      return remainingMs(ticket) < MARGIN_MS ? renew() : ticket
    },
    async replace(refused) {
      return ticket === refused ? renew() : ticket
    },
  }
}

function remainingMs({ expiresAt }: Ticket): number {
  return Date.parse(expiresAt) - serverNow()
}
