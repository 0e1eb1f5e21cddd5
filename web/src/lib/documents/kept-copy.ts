import type { Ticket } from '#shared/contract/files.ts'
import { offlineText } from '../kept-text.ts'

/** A document from this device, described as a ticket describes it. */
export type KeptCopy = { ticket: Ticket; file: Blob }

/** Returns the account's own copy of a document from this device; null where it is not kept, or closed at the moment. */
export async function keptCopy(id: string): Promise<KeptCopy | null> {
  if (offlineText.read() === null) return null
  try {
    return await (await import('../offline/open-offline.ts')).openOffline(id)
  } catch {
    // Without the chunk or the cache the document is read from the network.
    return null
  }
}
