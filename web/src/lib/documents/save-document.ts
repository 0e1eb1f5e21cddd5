import { ApiFailure, networkFailure } from '../api/failure.ts'
import { requestTicket } from './request-ticket.ts'

/**
 * Saves a document under its own name. In stream mode the bytes are fetched here, so that a failure shows its text
 * instead of leaving the page; in embed mode the browser follows the signed address to Drive.
 * @throws ApiFailure
 */
export async function saveDocument(id: string): Promise<void> {
  const { url, mode, fileName } = await requestTicket(id, 'attachment')
  if (mode !== 'stream') return follow(url, { target: '_blank' })
  const address = URL.createObjectURL(await fetchBytes(url))
  follow(address, { download: fileName })
  // Some browsers read the bytes after the click has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

async function fetchBytes(url: string): Promise<Blob> {
  let response: Response
  try {
    response = await fetch(url)
    if (response.ok) return await response.blob()
  } catch (cause) {
    throw networkFailure(cause)
  }
  throw new ApiFailure('failing', { status: response.status })
}

function follow(address: string, how: { download?: string; target?: string }): void {
  const link = Object.assign(document.createElement('a'), { href: address, rel: 'noopener', ...how })
  link.click()
}
