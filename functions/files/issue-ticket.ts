import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import type { Disposition, Ticket } from '#shared/contract/files.ts'
import type { Document } from '#shared/domain/document.ts'
import type { FileReference } from '#shared/domain/drive-reference.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import type { Documents } from '../data/documents.ts'
import type { Clock } from '../http/clock.ts'
import type { Caller } from '../http/on.ts'
import type { DeliveryMode } from './environment.ts'
import { filePath } from './file-path.ts'
import type { ReadSecret } from './secrets.ts'

export type TicketDeps = {
  documents: Pick<Documents, 'find'>
  readSigningKey: ReadSecret
  signingKeyPairId: string
  siteOrigin: string
  deliveryMode: DeliveryMode
  clock: Clock
}

/** A link dies within minutes; the viewer asks for a new one (decision D20). */
const TICKET_LIFE_MS = 120_000

/**
 * The right to fetch one document for two minutes.
 * 1. Reads the document while the guard still checks the caller.
 * 2. A free document that is there is for everyone; for any other the guard's refusal goes first.
 * 3. Signs the path of this very version, so that a replaced document cannot be reached by an old ticket.
 * @param caller settles when the guard is done; rejects with its refusal
 * @throws Refusal the guard's, NOT_FOUND, DOCUMENT_UNAVAILABLE
 */
export async function issueTicket(
  deps: TicketDeps,
  caller: Promise<Caller>,
  id: string,
  disposition: Disposition,
): Promise<Ticket> {
  const document = await deps.documents.find(id)
  if (!document?.isFree || document.file.kind === 'coming-soon') await caller
  if (!document) throw new Refusal('NOT_FOUND')
  return ticketFor(deps, document, document.file, disposition)
}

async function ticketFor(
  deps: TicketDeps,
  document: Document,
  file: FileReference,
  disposition: Disposition,
): Promise<Ticket> {
  const { type, title, fileName } = document
  // CloudFront counts in whole seconds: what we say is what it does.
  const expires = new Date(Math.floor((deps.clock.now().getTime() + TICKET_LIFE_MS) / 1000) * 1000)
  const ticket = { expiresAt: expires.toISOString(), type, title, fileName }
  switch (file.kind) {
    case 'coming-soon':
      throw new Refusal('DOCUMENT_UNAVAILABLE')
    case 'youtube':
      return { ...ticket, url: `https://www.youtube-nocookie.com/embed/${file.videoId}`, mode: 'youtube' }
    case 'drive':
      return {
        ...ticket,
        url: await signedUrl(deps, document, disposition, expires),
        mode: deps.deliveryMode,
      }
  }
}

async function signedUrl(
  { readSigningKey, signingKeyPairId, siteOrigin }: TicketDeps,
  { id, version, fileName }: Document,
  disposition: Disposition,
  expires: Date,
): Promise<string> {
  return getSignedUrl({
    url: `${siteOrigin}${filePath({ documentId: id, version, disposition, fileName })}`,
    keyPairId: signingKeyPairId,
    privateKey: await readSigningKey(),
    dateLessThan: expires,
  })
}
