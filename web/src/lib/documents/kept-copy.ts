import type { Ticket } from '#shared/contract/files.ts'
import { offlineText } from '../kept-text.ts'

/** A document from this device, described as a ticket describes it. */
export type KeptCopy = { ticket: Ticket; file: Blob }

/**
 * Returns the account's own copy of a document from this device; null where it is not kept. `closed`: it is kept, but an
 * examination under way closes it.
 */
export async function keptCopy(id: string): Promise<KeptCopy | 'closed' | null> {
  if (offlineText.read() === null) return null
  try {
    return await (await import('../offline/open-offline.ts')).openOffline(id)
  } catch {
    // Without the chunk or the cache the document is read from the network.
    return null
  }
}

/** Returns the copy from which a document is saved or printed without the server; null for a closed one too. */
export async function openCopy(id: string): Promise<KeptCopy | null> {
  const copy = await keptCopy(id)
  return copy === 'closed' ? null : copy
}
