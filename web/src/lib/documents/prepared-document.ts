import * as v from 'valibot'
import type { PagesTicket } from '#shared/contract/files.ts'
import {
  MANIFEST_NAME,
  type PagePicture,
  PreparedManifest,
  PreparedText,
  TEXT_NAME,
} from '#shared/entities/prepared-document.ts'
import { ApiFailure } from '../api/failure.ts'
import { type PreparedFiles, rememberFiles } from './document-memory.ts'
import { type FetchOptions, fetchSigned } from './fetch-signed.ts'
import type { KeptPages } from './kept-copy.ts'
import { createTicketSource, DocumentReplaced, renewTicket } from './tickets.ts'

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

/** Returns the files of a document from the server. */
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

type SharedRequest = { file: Promise<Blob>; readers: number; abort: AbortController }

/** Joins simultaneous requests for one file. The request is aborted when none of its readers waits any more. */
function shareRequests(files: PreparedFiles): PreparedFiles {
  const running = new Map<string, SharedRequest>()
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
