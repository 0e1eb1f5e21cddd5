import { type ContentKind, canBe } from '#shared/domain/documents/document-health.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { Delivery, FileRequest } from '../delivery/streaming.ts'
import type { Drive } from '../drive/drive.ts'
import { driveRefusal } from '../drive/failure.ts'
import type { Media } from '../drive/media.ts'
import { problemAnswer } from '../http/problem.ts'
import { MAX_PART_BYTES, upstreamRange } from './byte-range.ts'

/** The file of a path. */
export type Content = { kind: ContentKind; file: DriveReference; version: string; disposition: string }

/**
 * The edge caches a copy for a day and checks the signature of each request for it. Browsers must revalidate, and by
 * then the link has expired, so that a shared device keeps no readable document.
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=86400, must-revalidate'

/** Lambda ends an answer after 200 MB. Players fetch longer files in parts. */
const MAX_WHOLE_BYTES = 100 * 1000 * 1000

/**
 * Returns a file, or the requested part of it.
 * @throws DomainError DOCUMENT_UNAVAILABLE, DOCUMENT_TOO_LARGE (the whole of a file over 100 MB),
 *   DOCUMENT_SOURCE_FAILED
 */
export async function streamContent(
  drive: Pick<Drive, 'open'>,
  content: Content,
  request: FileRequest,
): Promise<Delivery> {
  const media = await orRefusal(
    drive.open({ file: content.file, range: rangeOf(request, content), partAtMost: MAX_PART_BYTES }),
  )
  if (media.kind === 'unsatisfiable') return unsatisfiableRange(media.total, request.requestId)
  const refusal = toDomainError(media, content)
  if (refusal) {
    await media.body.cancel()
    throw refusal
  }
  return {
    statusCode: media.kind === 'whole' ? 200 : 206,
    headers: { ...headersOf(content, media.mimeType), ...positionOf(media) },
    body: media.body,
  }
}

/** Returns the headers of a GET of the whole file, from Drive's metadata, without a download. */
export async function describeContent(drive: Pick<Drive, 'factsOf'>, content: Content): Promise<Delivery> {
  const { mimeType } = await orRefusal(drive.factsOf(content.file))
  if (!canBe(content.kind, mimeType)) throw anotherType(mimeType, content)
  return { statusCode: 200, headers: headersOf(content, mimeType), body: null }
}

/** Returns the range of a request; none for a reader with another tag, who has another file and gets the whole one. */
function rangeOf({ range, ifRange }: FileRequest, content: Content): string | null {
  return ifRange === undefined || ifRange === etagOf(content) ? upstreamRange(range) : null
}

type Bytes = Exclude<Media, { kind: 'unsatisfiable' }>

function toDomainError(media: Bytes, content: Content): DomainError | null {
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

/** Leaves out the length, since a streaming function URL does not pass it on. */
function positionOf(media: Bytes): Record<string, string> {
  if (media.kind === 'whole') return {}
  const { start, end, total } = media
  return { 'content-range': `bytes ${start}-${end}/${total}` }
}

/** Returns 416 as a problem, with the length that Drive states. */
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

/**
 * Depends on the document's type, not on the uploaded file's, so that a PDF cannot be served as a page with scripts.
 */
function contentType({ kind }: Content, mimeType: string): string {
  if (kind === 'pdf') return 'application/pdf'
  if (kind === 'captions') return 'text/vtt; charset=utf-8'
  return mimeType.startsWith('video/') ? mimeType : 'video/mp4'
}

function etagOf({ version }: Content): string {
  return `"${version}"`
}

async function orRefusal<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw driveRefusal(error)
  }
}
