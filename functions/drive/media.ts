import type { DriveReference } from '#shared/entities/file.ts'
import { type CallDrive, type DriveTimeouts } from './calls.ts'
import { DriveFailure } from './failure.ts'

export type MediaRequest = {
  file: DriveReference
  /** Value of a Range header with one range; null for the whole file. */
  range: string | null
  /** Limit of bytes of a part, which is delivered from its beginning. */
  partAtMost: number
}

type Content = { mimeType: string; body: ReadableStream<Uint8Array> }

/** The bytes of a file; `part` counts from 0 and includes `end`. */
export type Media =
  | ({ kind: 'whole'; size: number | null } & Content)
  | ({ kind: 'part'; start: number; end: number; total: number } & Content)
  | { kind: 'unsatisfiable'; total: number | null }

/** Opens a file. The body fails with a DriveFailure when Drive breaks off or stalls. @throws DriveFailure */
export async function openMedia(
  call: CallDrive,
  { idle }: DriveTimeouts,
  { file, range, partAtMost }: MediaRequest,
): Promise<Media> {
  const response = await call({
    path: `/drive/v3/files/${file.fileId}`,
    query: { alt: 'media', supportsAllDrives: 'true' },
    headers: { ...(range !== null && { range }) },
    isMedia: true,
    target: file,
  })
  const { status, headers, body } = response
  if (status === 416) {
    await body?.cancel()
    const total = /^bytes \*\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
    return { kind: 'unsatisfiable', total: total === undefined ? null : Number(total) }
  }
  const mimeType = mediaTypeOf(headers.get('content-type'))
  const bytes = body ?? new Blob([]).stream()
  if (status === 200) {
    const length = headers.get('content-length')
    const size = length === null ? null : Number(length)
    return { kind: 'whole', size, mimeType, body: boundBody(bytes, idle) }
  }
  const part = partOf(headers.get('content-range'))
  if (!part) {
    await bytes.cancel()
    throw new DriveFailure('refused', 'Drive answered a part without saying which')
  }
  const end = Math.min(part.end, part.start + partAtMost - 1)
  return { kind: 'part', ...part, end, mimeType, body: boundBody(bytes, idle, end - part.start + 1) }
}

function partOf(contentRange: string | null) {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(contentRange ?? '') ?? []
  return total === undefined ? null : { start: Number(start), end: Number(end), total: Number(total) }
}

/** Returns the media type without parameters: 'text/html; charset=utf-8' gives 'text/html'. */
function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

/**
 * Returns a body that is read chunk by chunk, when the reader asks for the next one, so that nothing accumulates. It
 * fails with a DriveFailure when the source breaks the connection, or sends nothing for `idleMs` while the reader
 * waits.
 */
function boundBody(
  source: ReadableStream<Uint8Array>,
  idleMs: number,
  atMost = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array> {
  const reader = source.getReader()
  let left = atMost
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = await nextChunk(reader, idleMs)
        if (chunk !== null) controller.enqueue(chunk.subarray(0, left))
        left -= chunk?.length ?? 0
        if (chunk !== null && left > 0) return
        controller.close()
        await reader.cancel()
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}

async function nextChunk(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  idleMs: number,
): Promise<Uint8Array | null> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    silence.reject(new DriveFailure('down', 'Drive stalled in the middle of a file'))
    reader.cancel().catch(() => undefined)
  }, idleMs)
  try {
    const { done, value } = await Promise.race([reader.read(), silence.promise])
    return done ? null : value
  } catch (error) {
    throw error instanceof DriveFailure ? error : new DriveFailure('down', 'Drive broke off a file', error)
  } finally {
    clearTimeout(timer)
  }
}
