import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import * as v from 'valibot'
import type { Ticket } from '#shared/contract/files.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { requestTicket } from '#web/lib/documents/request-ticket.ts'
import { type TicketSource, ticketSource } from '#web/lib/documents/ticket-source.ts'

/** The right to show a document, and to go on showing it. */
export type OpenDocument =
  | { step: 'invalid' }
  | { step: 'loading' }
  | { step: 'failed'; error: unknown }
  | { step: 'ready'; ticket: Ticket; tickets: TicketSource }

/** Asks for a document. What is answered is for whoever is there: when he goes, it is asked for anew. */
export function useDocument(id: string) {
  const isValid = v.is(DocumentId, id)
  const era = useAccountEra()
  const [lost, setLost] = useState<unknown>(null)
  const [round, setRound] = useState(1)
  const { data, error } = useQuery({
    queryKey: ['ticket', id, era, round],
    queryFn: ({ signal }) => requestTicket(id, 'inline', signal),
    enabled: isValid,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { personal: true },
  })
  const tickets = useMemo(
    () => (data ? ticketSource(data, () => requestTicket(id, 'inline')) : null),
    [data, id],
  )

  /** Begins again with a new ticket. */
  const retry = useCallback(() => {
    setLost(null)
    setRound((before) => before + 1)
  }, [])
  return { document: documentOf(), lose: setLost, retry }

  function documentOf(): OpenDocument {
    if (!isValid) return { step: 'invalid' }
    if (lost !== null) return { step: 'failed', error: lost }
    if (data && tickets) return { step: 'ready', ticket: data, tickets }
    return error ? { step: 'failed', error } : { step: 'loading' }
  }
}

/** Counts the accounts that have left while the document was open. */
function useAccountEra(): number {
  const id = useProfile()?.id ?? null
  const [state, setState] = useState({ id, era: 0 })
  if (state.id !== id) setState({ id, era: state.id === null ? state.era : state.era + 1 })
  return state.era
}
