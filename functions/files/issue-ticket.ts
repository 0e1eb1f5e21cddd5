import { createHash } from 'node:crypto'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import type { Disposition, Ticket } from '#shared/contract/files.ts'
import type { Document } from '#shared/domain/documents/document.ts'
import { LINK_PARAMETER } from '#shared/domain/documents/link-cookie.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { MAX_COPY_BYTES, MAX_COPY_PAGES } from '#shared/entities/copy.ts'
import type { FileReference } from '#shared/entities/file.ts'
import type { ReadSecret } from '../aws/secrets.ts'
import { captionsName, copyPath, filePath } from '../delivery/file-path.ts'
import type { Clock } from '../http/deps.ts'
import { count } from '../http/metrics.ts'
import type { Reader } from '../http/on.ts'
import type { DeliveryMode } from './environment.ts'

export type TicketDeps = {
  /** Id of the public key at CloudFront. */
  keyPairId: string
  /** Reads the private key, PEM. */
  readPrivateKey: ReadSecret
  siteOrigin: string
  deliveryMode: DeliveryMode
  clock: Clock
}

/** Short, so that a shared link expires soon; the viewer gets a new one. Milliseconds. */
const TICKET_LIFE_MS = 120_000

/**
 * Returns a ticket to fetch one document for two minutes. The path names the document's version, so that a replaced
 * document cannot be reached by an old ticket; its links contain the hash of the browser's cookie, which the edge
 * compares.
 *
 * A signed-in reader who saves or prints a PDF gets a link of their own copy, which names their account.
 * @param reader has the document that the guard read, or null
 * @param linkCookie value of the cookie to which the links are bound
 * @throws DomainError NOT_FOUND, DOCUMENT_UNAVAILABLE, DOCUMENT_NOT_DOWNLOADABLE
 */
export async function issueTicket(
  deps: TicketDeps,
  { document, userId }: Pick<Reader, 'document' | 'userId'>,
  disposition: Disposition,
  linkCookie: string,
): Promise<Ticket> {
  if (!document) throw new DomainError('NOT_FOUND')
  const ticket = await ticketFor(deps, document, document.file, { disposition, userId, linkCookie })
  count('TicketsIssued')
  return ticket
}

async function ticketFor(
  deps: TicketDeps,
  document: Document,
  file: FileReference,
  {
    disposition,
    userId,
    linkCookie,
  }: { disposition: Disposition; userId: string | null; linkCookie: string },
): Promise<Ticket> {
  const { type, title, fileName, version, size, pages } = document
  // CloudFront counts whole seconds.
  const expires = new Date(Math.floor((deps.clock.now().getTime() + TICKET_LIFE_MS) / 1000) * 1000)
  const ticket = { expiresAt: expires.toISOString(), type, title, fileName, version, size, pages }
  switch (file.kind) {
    case 'coming-soon':
      throw new DomainError('DOCUMENT_UNAVAILABLE')
    case 'youtube':
      return {
        ...ticket,
        url: `https://www.youtube-nocookie.com/embed/${file.videoId}`,
        mode: 'youtube',
        captionsUrl: null,
      }
    case 'drive': {
      const sign = (path: string) => signedUrl(deps, path, linkCookie, expires)
      const shared = { documentId: document.id, version }
      const isCopy =
        disposition === 'attachment' && type === 'pdf' && userId !== null && deps.deliveryMode === 'stream'
      if (isCopy && ((size ?? 0) > MAX_COPY_BYTES || (pages ?? 0) > MAX_COPY_PAGES))
        throw new DomainError('DOCUMENT_NOT_DOWNLOADABLE')
      // In embed mode Drive's player shows its own captions.
      const hasCaptions = document.captions !== null && deps.deliveryMode === 'stream'
      return {
        ...ticket,
        url: await sign(
          isCopy
            ? copyPath({ ...shared, userId, fileName })
            : filePath({ ...shared, use: disposition, fileName }),
        ),
        mode: deps.deliveryMode,
        captionsUrl: hasCaptions
          ? await sign(filePath({ ...shared, use: 'captions', fileName: captionsName(fileName) }))
          : null,
      }
    }
  }
}

async function signedUrl(
  { keyPairId, readPrivateKey, siteOrigin }: TicketDeps,
  path: string,
  linkCookie: string,
  expires: Date,
): Promise<string> {
  const binding = createHash('sha256').update(linkCookie).digest('hex')
  return getSignedUrl({
    url: `${siteOrigin}${path}?${LINK_PARAMETER}=${binding}`,
    keyPairId,
    privateKey: await readPrivateKey(),
    dateLessThan: expires,
    algorithm: 'SHA256',
  })
}
