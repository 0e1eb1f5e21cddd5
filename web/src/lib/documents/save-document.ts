import { ApiFailure } from '../api/failure.ts'
import { documentFailureText } from './document-texts.ts'
import { keptCopy } from './prepared-document.ts'
import { createTicketSource, DocumentReplaced, fetchSigned, requestTicket } from './tickets.ts'

/** Receives the share that has arrived, from 0 to 1. */
type OnProgress = (share: number) => void

/** In stream mode a failure does not leave the page; in embed mode the browser goes to Drive. @throws ApiFailure */
export async function saveDocument(id: string, onProgress: OnProgress): Promise<void> {
  const kept = await keptCopy(id)
  if (kept !== null && kept !== 'closed' && kept.kind === 'pdf') return saveBlob(kept.file, kept.fileName)
  const ticket = await requestTicket(id, 'attachment')
  if (ticket.mode === 'pages') throw new ApiFailure('failing')
  if (ticket.mode !== 'stream') return clickLink(ticket.url, { target: '_blank' })
  const tickets = createTicketSource(ticket, () => requestTicket(id, 'attachment'))
  try {
    const onBytes = (count: number, total: number | null) => {
      // A copy that is sent while it is made has no size yet: that of the pictures stands in for it.
      onProgress(Math.min(1, count / (total ?? ticket.size ?? Number.POSITIVE_INFINITY)))
    }
    saveBlob(await fetchSigned(tickets, ({ url }) => url, { onBytes }), ticket.fileName)
  } catch (error) {
    throw error instanceof DocumentReplaced ? new ApiFailure('failing', { cause: error }) : error
  }
}

/** Saves a document. @returns why it failed; null when it is saved */
export async function saveOrExplain(id: string, onProgress: OnProgress): Promise<string | null> {
  try {
    await saveDocument(id, onProgress)
    return null
  } catch (error) {
    return documentFailureText(error)
  }
}

function saveBlob(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file)
  clickLink(address, { download: fileName })
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function clickLink(href: string, options: { download?: string; target?: string }): void {
  Object.assign(document.createElement('a'), { href, rel: 'noopener', ...options }).click()
}
