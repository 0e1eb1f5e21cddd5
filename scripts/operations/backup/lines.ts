import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { promisify } from 'node:util'
import { createGunzip, gzip } from 'node:zlib'

const NEWLINE = 0x0a

/** Lines as a gzip member of their own: members may simply follow each other in a file. */
export async function compressed(lines: readonly string[]): Promise<Buffer> {
  return promisify(gzip)(`${lines.join('\n')}\n`)
}

/**
 * The lines of a gzip file, one chunk of it in memory at a time. Split at line feeds alone: Node's own reader also splits at
 * U+2028, which an item's text may hold.
 * @param onBytes told each chunk of the file itself, compressed
 * @throws Error of zlib when the file is cut off or altered
 */
export async function* linesOf(file: string, onBytes?: (chunk: Buffer) => void): AsyncGenerator<string> {
  const source = createReadStream(file)
  if (onBytes) source.on('data', (chunk) => onBytes(chunk as Buffer))
  const text = createGunzip()
  // Its errors arrive in the loop below.
  pipeline(source, text, () => undefined)
  let rest: Buffer[] = []
  for await (const chunk of text as AsyncIterable<Buffer>) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      yield Buffer.concat([...rest, chunk.subarray(start, end)]).toString()
      rest = []
      start = end + 1
    }
    if (start < chunk.length) rest.push(chunk.subarray(start))
  }
  if (rest.length > 0) yield Buffer.concat(rest).toString()
}
