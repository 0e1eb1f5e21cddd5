import { type Disposition, getTicket, type Ticket } from '#shared/contract/files.ts'
import { call } from '../api/call.ts'

/** The owner has replaced the document's file while it was being read. */
export class DocumentReplaced extends Error {
  constructor() {
    super('The document was replaced')
    this.name = 'DocumentReplaced'
  }
}

/** The tickets for one version of a document, renewed while it is read. */
export type TicketSource = {
  /** Returns a ticket that has not expired. @throws ApiFailure, DocumentReplaced */
  current(): Promise<Ticket>
  /** Returns a newer ticket than the one whose address was refused. @throws as `current` */
  replace(refused: Ticket): Promise<Ticket>
}

/** A ticket this close to its expiry could expire on the way. */
const MARGIN_MS = 5_000
/** No ticket lives longer: if this device computes more, its clock is wrong. */
const LONGEST_LIFE_MS = 10 * 60_000

/** Requests the right to fetch a document for a short time. @throws ApiFailure */
export function requestTicket(id: string, disposition: Disposition, signal?: AbortSignal): Promise<Ticket> {
  return call(getTicket, { params: { id }, query: { disposition }, signal })
}

/** The ticket that is requested at the tap, before the viewer is loaded. */
export type FirstTicket = { id: string; ticket: Promise<Ticket> }

/** Requests another ticket of a document that is open, which does not count as opened again. @throws ApiFailure */
export function renewTicket(id: string): Promise<Ticket> {
  return call(getTicket, { params: { id }, query: { disposition: 'inline', uncounted: 'true' } })
}

/**
 * Renews tickets before they expire if the device's clock is plausible, and otherwise once the edge refuses one.
 * @param request requests another ticket of the same document
 */
export function createTicketSource(first: Ticket, request: () => Promise<Ticket>): TicketSource {
  let ticket = first
  let renewal: Promise<Ticket> | null = null
  const isClockRight = isPlausible(remainingMs(first))

  function renew(): Promise<Ticket> {
    renewal ??= requestNext().finally(() => {
      renewal = null
    })
    return renewal
  }

  async function requestNext(): Promise<Ticket> {
    const next = await request()
    if (next.version !== first.version) throw new DocumentReplaced()
    ticket = next
    return next
  }

  return {
    async current() {
      return isClockRight && remainingMs(ticket) < MARGIN_MS ? renew() : ticket
    },
    async replace(refused) {
      return ticket === refused ? renew() : ticket
    },
  }
}

function remainingMs({ expiresAt }: Ticket): number {
  return Date.parse(expiresAt) - Date.now()
}

function isPlausible(lifeMs: number): boolean {
  return lifeMs > 0 && lifeMs < LONGEST_LIFE_MS
}
