import type { PagesTicket } from '#shared/contract/files.ts'
import { offlineText } from '../kept-text.ts'

/** The pages of a document on this device, described as a ticket describes them. */
export type KeptPages = {
  ticket: PagesTicket
  /** Returns a file by its name; null where it is not kept. */
  read(name: string): Promise<Blob | null>
}

/** A document from this device. `pdf`: the account's own copy, as version 1.1 kept it. */
export type KeptCopy = ({ kind: 'pages' } & KeptPages) | { kind: 'pdf'; file: Blob; fileName: string }

/**
 * Returns the account's document from this device; null where it is not kept. `closed`: it is kept, but an examination
 * under way closes it.
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
