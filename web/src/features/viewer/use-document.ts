import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { getTicket, type Ticket } from '#shared/contract/files.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import { routeKey } from '#web/lib/api/cache.ts'
import { ApiFailure, refusalCodeOf } from '#web/lib/api/failure.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import {
  createTicketSource,
  DocumentReplaced,
  type FirstTicket,
  renewTicket,
  requestTicket,
  type TicketSource,
} from '#web/lib/documents/tickets.ts'

type Opened = { ticket: Ticket; tickets: TicketSource }

/**
 * The state of a document that is opened. `announced`: it has no file yet. `failed` keeps the tickets, if there were
 * any, for a link to Drive.
 */
type DocumentState =
  | { step: 'invalid' }
  | { step: 'loading' }
  | { step: 'announced' }
  | { step: 'failed'; error: unknown; opened: Opened | null }
  | ({ step: 'ready'; interruption: unknown } & Opened)

/** Reports a failure. `resume` continues the work that failed; without it the document is opened again. */
export type OnFailure = (error: unknown, resume?: () => void) => void

/**
 * Opens a document and handles each failure in the viewer:
 * - the file was replaced: the new version is opened at once;
 * - access was refused, or the work cannot continue: the document is closed until the user retries;
 * - anything else: what is on screen stays, and the work continues when the user retries or the network returns.
 *
 * Requests have their own retries with backoff before they fail: the query client for tickets, `createDocumentBytes`
 * for bytes.
 * @param onReplaced called when the document's file was replaced
 * @param firstTicket used for the first opening if it is for this document
 */
export function useDocument(id: string, onReplaced: () => void, firstTicket: FirstTicket | null = null) {
  const isValid = v.is(DocumentId, id)
  const account = useAccountNumber()
  const [round, setRound] = useState(1)
  const [lost, setLost] = useState<{ error: unknown } | null>(null)
  const [interruption, setInterruption] = useState<unknown>(null)
  const resumes = useRef<(() => void)[]>([])
  const asked = useRef(firstTicket?.id === id ? firstTicket.ticket : null)
  const { data, error } = useQuery({
    // A ticket belongs to one account and one opening.
    queryKey: [...routeKey(getTicket), id, account, round],
    queryFn: ({ signal }) => {
      const { current: first } = asked
      asked.current = null
      return first ?? requestTicket(id, 'inline', signal)
    },
    meta: { personal: true },
    enabled: isValid,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const tickets = useMemo(() => (data ? createTicketSource(data, () => renewTicket(id)) : null), [data, id])

  const reopen = useCallback(() => {
    resumes.current = []
    setInterruption(null)
    setLost(null)
    setRound((before) => before + 1)
  }, [])

  const retry = useCallback(() => {
    if (lost !== null || resumes.current.length === 0) return reopen()
    const pending = resumes.current
    resumes.current = []
    setInterruption(null)
    for (const resume of pending) resume()
  }, [reopen, lost])

  const onFailure = useCallback<OnFailure>(
    (failure, resume) => {
      if (failure instanceof DocumentReplaced) {
        onReplaced()
        reopen()
      } else if (resume && !isRefused(failure)) {
        resumes.current.push(resume)
        setInterruption(failure)
      } else {
        resumes.current = []
        setLost({ error: failure })
      }
    },
    [onReplaced, reopen],
  )

  useEffect(() => {
    if (interruption === null) return
    const onOnline = () => retry()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [interruption, retry])

  return { document: documentState(), onFailure, retry }

  function documentState(): DocumentState {
    if (!isValid) return { step: 'invalid' }
    const opened = data && tickets ? { ticket: data, tickets } : null
    if (lost) return { step: 'failed', error: lost.error, opened }
    if (opened) return { step: 'ready', ...opened, interruption }
    if (refusalCodeOf(error) === 'DOCUMENT_UNAVAILABLE') return { step: 'announced' }
    return error ? { step: 'failed', error, opened } : { step: 'loading' }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'refused'
}

/** Counts the accounts that have signed out while the document was open. */
function useAccountNumber(): number {
  const id = useProfile()?.id ?? null
  const [state, setState] = useState({ id, number: 0 })
  if (state.id !== id) setState({ id, number: state.id === null ? state.number : state.number + 1 })
  return state.number
}
