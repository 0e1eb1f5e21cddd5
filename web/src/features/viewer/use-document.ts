import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { getTicket, type Ticket } from '#shared/contract/files.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import { routeKey } from '#web/lib/api/cache.ts'
import { ApiFailure, refusalCodeOf } from '#web/lib/api/failure.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { bytesOfFile, createDocumentBytes, type DocumentBytes } from '#web/lib/documents/document-bytes.ts'
import { forgetDocument, rememberedBytes, rememberedTicket } from '#web/lib/documents/document-memory.ts'
import { ClosedByExam } from '#web/lib/documents/document-texts.ts'
import { keptCopy } from '#web/lib/documents/kept-copy.ts'
import {
  createTicketSource,
  DocumentReplaced,
  type FirstTicket,
  renewTicket,
  requestTicket,
  type TicketSource,
} from '#web/lib/documents/tickets.ts'

/** `bytes` are those of a PDF; a video is played from its address. */
type Opened = { ticket: Ticket; tickets: TicketSource; bytes: DocumentBytes }

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
 * A document that is kept on this device is shown from there, and one that this page has read is read from memory
 * without a network. The server is asked for a ticket all the same: it counts the opening, and its refusal closes the
 * document.
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
  const once = {
    meta: { personal: true },
    enabled: isValid,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }
  const kept = useQuery({ ...once, queryKey: ['kept', id, account, round], queryFn: () => keptCopy(id) })
  const asking = useQuery({
    ...once,
    // A ticket belongs to one account and one opening.
    queryKey: [...routeKey(getTicket), id, account, round],
    queryFn: ({ signal }) => {
      const { current: first } = asked
      asked.current = null
      return first ?? requestTicket(id, 'inline', signal)
    },
  })
  const { data: answer } = asking
  const isUnanswered = asking.error !== null && !isRefused(asking.error)
  const error = isUnanswered && kept.data === 'closed' ? new ClosedByExam() : asking.error
  const isClosed = closesDocument(error)
  // A document that this page has read needs no network.
  const ticket = answer ?? (isUnanswered ? rememberedTicket(id) : null)
  const copy = kept.data === 'closed' ? null : (kept.data ?? null)
  const opened = useMemo((): Opened | null => {
    if (isClosed || kept.isPending) return null
    const shown = copy?.ticket ?? ticket
    if (!shown) return null
    const tickets = createTicketSource(shown, () => renewTicket(id))
    const bytes = copy ? bytesOfFile(copy.file) : createDocumentBytes(tickets, rememberedBytes(id, shown))
    return { ticket: shown, tickets, bytes }
  }, [isClosed, kept.isPending, copy, ticket, id])
  useEffect(() => {
    if (isClosed) forgetDocument(id)
    if (copy && answer && answer.version !== copy.ticket.version) void noteReplaced(id)
  }, [isClosed, copy, answer, id])

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
        forgetDocument(id)
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
    [id, onReplaced, reopen],
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
    if (lost) return { step: 'failed', error: lost.error, opened }
    if (opened) return { step: 'ready', ...opened, interruption }
    if (refusalCodeOf(error) === 'DOCUMENT_UNAVAILABLE') return { step: 'announced' }
    return error && !kept.isPending ? { step: 'failed', error, opened } : { step: 'loading' }
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'refused'
}

/** True when the server closes the document to the account; a limit of calls closes nothing that is on the device. */
function closesDocument(error: unknown): boolean {
  return isRefused(error) && (error as ApiFailure).status !== 429
}

/** Notes that the owner has replaced a document of which this device keeps the earlier version. */
async function noteReplaced(id: string): Promise<void> {
  const { noteOutdated } = await import('#web/lib/offline/offline-state.ts')
  noteOutdated([id])
}

/** Counts the accounts that have signed out while the document was open. */
function useAccountNumber(): number {
  const id = useProfile()?.id ?? null
  const [state, setState] = useState({ id, number: 0 })
  if (state.id !== id) setState({ id, number: state.id === null ? state.number : state.number + 1 })
  return state.number
}
