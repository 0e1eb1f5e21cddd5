import type { Ticket } from '#shared/contract/files.ts'

/** The owner has put another file in the document's place while it was being read. */
export class DocumentReplaced extends Error {
  constructor() {
    super('The document was replaced')
    this.name = 'DocumentReplaced'
  }
}

/** The right to fetch one version of a document, renewed as often as the reading lasts. */
export type TicketSource = {
  /** A ticket that should still be good. @throws ApiFailure, DocumentReplaced */
  current(): Promise<Ticket>
  /** A newer one than the ticket whose address was refused. @throws as `current` */
  instead(refused: Ticket): Promise<Ticket>
}

/** A ticket this near its end would die on the way. */
const MARGIN_MS = 5_000
/** No ticket lives that long: a device that reckons so has a wrong clock. */
const LONGEST_LIFE_MS = 10 * 60_000

/**
 * Renews tickets without a word. The device's clock says when, if it can be believed; else the edge's refusal does.
 * @param request how to ask for a ticket of the same document
 */
export function ticketSource(first: Ticket, request: () => Promise<Ticket>): TicketSource {
  let ticket = first
  let asked: Promise<Ticket> | null = null
  const isClockRight = isBelievable(lifeOf(first))

  function renew(): Promise<Ticket> {
    asked ??= ask().finally(() => {
      asked = null
    })
    return asked
  }

  async function ask(): Promise<Ticket> {
    const next = await request()
    if (next.version !== first.version) throw new DocumentReplaced()
    ticket = next
    return next
  }

  return {
    async current() {
      return isClockRight && lifeOf(ticket) < MARGIN_MS ? renew() : ticket
    },
    async instead(refused) {
      return ticket === refused ? renew() : ticket
    },
  }
}

function lifeOf({ expiresAt }: Ticket): number {
  return Date.parse(expiresAt) - Date.now()
}

function isBelievable(lifeMs: number): boolean {
  return lifeMs > 0 && lifeMs < LONGEST_LIFE_MS
}
