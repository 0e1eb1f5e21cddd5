import { buffer } from 'node:stream/consumers'
import * as v from 'valibot'
import { assertMayOpen } from '#shared/domain/accounts/document-access.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { MAX_COPY_BYTES } from '#shared/entities/copy.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { createCopies } from '../data/copies.ts'
import { openTable } from '../data/table/client.ts'
import { parseCopyPath } from '../delivery/file-path.ts'
import { createStreamingHandler, type Delivery, type FileRequest } from '../delivery/streaming.ts'
import { openDrive } from '../drive/drive.ts'
import { driveRefusal } from '../drive/failure.ts'
import { systemClock } from '../http/use-case.ts'
import { markPdf } from '../pdf/mark-pdf.ts'
import { CopiesEnvironment } from './environment.ts'

const env = v.parse(CopiesEnvironment, process.env)
const copies = createCopies(openTable(env.TABLE_NAME))
const drive = openDrive(env)

export const handler = createStreamingHandler('GET /files/copies', deliverCopy)

/** An account's own copy of a PDF has its address and a code on each page. @throws DomainError */
async function deliverCopy(request: FileRequest): Promise<Delivery> {
  const path = parseCopyPath(request.path)
  if (!path || request.method !== 'GET') throw new DomainError('NOT_FOUND')
  const { user, document, hasSat } = await copies.findParties(path.userId, path.documentId)
  if (!user || document?.version !== path.version || document.type !== 'pdf')
    throw new DomainError('NOT_FOUND')
  const now = systemClock.now()
  // The check is repeated, since the link may be two minutes old.
  assertMayOpen(user, document, now, hasSat)
  const { id: documentId, title, version, fileName, file } = document
  if (file.kind !== 'drive') throw new DomainError('DOCUMENT_UNAVAILABLE')
  // The delivery is counted before the work that its limit bounds.
  const copy = await copies.issue({
    userId: user.id,
    email: user.email,
    documentId,
    title,
    version,
    issuedAt: now.toISOString(),
  })
  const pdf = await markPdf(await download(file), copy)
  return {
    statusCode: 200,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${fileName}"`,
      etag: `"${version}-${copy.code}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
    body: ReadableStream.from([pdf]),
  }
}

async function download(file: DriveReference): Promise<Uint8Array> {
  try {
    const media = await drive.open({ file, range: null, partAtMost: MAX_COPY_BYTES })
    if (media.kind === 'unsatisfiable') throw new DomainError('DOCUMENT_SOURCE_FAILED')
    if (media.kind === 'whole' && media.size !== null && media.size <= MAX_COPY_BYTES)
      return await buffer(media.body)
    await media.body.cancel()
    throw new DomainError('DOCUMENT_BROKEN')
  } catch (error) {
    throw driveRefusal(error)
  }
}
