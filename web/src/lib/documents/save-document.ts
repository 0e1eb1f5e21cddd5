import { ApiFailure } from '../api/failure.ts'
import { createDocumentBytes } from './document-bytes.ts'
import { createTicketSource, DocumentReplaced, requestTicket } from './tickets.ts'

/** Bytes per request: a lost connection costs no more than this. */
const PART_BYTES = 1024 * 1024

/**
 * Saves a document under its own name. In stream mode the bytes are fetched here, so that a failure shows its text
 * instead of leaving the page; in embed mode the browser follows the signed address to Drive.
 * @param onProgress receives how much of it has arrived, from 0 to 1
 * @throws ApiFailure
 */
export async function saveDocument(id: string, onProgress: (share: number) => void): Promise<void> {
  const request = () => requestTicket(id, 'attachment')
  const ticket = await request()
  const { mode, url, fileName } = ticket
  if (mode !== 'stream') return clickLink(url, { target: '_blank' })
  const bytes = createDocumentBytes(createTicketSource(ticket, request))
  const parts: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  const onBytes = (count: number) => {
    loaded += count
    onProgress(loaded / (bytes.total() ?? Number.POSITIVE_INFINITY))
  }
  try {
    for (let at = 0; at < (bytes.total() ?? PART_BYTES); at += PART_BYTES)
      parts.push(await bytes.read(at, at + PART_BYTES, { onBytes }))
  } catch (error) {
    // Parts of two versions would make no file.
    throw error instanceof DocumentReplaced ? new ApiFailure('failing', { cause: error }) : error
  }
  const type = ticket.type === 'pdf' ? 'application/pdf' : 'video/mp4'
  const address = URL.createObjectURL(new Blob(parts, { type }))
  clickLink(address, { download: fileName })
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

function clickLink(href: string, options: { download?: string; target?: string }): void {
  Object.assign(document.createElement('a'), { href, rel: 'noopener', ...options }).click()
}
