import type { Document } from '#shared/domain/documents/document.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Documents } from '../data/document-list.ts'
import { type FilePath, parseFilePath } from '../delivery/file-path.ts'
import type { Delivery, FileRequest } from '../delivery/streaming.ts'
import type { Drive } from '../drive/drive.ts'
import { type Content, describeContent, streamContent } from './stream.ts'

type DeliverDeps = {
  documents: Pick<Documents, 'find'>
  /** Null in embed mode, where the browser is redirected to Drive. */
  drive: Pick<Drive, 'open' | 'factsOf'> | null
}

/**
 * Delivers the bytes of a signed path, whose signature the edge has checked.
 * 1. Reads the document again, so that an old path never delivers a replaced or deleted document.
 * 2. In embed mode redirects the browser to Drive; in stream mode streams Drive's bytes, also ranges.
 * @throws DomainError NOT_FOUND, DOCUMENT_UNAVAILABLE, DOCUMENT_TOO_LARGE, DOCUMENT_SOURCE_FAILED
 */
export async function deliver({ documents, drive }: DeliverDeps, request: FileRequest): Promise<Delivery> {
  const path = parseFilePath(request.path)
  if (!path || (request.method !== 'GET' && request.method !== 'HEAD')) throw new DomainError('NOT_FOUND')
  const document = await documents.find(path.documentId)
  if (!document || document.version !== path.version) throw new DomainError('NOT_FOUND')
  // In stream mode a PDF is read as pictures and saved as a marked copy: its own bytes reach no browser.
  if (drive && document.type === 'pdf') throw new DomainError('NOT_FOUND')
  const content = contentOf(document, path)
  if (!drive) return redirect(content, path)
  return request.method === 'HEAD' ? describeContent(drive, content) : streamContent(drive, content, request)
}

function contentOf({ captions, file, type, version, fileName }: Document, { use }: FilePath): Content {
  if (use === 'captions') {
    if (!captions) throw new DomainError('NOT_FOUND')
    return { kind: 'captions', file: captions, version, disposition: 'inline' }
  }
  if (file.kind !== 'drive') throw new DomainError('DOCUMENT_UNAVAILABLE')
  return { kind: type, file, version, disposition: `${use}; filename="${fileName}"` }
}

function redirect({ file: { fileId, resourceKey } }: Content, { use }: FilePath): Delivery {
  // Drive's player shows its own captions, and the page cannot add any inside its frame.
  if (use === 'captions') throw new DomainError('NOT_FOUND')
  const url =
    use === 'inline'
      ? new URL(`https://drive.google.com/file/d/${fileId}/preview`)
      : new URL(`https://drive.google.com/uc?export=download&id=${fileId}`)
  if (resourceKey !== undefined) url.searchParams.set('resourcekey', resourceKey)
  return { statusCode: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: null }
}
