import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { MediaInfoResult } from 'mediainfo.js'
import openParser from 'mediainfo.js'
import { unplayablePart, type VideoParts } from '#shared/domain/documents/document-health.ts'
import { unreadableDetails } from '#shared/domain/documents/fault-texts.ts'
import { MAX_COPY_BYTES } from '#shared/entities/copy.ts'
import type { DocumentFault, DriveReference } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'
import { DriveFailure } from '../drive/failure.ts'
import type { FileFacts } from '../drive/files.ts'
import { ThreadEnded } from '../pdf/bounded-thread.ts'
import { countPages } from '../pdf/draw-pdf.ts'
import { engineFile } from '../pdf/engine-file.ts'

export type ContentFault = { fault: DocumentFault; detail: string | null }

/** Larger ones are not opened while an owner waits; their preparation finds out. */
const OPENED_AT_MOST = 20_000_000

/** Opens a file that Drive says is fine. @returns why readers cannot have it, or null @throws DriveFailure */
export async function readContentFault(
  drive: Pick<Drive, 'open'>,
  file: DriveReference,
  kind: 'pdf' | 'video',
  { size }: FileFacts,
): Promise<ContentFault | null> {
  try {
    if (kind === 'video') return await readVideoFault(drive, file, size ?? 0)
    if (size !== null && size > OPENED_AT_MOST) return size > MAX_COPY_BYTES ? TOO_LONG : null
    const pdf = await downloadPdf(drive, file)
    if (pdf === null) return TOO_LONG
    await countPages(pdf)
    return null
  } catch (error) {
    return contentFaultOf(error)
  }
}

export const TOO_LONG: ContentFault = { fault: 'unreadable', detail: unreadableDetails['too-long'] }

const PART_BYTES = 512 * 1024
/** The parser reads the beginning of a file, and jumps to its tables, which may be at its end. */
const PARTS_AT_MOST = 24

const findParser = () => fileURLToPath(engineFile('MediaInfoModule.wasm', 'mediainfo.js'))

/** Reads the container and the codecs of a video from a few parts of its file; null when these do not tell them. */
async function readVideo(
  drive: Pick<Drive, 'open'>,
  file: DriveReference,
  size: number,
): Promise<VideoParts | null> {
  const parser = await openParser({ format: 'object', chunkSize: PART_BYTES, locateFile: findParser })
  let parts = 0
  try {
    const result = await parser.analyzeData(size, async (length, offset) => {
      parts += 1
      // No more bytes end the analysis with what is known by then.
      if (parts > PARTS_AT_MOST || length === 0) return new Uint8Array(0)
      return readPart(drive, file, offset, length)
    })
    return partsOf(result)
  } finally {
    parser.close()
  }
}

async function readPart(
  drive: Pick<Drive, 'open'>,
  file: DriveReference,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  const range = `bytes=${offset}-${offset + length - 1}`
  const media = await drive.open({ file, range, partAtMost: length })
  if (media.kind === 'unsatisfiable') return new Uint8Array(0)
  if (media.kind === 'part') return buffer(media.body)
  await media.body.cancel()
  return new Uint8Array(0)
}

function partsOf({ media }: MediaInfoResult): VideoParts | null {
  const tracks = media?.track ?? []
  const find = (kind: string) => tracks.find((track) => track['@type'] === kind)
  const general = find('General')
  if (!general?.Format) return null
  const trackOf = (kind: string) => {
    const track = find(kind)
    return track?.Format ? { format: track.Format, profile: track.Format_Profile ?? '' } : null
  }
  // The parser calls a QuickTime film MPEG-4 with this profile.
  const container = general.Format_Profile === 'QuickTime' ? 'QuickTime' : general.Format
  return { container, picture: trackOf('Video'), sound: trackOf('Audio') }
}

/** @returns why browsers do not play it, or null */
export async function readVideoFault(
  drive: Pick<Drive, 'open'>,
  file: DriveReference,
  size: number,
): Promise<ContentFault | null> {
  const parts = await readVideo(drive, file, size)
  // A film whose tables the parser did not reach may be fine.
  if (!parts) return null
  const detail = unplayablePart(parts)
  return detail === null ? null : { fault: 'unplayable', detail }
}

/** Returns the bytes of a PDF; null for an empty or a long one. @throws DriveFailure */
export async function downloadPdf(drive: Pick<Drive, 'open'>, file: DriveReference): Promise<Buffer | null> {
  const media = await drive.open({ file, range: `bytes=0-${MAX_COPY_BYTES - 1}`, partAtMost: MAX_COPY_BYTES })
  if (media.kind === 'unsatisfiable') return null
  const size = media.kind === 'part' ? media.total : media.size
  if (size === null || size <= MAX_COPY_BYTES) return buffer(media.body)
  await media.body.cancel()
  return null
}

/** Drive knows the file but refuses its bytes, or the thread that read a PDF ended. Any other error is thrown. */
export function contentFaultOf(error: unknown): ContentFault {
  if (error instanceof ThreadEnded && isByFile(error)) {
    const { reason } = (error.cause ?? {}) as { reason?: unknown }
    const detail = unreadableDetails[reason === 'password' || reason === 'too-long' ? reason : 'damaged']
    return { fault: 'unreadable', detail }
  }
  if (error instanceof DriveFailure && error.fault === 'not-downloadable')
    return { fault: 'refused', detail: null }
  throw error
}

/** Errors of a PDF that is not drawn, of an engine that failed on it, and of a thread that it filled. */
const FAULTS_OF_FILES = ['UnreadablePdf', 'RuntimeError', 'RangeError', 'ERR_WORKER_OUT_OF_MEMORY']

/** False where the machine was busy, or lacks a part: the file may be fine, and is read again. */
function isByFile({ message, cause }: ThreadEnded): boolean {
  const { name, code } = (cause ?? {}) as { name?: string; code?: string }
  return (
    message === 'too much memory' ||
    message === 'too much processor time' ||
    FAULTS_OF_FILES.some((each) => each === name || each === code)
  )
}
