import { ApiFailure } from '../api/failure.ts'
import { documentBytes } from './document-bytes.ts'
import { requestTicket } from './request-ticket.ts'
import { DocumentReplaced, ticketSource } from './ticket-source.ts'

/** Bytes asked for at once: a lost connection costs no more than this. */
const PART_BYTES = 1024 * 1024

/**
 * Saves a document under its own name. In stream mode the bytes are fetched here, so that a failure shows its text
 * instead of leaving the page; in embed mode the browser follows the signed address to Drive.
 * @param onProgress told how much of it is there, from 0 to 1
 * @throws ApiFailure
 */
export async function saveDocument(id: string, onProgress: (share: number) => void): Promise<void> {
  const ticket = await requestTicket(id, 'attachment')
  const { mode, url, fileName } = ticket
  if (mode !== 'stream') return follow(url, { target: '_blank' })
  const parts = await readAll(
    documentBytes(ticketSource(ticket, () => requestTicket(id, 'attachment'))),
    onProgress,
  ).catch((error: unknown) => {
    // Half of each file would be neither.
    throw error instanceof DocumentReplaced ? new ApiFailure('failing', { cause: error }) : error
  })
  const type = ticket.type === 'pdf' ? 'application/pdf' : 'video/mp4'
  const address = URL.createObjectURL(new Blob(parts, { type }))
  follow(address, { download: fileName })
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function readAll(
  bytes: ReturnType<typeof documentBytes>,
  onProgress: (share: number) => void,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  let loaded = 0
  const onBytes = (count: number) => {
    loaded += count
    onProgress(loaded / (bytes.total() ?? Number.POSITIVE_INFINITY))
  }
  for (let at = 0; at < (bytes.total() ?? PART_BYTES); at += PART_BYTES)
    parts.push(await bytes.read(at, at + PART_BYTES, { onBytes }))
  return parts
}

function follow(address: string, how: { download?: string; target?: string }): void {
  const link = Object.assign(document.createElement('a'), { href: address, rel: 'noopener', ...how })
  link.click()
}
