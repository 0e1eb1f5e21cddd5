import type { Document } from '#shared/domain/documents/document.ts'
import { type ContentKind, canBe } from '#shared/domain/documents/document-health.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { Stores } from '../data/stores.ts'
import { type FilePath, parseFilePath } from '../delivery/file-path.ts'
import type { Delivery, FileRequest } from '../delivery/streaming.ts'
import type { Drive } from '../drive/drive.ts'
import { driveRefusal } from '../drive/failure.ts'
import type { Media } from '../drive/media.ts'
import { problemAnswer } from '../http/problem.ts'

type DeliverDeps = {
  documents: Stores['documents']
  /** Null in embed mode, where the browser is redirected to Drive. */
  drive: Pick<Drive, 'open' | 'factsOf'> | null
}

type Content = { kind: ContentKind; file: DriveReference; version: string; disposition: string }

/** Browsers must revalidate, and by then the link has expired, so that a shared device keeps no readable document. */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=86400, must-revalidate'

/** Lambda ends an answer after 200 MB. Players fetch longer files in parts. */
const MAX_WHOLE_BYTES = 100 * 1000 * 1000

/** Limit of one answer. Players ask for the next part. */
export const MAX_PART_BYTES = 16 * 1024 * 1024

const ONE_RANGE = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i

/**
 * Returns the range to request from Drive; null for the whole file. A part is cut to {@link MAX_PART_BYTES}, as HTTP
 * allows. The last bytes of a file (`bytes=-n`) are cut while they are streamed, since their beginning is not known
 * yet. Several ranges, and other headers, are answered with the whole file.
 */
export function upstreamRange(header: string | undefined): string | null {
  const [, first, last, suffix] = ONE_RANGE.exec(header ?? '') ?? []
  if (suffix !== undefined) return `bytes=-${suffix}`
  if (first === undefined) return null
  const start = Number(first)
  const longest = start + MAX_PART_BYTES - 1
  const end = last ? Math.min(Number(last), longest) : longest
  return end < start ? null : `bytes=${start}-${end}`
}

/** @throws DomainError DOCUMENT_UNAVAILABLE, DOCUMENT_TOO_LARGE (a whole file over 100 MB), DOCUMENT_SOURCE_FAILED */
async function streamContent(
  drive: Pick<Drive, 'open'>,
  content: Content,
  request: FileRequest,
): Promise<Delivery> {
  // A reader with another tag has another file and gets the whole one.
  const isSame = request.ifRange === undefined || request.ifRange === etagOf(content)
  const range = isSame ? upstreamRange(request.range) : null
  const media = await drive
    .open({ file: content.file, range, partAtMost: MAX_PART_BYTES })
    .catch(throwRefusal)
  if (media.kind === 'unsatisfiable') return unsatisfiableRange(media.total, request.requestId)
  const refusal = toDomainError(media, content)
  if (refusal) {
    await media.body.cancel()
    throw refusal
  }
  const headers = headersOf(content, media.mimeType)
  // Without the length, since a streaming function URL does not pass it on.
  if (media.kind === 'whole') return { statusCode: 200, headers, body: media.body }
  const position = { 'content-range': `bytes ${media.start}-${media.end}/${media.total}` }
  return { statusCode: 206, headers: { ...headers, ...position }, body: media.body }
}

/** Returns the headers of a GET of the whole file, from Drive's metadata, without a download. */
async function describeContent(drive: Pick<Drive, 'factsOf'>, content: Content): Promise<Delivery> {
  const { mimeType } = await drive.factsOf(content.file).catch(throwRefusal)
  if (!canBe(content.kind, mimeType)) throw anotherType(mimeType, content)
  return { statusCode: 200, headers: headersOf(content, mimeType), body: null }
}

function toDomainError(
  media: Exclude<Media, { kind: 'unsatisfiable' }>,
  content: Content,
): DomainError | null {
  if (!canBe(content.kind, media.mimeType)) return anotherType(media.mimeType, content)
  const isTooLarge = media.kind === 'whole' && (media.size ?? 0) > MAX_WHOLE_BYTES
  return isTooLarge ? new DomainError('DOCUMENT_TOO_LARGE') : null
}

/** Returns the error for a file of another type, such as Google's page about a virus scan. */
function anotherType(mimeType: string, { kind }: Content): DomainError {
  return new DomainError('DOCUMENT_SOURCE_FAILED', {
    cause: new Error(`Drive has ${mimeType} for a ${kind}`),
  })
}

function unsatisfiableRange(total: number | null, requestId: string): Delivery {
  const problem = problemAnswer(new DomainError('RANGE_NOT_SATISFIABLE'), requestId)
  const length = total === null ? {} : { 'content-range': `bytes */${total}` }
  return { ...problem, headers: { ...problem.headers, ...length } }
}

function headersOf(content: Content, mimeType: string): Record<string, string> {
  return {
    'content-type': contentType(content, mimeType),
    'content-disposition': content.disposition,
    'accept-ranges': 'bytes',
    etag: etagOf(content),
    'cache-control': CACHE_CONTROL,
    'x-content-type-options': 'nosniff',
  }
}

/** By the document's type, not the uploaded file's, so that a PDF cannot be served as a page with scripts. */
function contentType({ kind }: Content, mimeType: string): string {
  if (kind === 'pdf') return 'application/pdf'
  if (kind === 'captions') return 'text/vtt; charset=utf-8'
  return mimeType.startsWith('video/') ? mimeType : 'video/mp4'
}

function etagOf({ version }: Content): string {
  return `"${version}"`
}

function throwRefusal(error: unknown): never {
  throw driveRefusal(error)
}

/**
 * Delivers the bytes of a signed path, whose signature the edge has checked. The document is read again, so that an old
 * path never delivers a replaced or deleted one. @throws DomainError NOT_FOUND, DOCUMENT_UNAVAILABLE,
 * DOCUMENT_TOO_LARGE, DOCUMENT_SOURCE_FAILED
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
