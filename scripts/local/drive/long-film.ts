import { createHash } from 'node:crypto'
import type { Content } from './files.ts'

const CHUNK_BYTES = 64 * 1024
const BOX_HEADER_BYTES = 8

type Piece = { bytes: Uint8Array; from: number }

/**
 * Makes a film of any length and weight that shows what a short one does, more slowly. Its index comes first, and its
 * pictures lie evenly over the file, between bytes that players skip and that are generated while they are read: a
 * player that begins in the middle has to ask for the middle.
 * @param film an MP4 of one track (ISO 14496-12), with a version 0 of every box
 * @param size of the whole, in bytes; under 4 GiB
 * @param slower factor of its duration
 */
export function longFilm(film: Buffer, { size, slower }: { size: number; slower: number }): Content {
  const index = Buffer.from(boxIn(film, 'moov'))
  for (const [box, at] of [
    ['mvhd', 24],
    ['tkhd', 28],
    ['mdhd', 24],
    ['stts', 20],
  ] as const)
    multiply(boxIn(index, box), at, slower)
  const pictures = boxIn(film, 'mdat')
  const end = pictures.byteOffset - film.byteOffset + pictures.length
  const places = boxIn(index, 'stco').subarray(16)
  const begins = Array.from({ length: places.length / 4 }, (_, number) => places.readUInt32BE(number * 4))
  const header = Buffer.alloc(BOX_HEADER_BYTES)
  const first = boxIn(film, 'ftyp')
  const before = first.length + index.length + BOX_HEADER_BYTES
  header.writeUInt32BE(size - first.length - index.length)
  header.write('mdat', 4, 'latin1')
  const step = Math.floor((size - before) / begins.length)
  const parts = begins.map((begin, number): Piece => {
    const from = before + number * step
    places.writeUInt32BE(from, number * 4)
    return { bytes: film.subarray(begin, begins[number + 1] ?? end), from }
  })
  const pieces = [{ bytes: Buffer.concat([first, index, header]), from: 0 }, ...parts]
  return {
    size,
    etag: `"${createHash('sha256').update(index).digest('base64url').slice(0, 20)}-${size}"`,
    *read(start, stop) {
      for (let at = start; at <= stop; at += CHUNK_BYTES)
        yield bytesAt(pieces, at, Math.min(CHUNK_BYTES, stop + 1 - at))
    },
  }
}

/** Returns some bytes of the film; those between its pieces are zero. */
function bytesAt(pieces: readonly Piece[], at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (const piece of pieces) {
    const within = piece.bytes.subarray(Math.max(0, at - piece.from), Math.max(0, at + length - piece.from))
    if (within.length > 0) bytes.set(within, Math.max(0, piece.from - at))
  }
  return bytes
}

/** Finds a box by its name, which stands behind its length. */
function boxIn(file: Buffer, name: string): Buffer {
  const at = file.indexOf(name, 0, 'latin1') - 4
  return file.subarray(at, at + file.readUInt32BE(at))
}

function multiply(box: Buffer, at: number, factor: number): void {
  box.writeUInt32BE(box.readUInt32BE(at) * factor, at)
}
