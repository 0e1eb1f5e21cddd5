import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Ticket } from '#shared/contract/files.ts'
import { networkTexts } from '#web/lib/api/failure.ts'
import { documentFailureText, SOURCE_FAILED } from '#web/lib/documents/document-texts.ts'
import { requestTicket } from '#web/lib/documents/request-ticket.ts'

/** A ticket that fails this soon after it was renewed is not failing because of its age. */
const RENEWAL_PAUSE_MS = 60_000

type TicketState =
  | { step: 'loading' }
  | { step: 'ready'; ticket: Ticket }
  | { step: 'failed'; text: string; ticket: Ticket | undefined }

/**
 * The right to show a document. Tickets live for two minutes, documents are read for longer: when the bytes stop
 * coming, `onBroken` asks for a new ticket without a word, and only then gives up.
 */
export function useTicket(id: string) {
  const renewedAt = useRef(0)
  const [isBroken, setBroken] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['ticket', id],
    queryFn: ({ signal }) => requestTicket(id, 'inline', signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { personal: true },
  })

  const onBroken = () => {
    if (Date.now() - renewedAt.current < RENEWAL_PAUSE_MS) return setBroken(true)
    renewedAt.current = Date.now()
    void refetch()
  }
  const retry = () => {
    setBroken(false)
    renewedAt.current = Date.now()
    void refetch()
  }
  return { state: stateOf(data, error, isBroken), onBroken, retry }
}

function stateOf(ticket: Ticket | undefined, error: Error | null, isBroken: boolean): TicketState {
  if (error) return { step: 'failed', text: documentFailureText(error), ticket }
  if (!ticket) return { step: 'loading' }
  return isBroken ? { step: 'failed', text: brokenText(ticket), ticket } : { step: 'ready', ticket }
}

function brokenText({ mode, type }: Ticket): string {
  if (!navigator.onLine) return networkTexts.offline
  if (mode === 'stream') return SOURCE_FAILED
  return type === 'pdf'
    ? "Impossible d'afficher le document. Vérifiez que le fichier est accessible publiquement sur Google Drive."
    : "Impossible d'afficher la vidéo. Vérifiez que le fichier est accessible publiquement sur Google Drive."
}
