import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { type FileTicket, getTicket, type PagesTicket, type Ticket } from '#shared/contract/files.ts'
import { DocumentId } from '#shared/entities/fields.ts'
import { routeKey } from '#web/lib/api/api.ts'
import { ApiFailure, refusalCodeOf } from '#web/lib/api/failure.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { ClosedByExam } from '#web/lib/documents/document-texts.ts'
import {
  forgetDocument,
  type KeptCopy,
  keptCopy,
  openKept,
  openPrepared,
  type PreparedDocument,
  rememberedTicket,
} from '#web/lib/documents/prepared-document.ts'
import {
  createTicketSource,
  DocumentReplaced,
  type FirstTicket,
  renewTicket,
  requestTicket,
  type TicketSource,
  untilPrepared,
} from '#web/lib/documents/tickets.ts'

/** A prepared PDF, or a video, which is played from its address as the documents of other sites are. */
export type Opened =
  | { kind: 'pages'; ticket: PagesTicket; document: PreparedDocument }
  | { kind: 'file'; ticket: FileTicket; tickets: TicketSource<FileTicket> }

/**
 * The state of a document that is opened. `announced`: it has no file yet. `preparing`: it opens by itself once the
 * server has drawn its pages. `keptPdf`: without a ticket there is only the file that version 1.1 has kept. `failed`
 * keeps what was open, if anything was, for a link to Drive.
 */
export type DocumentState =
  | { step: 'invalid' }
  | { step: 'loading' }
  | { step: 'announced' }
  | { step: 'preparing'; error: ApiFailure }
  | { step: 'keptPdf'; file: Blob }
  | { step: 'failed'; error: unknown; opened: Opened | null }
  | { step: 'ready'; opened: Opened }

/** Reports a failure that closes the document until the reader retries. */
export type OnFailure = (error: unknown) => void

/**
 * Opens a document and handles what closes it:
 * - the file was replaced: the new version is opened at once;
 * - access was refused, or the work cannot continue: the document is closed until the reader retries.
 *
 * A failure of one page is shown in its place (pages/page-sheet.tsx).
 *
 * A document that is kept on this device is shown from there, and one that this page has read is read from memory
 * without a network. The server is asked for a ticket all the same: it counts the opening, its refusal closes the
 * document, and its version replaces one that was kept before.
 *
 * Requests have their own retries with backoff before they fail: the query client for tickets, `fetchSigned` for files.
 * @param onReplaced called when the document's file was replaced, also since it was kept
 * @param firstTicket used for the first opening if it is for this document
 */
export function useDocument(id: string, onReplaced: () => void, firstTicket: FirstTicket | null = null) {
  const isValid = v.is(DocumentId, id)
  const account = useAccountNumber()
  const [round, setRound] = useState(1)
  const [lost, setLost] = useState<{ error: unknown } | null>(null)
  const [preparing, setPreparing] = useState<ApiFailure | null>(null)
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
      const request = () => {
        const { current: first } = asked
        asked.current = null
        return first ?? requestTicket(id, 'inline', signal)
      }
      return untilPrepared(request, setPreparing, signal)
    },
  })
  const { data: answer } = asking
  const isUnanswered = asking.error !== null && !isRefused(asking.error)
  const error = isUnanswered && kept.data === 'closed' ? new ClosedByExam() : asking.error
  const isClosed = closesDocument(error)
  // A document that this page has read needs no network.
  const ticket = answer ?? (isUnanswered ? rememberedTicket(id) : null)
  const copy = kept.data === 'closed' ? null : (kept.data ?? null)
  const isOutdated = copy?.kind === 'pages' && answer !== undefined && answer.version !== copy.ticket.version
  const opened = useMemo(
    () => (isClosed || kept.isPending ? null : open(id, isOutdated ? null : copy, ticket)),
    [isClosed, kept.isPending, isOutdated, copy, ticket, id],
  )
  useEffect(() => {
    if (isClosed) forgetDocument(id)
  }, [isClosed, id])
  useEffect(() => {
    if (!isOutdated) return
    onReplaced()
    void noteReplaced(id)
  }, [isOutdated, onReplaced, id])

  const retry = useCallback(() => {
    setPreparing(null)
    setLost(null)
    setRound((before) => before + 1)
  }, [])

  const onFailure = useCallback<OnFailure>(
    (failure) => {
      const isReplaced = failure instanceof DocumentReplaced
      if (!isReplaced && refusalCodeOf(failure) !== 'DOCUMENT_PREPARING') return setLost({ error: failure })
      forgetDocument(id)
      if (isReplaced) onReplaced()
      retry()
    },
    [id, onReplaced, retry],
  )

  return { document: documentState(), onFailure, retry }

  function documentState(): DocumentState {
    if (!isValid) return { step: 'invalid' }
    if (lost) return { step: 'failed', error: lost.error, opened }
    if (opened) return { step: 'ready', opened }
    if (refusalCodeOf(error) === 'DOCUMENT_UNAVAILABLE') return { step: 'announced' }
    if (error && !isClosed && copy?.kind === 'pdf') return { step: 'keptPdf', file: copy.file }
    if (error && !kept.isPending) return { step: 'failed', error, opened }
    return preparing ? { step: 'preparing', error: preparing } : { step: 'loading' }
  }
}

function open(id: string, copy: KeptCopy | null, ticket: Ticket | null): Opened | null {
  if (copy?.kind === 'pages') return { kind: 'pages', ticket: copy.ticket, document: openKept(id, copy) }
  if (!ticket) return null
  if (ticket.mode === 'pages') return { kind: 'pages', ticket, document: openPrepared(id, ticket) }
  return { kind: 'file', ticket, tickets: createTicketSource(ticket, () => renewTicket(id)) }
}

export function isRefused(error: unknown): boolean {
  return error instanceof ApiFailure && error.kind === 'refused'
}

/**
 * True when the server closes the document to the account; a limit of calls, or a file that is lost or damaged in Drive,
 * closes nothing that is on the device.
 */
function closesDocument(error: unknown): boolean {
  if (refusalCodeOf(error) === 'DOCUMENT_BROKEN') return false
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

export type PagePosition = { page: number; count: number }

/** The pages that are shown, both included. */
export type PageRange = { from: number; until: number }

/** Returns the given pages as far as the document has them; all where it has none of them. */
export function shownPages(only: PageRange | null, count: number): PageRange {
  if (only === null || only.from > count) return { from: 1, until: count }
  return { from: only.from, until: Math.min(only.until, count) }
}

export function pageNumbers({ from, until }: PageRange): number[] {
  return Array.from({ length: until - from + 1 }, (_, index) => from + index)
}
