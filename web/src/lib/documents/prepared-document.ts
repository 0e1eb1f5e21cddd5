import * as v from 'valibot'
import type { PagesTicket } from '#shared/contract/files.ts'
import {
  MANIFEST_NAME,
  type PagePicture,
  PreparedManifest,
  PreparedText,
  TEXT_NAME,
} from '#shared/entities/prepared-document.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore, profileIn } from '#web/lib/auth/auth-state.ts'
import { keptExamsText, offlineText } from '#web/lib/browser-storage.ts'
import {
  createTicketSource,
  DocumentReplaced,
  type FetchOptions,
  fetchSigned,
  renewTicket,
} from './tickets.ts'

/** @throws ApiFailure, DocumentReplaced, the signal's reason */
type PreparedFiles = (name: string, options?: FetchOptions) => Promise<Blob>

/** A cheap phone has little memory: some 800 pages of text, or 60 photographs. */
const MOST_BYTES = 32 * 1024 * 1024

const lastTickets = new Map<string, PagesTicket>()
/** The files that were used longest ago come first. */
const readFiles = new Map<string, Blob>()

/** Files last as long as the page and its account, so that nothing is transferred twice. */
export function rememberFiles(id: string, ticket: PagesTicket, fetchFile: PreparedFiles): PreparedFiles {
  lastTickets.set(id, ticket)
  return async (name, options) => {
    const key = keyOf(id, ticket, name)
    const file = readFiles.get(key) ?? (await fetchFile(name, options))
    // What was forgotten while it was fetched stays so.
    if (lastTickets.get(id)?.version !== ticket.version) return file
    readFiles.delete(key)
    readFiles.set(key, file)
    forgetOldest()
    return file
  }
}

/** Returns the last ticket of a document of which this page has files, to read them without a network; or null. */
export function rememberedTicket(id: string): PagesTicket | null {
  const ticket = lastTickets.get(id)
  return ticket && [...readFiles.keys()].some((key) => key.startsWith(keyOf(id, ticket, ''))) ? ticket : null
}

/** Forgets a document, which the server refuses from now on. */
export function forgetDocument(id: string): void {
  lastTickets.delete(id)
  for (const key of readFiles.keys()) if (key.startsWith(`${id}/`)) readFiles.delete(key)
}

function forgetOldest(): void {
  let sum = [...readFiles.values()].reduce((bytes, { size }) => bytes + size, 0)
  for (const [key, { size }] of readFiles) {
    if (sum <= MOST_BYTES) return
    readFiles.delete(key)
    sum -= size
  }
}

function keyOf(id: string, { version }: PagesTicket, name: string): string {
  return `${id}/${version}/${name}`
}

function forgetAll(): void {
  lastTickets.clear()
  readFiles.clear()
}

// Files end with their account, and an examination that begins closes some of the documents.
let account = profileIn(authStore.get())?.id
authStore.subscribe(() => {
  const now = profileIn(authStore.get())?.id
  if (now !== account) forgetAll()
  account = now
})
keptExamsText.onChange(forgetAll)

/** A PDF as the server has drawn it. What two parts of the viewer want at the same time is fetched once. */
export type PreparedDocument = {
  count: number
  /** The picture of each page; null for a long document, whose manifest has them. */
  pictures: readonly PagePicture[] | null
  file: PreparedFiles
  /** Returns the lines of each page. @throws as `file` */
  text(): Promise<PreparedText['pages']>
  /** @throws as `file` */
  manifest(): Promise<PreparedManifest>
}

/** Returns a document that is read through its ticket, without what this page has read already. */
export function openPrepared(id: string, ticket: PagesTicket): PreparedDocument {
  return create(ticket, rememberFiles(id, ticket, fetchFiles(id, ticket)))
}

/** Returns a document from this device. Its large pictures are not kept, and come through a ticket. */
export function openKept(id: string, { ticket, read }: KeptPages): PreparedDocument {
  const tickets = createTicketSource(ticket, () => renewTicket(id))
  return create(ticket, async (name, options) => {
    const kept = await read(name)
    if (kept) return kept
    try {
      // The ticket of a kept document opens nothing at the server.
      await tickets.replace(ticket)
      return await fetchSigned(tickets, addressOf(name), options)
    } catch (error) {
      // The kept version stays until the student fetches the new one.
      throw error instanceof DocumentReplaced ? new ApiFailure('failing', { cause: error }) : error
    }
  })
}

/** The pages of a document on this device, described as a ticket describes them. */
type KeptPages = {
  ticket: PagesTicket
  /** Returns a file by its name; null where it is not kept. */
  read(name: string): Promise<Blob | null>
}

/** A document from this device. `pdf`: the account's own copy, as version 1.1 kept it. */
export type KeptCopy = ({ kind: 'pages' } & KeptPages) | { kind: 'pdf'; file: Blob; fileName: string }

/** Null where it is not kept. `closed`: an examination under way closes it. */
export async function keptCopy(id: string): Promise<KeptCopy | 'closed' | null> {
  if (offlineText.read() === null) return null
  try {
    return await (await import('../offline/open-offline.ts')).openOffline(id)
  } catch {
    // Without the chunk or the cache the document is read from the network.
    return null
  }
}

export function fetchFiles(id: string, ticket: PagesTicket): PreparedFiles {
  const tickets = createTicketSource(ticket, () => renewTicket(id))
  return (name, options) => fetchSigned(tickets, addressOf(name), options)
}

export async function readManifest(file: Blob): Promise<PreparedManifest> {
  return v.parse(PreparedManifest, JSON.parse(await file.text()))
}

function addressOf(name: string): (ticket: PagesTicket) => string {
  return ({ base, query }) => `${base}/${name}?${query}`
}

function create({ pages, pictures }: PagesTicket, files: PreparedFiles): PreparedDocument {
  const file = shareRequests(files)
  return {
    count: pages,
    pictures: pictures.length > 0 ? pictures : null,
    file,
    text: once(
      async () =>
        v.parse(PreparedText, JSON.parse(await (await file(TEXT_NAME, { priority: 'low' })).text())).pages,
    ),
    manifest: once(async () => readManifest(await file(MANIFEST_NAME))),
  }
}

/** Calls a function until it has succeeded once, and then returns that result. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | null = null
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = null
      throw error
    })
    return loading
  }
}

/** Joins simultaneous requests for one file. The request is aborted when none of its readers waits any more. */
function shareRequests(files: PreparedFiles): PreparedFiles {
  const running = new Map<string, { file: Promise<Blob>; readers: number; abort: AbortController }>()
  const start = (name: string, options: FetchOptions) => {
    const abort = new AbortController()
    const request = { file: files(name, { ...options, signal: abort.signal }), readers: 0, abort }
    const end = () => {
      if (running.get(name) === request) running.delete(name)
    }
    running.set(name, request)
    request.file.then(end, end)
    return request
  }
  return (name, { signal, ...options } = {}) => {
    const request = running.get(name) ?? start(name, options)
    request.readers += 1
    return new Promise((resolve, reject) => {
      const leave = () => {
        reject(signal?.reason)
        request.readers -= 1
        if (request.readers > 0 || running.get(name) !== request) return
        running.delete(name)
        request.abort.abort()
      }
      signal?.addEventListener('abort', leave, { once: true })
      request.file.then(resolve, reject).finally(() => signal?.removeEventListener('abort', leave))
    })
  }
}
