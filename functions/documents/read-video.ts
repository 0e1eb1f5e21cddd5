import { existsSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import openParser, { type MediaInfoResult } from 'mediainfo.js'
import type { VideoParts } from '#shared/domain/documents/playable-video.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import type { Drive } from '../drive/drive.ts'

/** The parser lies beside a function's bundle; from its source it is read from its package. */
const ENGINE = 'MediaInfoModule.wasm'
const BESIDE = new URL(`./${ENGINE}`, import.meta.url)
const engine = () =>
  fileURLToPath(existsSync(BESIDE) ? BESIDE : new URL(import.meta.resolve(`mediainfo.js/${ENGINE}`)))

const PART_BYTES = 512 * 1024
/** The parser reads the beginning of a file, and jumps to its tables, which may be at its end. */
const PARTS_AT_MOST = 24

/**
 * Reads the container and the codecs of a video from a few parts of its file.
 * @param size of the file, bytes
 * @returns null when the parts that may be read do not tell them
 * @throws DriveFailure
 */
export async function readVideo(
  drive: Pick<Drive, 'open'>,
  file: DriveReference,
  size: number,
): Promise<VideoParts | null> {
  const parser = await openParser({ format: 'object', chunkSize: PART_BYTES, locateFile: engine })
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
