import { canBe } from '#shared/domain/document-health.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Drive } from '../drive/drive.ts'
import { refusalOfDrive } from '../drive/failure.ts'
import type { Media } from '../drive/media.ts'
import { problemAnswer } from '../http/problem.ts'
import { PART_AT_MOST, rangeToAsk } from './byte-range.ts'
import type { Content, Delivery, FileRequest } from './delivery.ts'

/**
 * The edge keeps a copy for a day; each request for it is checked by its signature there. Browsers keep nothing that
 * they may show without asking, and by then the link is dead: a shared device holds no document (decision D20).
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=86400, must-revalidate'

/** Lambda ends an answer after 200 MB: longer files are fetched in parts, which players and PDF.js do. Bytes. */
const WHOLE_AT_MOST = 100 * 1000 * 1000

/**
 * A file, or the part of it that is asked for.
 * @throws DomainError DOCUMENT_UNAVAILABLE, DOCUMENT_TOO_LARGE (the whole of a file over 100 MB), DOCUMENT_SOURCE_FAILED
 */
export async function streamOf(
  drive: Pick<Drive, 'open'>,
  content: Content,
  request: FileRequest,
): Promise<Delivery> {
  const media = await orRefusal(
    drive.open({ file: content.file, range: rangeOf(request, content), partAtMost: PART_AT_MOST }),
  )
  if (media.kind === 'unsatisfiable') return unsatisfiableRange(media.total, request.requestId)
  const refusal = toDomainError(media, content)
  if (refusal) {
    await media.body.cancel()
    throw refusal
  }
  return {
    statusCode: media.kind === 'whole' ? 200 : 206,
    headers: { ...headersOf(content, media.mimeType), ...lengthsOf(media) },
    body: media.body,
  }
}

/** What a GET of the whole would say, by what Drive knows of the file: nothing is downloaded. */
export async function headOf(drive: Pick<Drive, 'factsOf'>, content: Content): Promise<Delivery> {
  const { mimeType, size } = await orRefusal(drive.factsOf(content.file))
  if (!canBe(content.kind, mimeType)) throw anotherType(mimeType, content)
  const length = size === null ? {} : { 'content-length': String(size) }
  return { statusCode: 200, headers: { ...headersOf(content, mimeType), ...length }, body: null }
}

/** Our tags are the only ones that a reader knows: with another one he holds something else, and gets the whole. */
function rangeOf({ range, ifRange }: FileRequest, content: Content): string | null {
  return ifRange === undefined || ifRange === etagOf(content) ? rangeToAsk(range) : null
}

type Bytes = Exclude<Media, { kind: 'unsatisfiable' }>

function toDomainError(media: Bytes, content: Content): DomainError | null {
  if (!canBe(content.kind, media.mimeType)) return anotherType(media.mimeType, content)
  const isTooLarge = media.kind === 'whole' && (media.size ?? 0) > WHOLE_AT_MOST
  return isTooLarge ? new DomainError('DOCUMENT_TOO_LARGE') : null
}

/** Such as Google's page about a virus scan: showing it as a document would help nobody. */
function anotherType(mimeType: string, { kind }: Content): DomainError {
  return new DomainError('DOCUMENT_SOURCE_FAILED', {
    cause: new Error(`Drive has ${mimeType} for a ${kind}`),
  })
}

function lengthsOf(media: Bytes): Record<string, string> {
  if (media.kind === 'whole') return media.size === null ? {} : { 'content-length': String(media.size) }
  const { start, end, total } = media
  return { 'content-length': String(end - start + 1), 'content-range': `bytes ${start}-${end}/${total}` }
}

/** 416 by Drive's own word, which knows the length; in our problem format. */
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

/** By what the document is, never by what somebody uploaded: a PDF cannot turn into a page with scripts. */
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
    throw refusalOfDrive(error)
  }
}
