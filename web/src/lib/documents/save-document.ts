import type { Ticket } from '#shared/contract/files.ts'
import { ApiFailure } from '../api/failure.ts'
import { concatBytes, createDocumentBytes } from './document-bytes.ts'
import { documentFailureText } from './document-texts.ts'
import { openCopy } from './kept-copy.ts'
import { createTicketSource, DocumentReplaced, requestTicket } from './tickets.ts'

/** Bytes per request: a lost connection costs no more than this. */
const PART_BYTES = 1024 * 1024
/** No copy is that large. */
const WHOLE_BYTES = 1024 * PART_BYTES

type FetchOptions = {
  /** Receives the share that has arrived, from 0 to 1. */
  onProgress: (share: number) => void
  signal?: AbortSignal
}

/**
 * Saves a document under its own name: a PDF as the reader's own copy. In stream mode the bytes are fetched here, so that
 * a failure shows its text instead of leaving the page; in embed mode the browser follows the signed address to Drive.
 * @throws ApiFailure
 */
export async function saveDocument(id: string, onProgress: FetchOptions['onProgress']): Promise<void> {
  const kept = await openCopy(id)
  if (kept) return saveBlob(kept.file, kept.ticket.fileName)
  const ticket = await requestTicket(id, 'attachment')
  const { mode, url, fileName } = ticket
  if (mode !== 'stream') return clickLink(url, { target: '_blank' })
  const parts = await fetchParts(id, ticket, { onProgress })
  const type = ticket.type === 'pdf' ? 'application/pdf' : 'video/mp4'
  saveBlob(new Blob(parts, { type }), fileName)
}

function saveBlob(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  clickLink(address, { download: fileName })
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

/** Saves a document. @returns why it failed; null when it is saved */
export async function saveOrExplain(
  id: string,
  onProgress: FetchOptions['onProgress'],
): Promise<string | null> {
  try {
    await saveDocument(id, onProgress)
    return null
  } catch (error) {
    return documentFailureText(error)
  }
}

/** Returns a document as it would be saved, from this device where it is kept. @throws as {@link fetchDocument} */
export async function ownCopy(id: string, options: FetchOptions): Promise<Uint8Array<ArrayBuffer>> {
  const kept = await openCopy(id)
  return kept
    ? new Uint8Array(await kept.file.arrayBuffer())
    : concatBytes((await fetchDocument(id, options)).parts)
}

/** A document as it would be saved, with the ticket that describes it. */
export type FetchedDocument = { ticket: Ticket; parts: Uint8Array<ArrayBuffer>[] }

/** Fetches a document as it would be saved. @throws ApiFailure, the signal's reason */
export async function fetchDocument(id: string, options: FetchOptions): Promise<FetchedDocument> {
  const ticket = await requestTicket(id, 'attachment', options.signal)
  return { ticket, parts: await fetchParts(id, ticket, options) }
}

async function fetchParts(id: string, ticket: Ticket, { onProgress, signal }: FetchOptions) {
  const bytes = createDocumentBytes(createTicketSource(ticket, () => requestTicket(id, 'attachment')))
  // A personal copy is made at each request, so that it is fetched in one.
  const step = isCopy(ticket) ? WHOLE_BYTES : PART_BYTES
  const parts: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  const onBytes = (count: number) => {
    loaded += count
    // A copy is a little longer than its document.
    const expected = bytes.total() ?? ticket.size ?? Number.POSITIVE_INFINITY
    onProgress(Math.min(1, loaded / expected))
  }
  try {
    for (let at = 0; at < (bytes.total() ?? step); at += step)
      parts.push(await bytes.read(at, at + step, { onBytes, signal }))
  } catch (error) {
    // Parts of two versions do not make one file.
    throw error instanceof DocumentReplaced ? new ApiFailure('failing', { cause: error }) : error
  }
  return parts
}

function isCopy({ url }: Ticket): boolean {
  return new URL(url, window.location.href).pathname.startsWith('/files/copies/')
}

function clickLink(href: string, options: { download?: string; target?: string }): void {
  Object.assign(document.createElement('a'), { href, rel: 'noopener', ...options }).click()
}
