import type { Ticket } from '#shared/contract/files.ts'
import { authStore } from '../auth/auth-state.ts'
import { profileIn } from '../auth/use-auth.ts'
import { keptExamsText } from '../kept-text.ts'

/** A cheap phone has little memory: one long scan, or a dozen papers. */
const MOST_BYTES = 32 * 1024 * 1024

/** The bytes of one version of a document that have arrived. */
export type RememberedBytes = {
  /** Entity tag and size of the whole document; null before the first bytes. */
  etag: string | null
  total: number | null
  /** Stores bytes that have arrived. */
  add(at: number, part: Uint8Array): void
  /** Returns the known bytes from `begin` on, at most up to `end`; empty where the first one is not known. */
  take(begin: number, end: number): Uint8Array<ArrayBuffer>
  /** Returns where the next known bytes after `begin` begin, at most `end`. */
  nextKnown(begin: number, end: number): number
}

type Remembered = { ticket: Ticket; bytes: RememberedBytes }

/** Returns a memory of the size alone, for bytes that are needed once. */
export function nothingRemembered(): RememberedBytes {
  return {
    etag: null,
    total: null,
    add: () => undefined,
    take: () => new Uint8Array(0),
    nextKnown: (_, end) => end,
  }
}

/** The document that was read last is the last one. */
const documents = new Map<string, Remembered>()

/**
 * Returns the bytes of a document that this page has read, so that nothing is transferred twice. They last as long as
 * the page and its account. A new version of the document begins with none.
 */
export function rememberedBytes(id: string, ticket: Ticket): RememberedBytes {
  const before = documents.get(id)
  const bytes = before?.ticket.version === ticket.version ? before.bytes : createBytes(forgetOldest)
  documents.delete(id)
  documents.set(id, { ticket, bytes })
  return bytes
}

/** Returns the last ticket of a document of which this page has bytes, to read them without a network; or null. */
export function rememberedTicket(id: string): Ticket | null {
  const remembered = documents.get(id)
  return remembered?.bytes.total ? remembered.ticket : null
}

/** Forgets a document, which the server refuses from now on. */
export function forgetDocument(id: string): void {
  documents.delete(id)
}

/** Forgets the documents that were read longest ago until the others fit. */
function forgetOldest(): void {
  let sum = 0
  for (const [id, { bytes }] of [...documents].toReversed()) {
    sum += bytes.total ?? 0
    if (sum > MOST_BYTES) documents.delete(id)
  }
}

function createBytes(onGrown: () => void): RememberedBytes {
  let whole: Uint8Array<ArrayBuffer> | null = null
  /** Known ranges in ascending order; they do not touch. */
  let known: { begin: number; end: number }[] = []
  return {
    etag: null,
    total: null,
    add(at, part) {
      // The size of a streamed answer is not known before its end.
      if (this.total === null || this.total > MOST_BYTES) return
      if (whole === null) {
        whole = new Uint8Array(this.total)
        onGrown()
      }
      whole.set(part, at)
      const added = { begin: at, end: at + part.length }
      const isApart = ({ begin, end }: { begin: number; end: number }) =>
        end < added.begin || begin > added.end
      for (const range of known.filter((each) => !isApart(each))) {
        added.begin = Math.min(added.begin, range.begin)
        added.end = Math.max(added.end, range.end)
      }
      known = [...known.filter(isApart), added].toSorted((one, other) => one.begin - other.begin)
    },
    take(begin, end) {
      const range = known.find((each) => each.begin <= begin && begin < each.end)
      return whole && range ? whole.slice(begin, Math.min(end, range.end)) : new Uint8Array(0)
    },
    nextKnown(begin, end) {
      return Math.min(end, known.find((range) => range.begin > begin)?.begin ?? end)
    },
  }
}

// Bytes end with their account, and an examination that begins closes some of the documents.
let account = profileIn(authStore.get())?.id
authStore.subscribe(() => {
  const now = profileIn(authStore.get())?.id
  if (now !== account) documents.clear()
  account = now
})
keptExamsText.onChange(() => documents.clear())
