import { createHash } from 'node:crypto'

/** Bytes that can be read part by part, whether they are stored or made on the fly. */
export type Content = {
  size: number
  etag: string
  /** The bytes from `start` to `end`, both included. */
  read: (start: number, end: number) => Iterable<Uint8Array>
}

const CHUNK_BYTES = 64 * 1024

export function stored(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    read: (start, end) => chunksOf(bytes, start, end),
  }
}

/**
 * A film that is as long as wanted and plays like the short one: what follows it is a box that players skip (`free`, ISO
 * 14496-12), whose bytes nobody keeps.
 * @param size of the whole, in bytes; under 4 GiB
 */
export function padded(film: Uint8Array, size: number): Content {
  const header = Buffer.alloc(8)
  header.writeUInt32BE(size - film.length)
  header.write('free', 4, 'latin1')
  const beginning = Buffer.concat([film, header])
  return {
    size,
    etag: `"${createHash('sha256').update(beginning).digest('base64url').slice(0, 20)}-${size}"`,
    *read(start, end) {
      if (start < beginning.length) yield* chunksOf(beginning, start, Math.min(end, beginning.length - 1))
      const zeros = new Uint8Array(CHUNK_BYTES)
      for (let left = end + 1 - Math.max(start, beginning.length); left > 0; left -= CHUNK_BYTES)
        yield zeros.subarray(0, left)
    },
  }
}

function* chunksOf(bytes: Uint8Array, start: number, end: number): Generator<Uint8Array> {
  for (let at = start; at <= end; at += CHUNK_BYTES)
    yield bytes.subarray(at, Math.min(at + CHUNK_BYTES, end + 1))
}
