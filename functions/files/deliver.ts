import type { Document } from '#shared/domain/document.ts'
import type { DriveReference } from '#shared/domain/drive-reference.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import type { Documents } from '../data/documents.ts'
import { problemAnswer } from '../http/problem.ts'
import type { OpenDriveFile } from './drive.ts'
import { type FilePath, parseFilePath } from './file-path.ts'

export type FileRequest = {
  method: string
  path: string
  requestId: string
  range: string | undefined
  ifRange: string | undefined
}

export type Delivery = {
  statusCode: number
  headers: Record<string, string>
  body: ReadableStream<Uint8Array> | string | null
}

export type DeliverDeps = {
  documents: Pick<Documents, 'find'>
  /** Null in embed mode: the browser is sent to Drive. */
  openDriveFile: OpenDriveFile | null
}

/**
 * The edge keeps a copy for a day; each request for it is checked by its signature there. Browsers keep nothing that
 * they may show without asking, and by then the link is dead: a shared device holds no document (decision D20).
 */
const CACHE_CONTROL = 'public, max-age=0, s-maxage=86400, must-revalidate'

/**
 * The bytes behind a signed path whose signature the edge has checked.
 * 1. Reads the document again: a replaced or deleted one is not delivered by an old path (decision D24).
 * 2. In embed mode sends the browser to Drive; in stream mode passes Drive's bytes through, ranges included.
 * @throws Refusal NOT_FOUND, DOCUMENT_UNAVAILABLE, DOCUMENT_SOURCE_FAILED
 */
export async function deliver(
  { documents, openDriveFile }: DeliverDeps,
  request: FileRequest,
): Promise<Delivery> {
  const path = parseFilePath(request.path)
  if (!path || (request.method !== 'GET' && request.method !== 'HEAD')) throw new Refusal('NOT_FOUND')
  const document = await documents.find(path.documentId)
  if (!document || document.version !== path.version) throw new Refusal('NOT_FOUND')
  const { file } = document
  if (file.kind !== 'drive') throw new Refusal('DOCUMENT_UNAVAILABLE')
  if (!openDriveFile) return redirect(file, path)
  return request.method === 'HEAD'
    ? headOf(openDriveFile, document, file, path)
    : stream(openDriveFile, document, file, path, request)
}

async function stream(
  openDriveFile: OpenDriveFile,
  document: Document,
  file: DriveReference,
  path: FilePath,
  request: FileRequest,
): Promise<Delivery> {
  const response = await openDriveFile({ file, ...rangeOf(request, document) })
  if (response.status === 416) return unsatisfiableRange(response, request.requestId)
  const headers = headersOf(document, path, response)
  for (const name of ['content-length', 'content-range']) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { statusCode: response.status, headers, body: response.body }
}

/** 416 by Drive's own word, which knows the length; in our problem format. */
async function unsatisfiableRange(response: Response, requestId: string): Promise<Delivery> {
  await response.body?.cancel()
  const problem = problemAnswer(new Refusal('RANGE_NOT_SATISFIABLE'), requestId)
  const length = response.headers.get('content-range')
  return { ...problem, headers: { ...problem.headers, ...(length !== null && { 'content-range': length }) } }
}

/** Drive tells a file's length with its first byte; a HEAD of the download itself is not documented. */
async function headOf(
  openDriveFile: OpenDriveFile,
  document: Document,
  file: DriveReference,
  path: FilePath,
): Promise<Delivery> {
  const response = await openDriveFile({ file, range: 'bytes=0-0', ifRange: undefined })
  await response.body?.cancel()
  const total = response.headers.get('content-range')?.split('/')[1] ?? response.headers.get('content-length')
  const headers = headersOf(document, path, response)
  if (total && total !== '*') headers['content-length'] = total
  return { statusCode: 200, headers, body: null }
}

/** One range is passed on; several at once are answered with the whole file, as HTTP allows. */
function rangeOf({ range, ifRange }: FileRequest, document: Document) {
  if (range === undefined || !/^bytes=(?:\d+-\d*|-\d+)$/.test(range))
    return { range: undefined, ifRange: undefined }
  // Our own tag is unknown to Drive: the version in the path already vouches for it.
  return { range, ifRange: ifRange === etagOf(document) ? undefined : ifRange }
}

function headersOf(
  document: Document,
  { disposition }: FilePath,
  response: Response,
): Record<string, string> {
  return {
    'content-type': contentType(document, response),
    'content-disposition': `${disposition}; filename="${document.fileName}"`,
    'accept-ranges': 'bytes',
    etag: response.headers.get('etag') ?? etagOf(document),
    'cache-control': CACHE_CONTROL,
    'x-content-type-options': 'nosniff',
  }
}

/** By what the document is, never by what somebody uploaded: a PDF cannot turn into a page with scripts. */
function contentType({ type }: Document, response: Response): string {
  if (type === 'pdf') return 'application/pdf'
  const upstream = response.headers.get('content-type') ?? ''
  return /^video\/[\w.+-]+$/.test(upstream) ? upstream : 'video/mp4'
}

function etagOf({ version }: Document): string {
  return `"${version}"`
}

function redirect({ fileId, resourceKey }: DriveReference, { disposition }: FilePath): Delivery {
  const url =
    disposition === 'inline'
      ? new URL(`https://drive.google.com/file/d/${fileId}/preview`)
      : new URL(`https://drive.google.com/uc?export=download&id=${fileId}`)
  if (resourceKey !== undefined) url.searchParams.set('resourcekey', resourceKey)
  return { statusCode: 302, headers: { location: url.href, 'cache-control': 'no-store' }, body: null }
}
