import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'

/** What the parts write, one file each, new at every start. */
export class Logs {
  readonly #folder: string
  readonly #streams = new Map<string, WriteStream>()

  constructor(folder: string) {
    this.#folder = folder
  }

  write(part: string, line: string): void {
    this.#streamOf(part).write(`${line.trimEnd()}\n`)
  }

  /** A writer for one part. */
  of(part: string): (line: string) => void {
    return (line) => this.write(part, line)
  }

  async close(): Promise<void> {
    const streams = [...this.#streams.values()]
    await Promise.all(streams.map((stream) => new Promise<void>((resolve) => stream.end(() => resolve()))))
  }

  #streamOf(part: string): WriteStream {
    const known = this.#streams.get(part)
    if (known) return known
    const stream = createWriteStream(join(this.#folder, `${part}.log`))
    stream.on('error', () => {})
    this.#streams.set(part, stream)
    return stream
  }
}
