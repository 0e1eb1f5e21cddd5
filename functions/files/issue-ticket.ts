import { createHash } from 'node:crypto'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import {
  type Disposition,
  type FileTicket,
  LINK_PARAMETER,
  type PagesTicket,
  type Ticket,
} from '#shared/contract/files.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { preparedPath } from '#shared/entities/prepared-document.ts'
import type { PreparationQueue } from '../aws/preparation-queue.ts'
import type { ReadSecret } from '../aws/secrets.ts'
import type { Stores } from '../data/stores.ts'
import { captionsName, copyPath, filePath } from '../delivery/file-path.ts'
import { count } from '../http/metrics.ts'
import type { Clock, Reader } from '../http/use-case.ts'
import type { DeliveryMode } from './environment.ts'

export type TicketDeps = {
  keyPairId: string
  readPrivateKey: ReadSecret
  siteOrigin: string
  deliveryMode: DeliveryMode
  /** Takes a PDF that is not prepared, before all that wait. */
  queue: Pick<PreparationQueue, 'send'>
  copies: Pick<Stores['copies'], 'issue'>
  clock: Clock
}

/** A request for a ticket: of an account, or of a visitor without one, and bound to the cookie of their browser. */
type Asked = {
  disposition: Disposition
  reader: Pick<Reader, 'userId' | 'email' | 'prepared'>
  linkCookie: string
  expires: Date
}

/** Short, so that a shared link expires soon; the viewer gets a new one. Milliseconds. */
const TICKET_LIFE_MS = 120_000
/** Most papers are prepared in a few seconds. */
const PREPARING_S = 1

/**
 * Returns a ticket to fetch one document for two minutes. Its paths name the document's version, so that a replaced
 * document cannot be reached by an old ticket; its links contain the hash of the browser's cookie, which the edge
 * compares. A reader who saves a PDF gets a link of their own copy, and one who prints it the code of such a copy.
 * @throws DomainError NOT_FOUND, DOCUMENT_UNAVAILABLE, DOCUMENT_PREPARING, DOCUMENT_BROKEN, AUTHENTICATION_REQUIRED
 * (visitors who save or print a PDF), TOO_MANY_REQUESTS
 */
export async function issueTicket(
  deps: TicketDeps,
  { document, ...reader }: Asked['reader'] & Pick<Reader, 'document'>,
  disposition: Disposition,
  linkCookie: string,
): Promise<Ticket> {
  if (!document) throw new DomainError('NOT_FOUND')
  // CloudFront counts whole seconds.
  const expires = new Date(Math.floor((deps.clock.now().getTime() + TICKET_LIFE_MS) / 1000) * 1000)
  const ticket = await ticketFor(deps, document, { disposition, reader, linkCookie, expires })
  count('TicketsIssued')
  return ticket
}

function ticketFor(deps: TicketDeps, document: Document, asked: Asked): Promise<Ticket> | Ticket {
  const { file, type, pages } = document
  switch (file.kind) {
    case 'coming-soon':
      throw new DomainError('DOCUMENT_UNAVAILABLE')
    case 'youtube':
      return {
        ...describe(document, asked),
        url: `https://www.youtube-nocookie.com/embed/${file.videoId}`,
        mode: 'youtube',
        pages,
        captionsUrl: null,
      }
    case 'drive':
      if (deps.deliveryMode === 'stream' && document.fault !== null) throw new DomainError('DOCUMENT_BROKEN')
      return deps.deliveryMode === 'stream' && type === 'pdf'
        ? paperTicket(deps, document, asked)
        : fileTicket(deps, document, asked)
  }
}

function describe({ type, title, fileName, version, size }: Document, { expires }: Asked) {
  return { expiresAt: expires.toISOString(), type, title, fileName, version, size }
}

/** A file that is delivered as it is: a video, or any file in embed mode. */
async function fileTicket(deps: TicketDeps, document: Document, asked: Asked): Promise<FileTicket> {
  const { id: documentId, version, fileName, pages } = document
  const use = asked.disposition === 'attachment' ? 'attachment' : 'inline'
  // In embed mode Drive's player shows its own captions.
  const hasCaptions = document.captions !== null && deps.deliveryMode === 'stream'
  const signed = (path: string) => signedUrl(deps, path, asked)
  return {
    ...describe(document, asked),
    url: await signed(filePath({ documentId, version, use, fileName })),
    mode: deps.deliveryMode,
    pages,
    captionsUrl: hasCaptions
      ? await signed(filePath({ documentId, version, use: 'captions', fileName: captionsName(fileName) }))
      : null,
  }
}

async function paperTicket(deps: TicketDeps, document: Document, asked: Asked): Promise<Ticket> {
  const { id: documentId, version, fileName, title, digest, pages } = document
  const { disposition, reader } = asked
  const prepared = digest === null ? null : await reader.prepared
  if (digest === null || !prepared) {
    await deps.queue.send([documentId])
    throw new DomainError('DOCUMENT_PREPARING', { retryAfterSeconds: PREPARING_S })
  }
  if (disposition === 'inline') return pagesTicket(deps, document, digest, prepared, asked, null)
  const { userId, email } = reader
  if (userId === null || email === null) throw new DomainError('AUTHENTICATION_REQUIRED')
  if (disposition === 'print') {
    const issuedAt = deps.clock.now().toISOString()
    const { code } = await deps.copies.issue({ userId, email, documentId, title, version, issuedAt })
    return pagesTicket(deps, document, digest, prepared, asked, code)
  }
  const url = await signedUrl(deps, copyPath({ documentId, version, userId, fileName }), asked)
  return { ...describe(document, asked), url, mode: 'stream', pages, captionsUrl: null }
}

/** One policy with a star covers all pictures of a PDF; the edge function refuses what else the star would. */
async function pagesTicket(
  deps: TicketDeps,
  document: Document,
  digest: string,
  { pages, size, pictures }: NonNullable<Awaited<Reader['prepared']>>,
  asked: Asked,
  copyCode: string | null,
): Promise<PagesTicket> {
  const base = preparedPath(digest)
  const url = await signedUrl(deps, `${base}/*`, asked)
  return {
    ...describe(document, asked),
    size,
    mode: 'pages',
    base,
    query: url.slice(url.indexOf('?') + 1),
    pages,
    pictures,
    copyCode,
  }
}

/** Signs a path, or with a star at its end all paths that begin so. */
async function signedUrl(
  { keyPairId, readPrivateKey, siteOrigin }: TicketDeps,
  path: string,
  { linkCookie, expires }: Asked,
): Promise<string> {
  const binding = createHash('sha256').update(linkCookie).digest('hex')
  const url = `${siteOrigin}${path}?${LINK_PARAMETER}=${binding}`
  const signer = { keyPairId, privateKey: await readPrivateKey(), algorithm: 'SHA256' } as const
  if (!path.endsWith('*')) return getSignedUrl({ url, ...signer, dateLessThan: expires })
  const until = { DateLessThan: { 'AWS:EpochTime': expires.getTime() / 1000 } }
  return getSignedUrl({
    url,
    ...signer,
    policy: JSON.stringify({ Statement: [{ Resource: url, Condition: until }] }),
  })
}
