import type { PagesTicket } from '#shared/contract/files.ts'
import { authStore } from '../auth/auth-state.ts'
import { profileIn } from '../auth/use-auth.ts'
import { keptExamsText } from '../kept-text.ts'
import type { FetchOptions } from './fetch-signed.ts'

/**
 * Returns a file of a prepared PDF by its name (shared/entities/prepared-document.ts).
 * @throws ApiFailure, DocumentReplaced, the signal's reason
 */
export type PreparedFiles = (name: string, options?: FetchOptions) => Promise<Blob>

/** A cheap phone has little memory: some 800 pages of text, or 60 photographs. */
const MOST_BYTES = 32 * 1024 * 1024

/** The last ticket of each document that this page has opened. */
const tickets = new Map<string, PagesTicket>()
/** The files that were used longest ago come first. */
const files = new Map<string, Blob>()

/**
 * Remembers the files of a document that this page has read, so that nothing is transferred twice. They last as long as
 * the page and its account. A new version of the document begins with none.
 */
export function rememberFiles(id: string, ticket: PagesTicket, fetchFile: PreparedFiles): PreparedFiles {
  tickets.set(id, ticket)
  return async (name, options) => {
    const key = keyOf(id, ticket, name)
    const file = files.get(key) ?? (await fetchFile(name, options))
    // What was forgotten while it was fetched stays so.
    if (tickets.get(id)?.version !== ticket.version) return file
    files.delete(key)
    files.set(key, file)
    forgetOldest()
    return file
  }
}

/** Returns the last ticket of a document of which this page has files, to read them without a network; or null. */
export function rememberedTicket(id: string): PagesTicket | null {
  const ticket = tickets.get(id)
  return ticket && [...files.keys()].some((key) => key.startsWith(keyOf(id, ticket, ''))) ? ticket : null
}

/** Forgets a document, which the server refuses from now on. */
export function forgetDocument(id: string): void {
  tickets.delete(id)
  for (const key of files.keys()) if (key.startsWith(`${id}/`)) files.delete(key)
}

function forgetOldest(): void {
  let sum = [...files.values()].reduce((bytes, { size }) => bytes + size, 0)
  for (const [key, { size }] of files) {
    if (sum <= MOST_BYTES) return
    files.delete(key)
    sum -= size
  }
}

function keyOf(id: string, { version }: PagesTicket, name: string): string {
  return `${id}/${version}/${name}`
}

function forgetAll(): void {
  tickets.clear()
  files.clear()
}

// Files end with their account, and an examination that begins closes some of the documents.
let account = profileIn(authStore.get())?.id
authStore.subscribe(() => {
  const now = profileIn(authStore.get())?.id
  if (now !== account) forgetAll()
  account = now
})
keptExamsText.onChange(forgetAll)
