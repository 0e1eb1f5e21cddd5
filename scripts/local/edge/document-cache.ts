import { Transform } from 'node:stream'
import { type EdgeAnswer, storedAnswer } from './answers.ts'

type Copy = { headers: EdgeAnswer['headers']; body: Buffer; storedAt: number; lifeMs: number }

/** Of all copies together. Bytes. */
const MOST_BYTES = 64 * 1024 * 1024

/**
 * What the edge keeps behind signed URLs: whole answers by path, without the signature, so that one copy serves every
 * reader who is entitled. Lists of the API are not kept, though CloudFront does for 30 s: a demonstration shows a change
 * at once.
 */
export class DocumentCache {
  readonly #copies = new Map<string, Copy>()
  readonly #now: () => Date

  constructor(now: () => Date = () => new Date()) {
    this.#now = now
  }

  /** A fresh copy as an answer to this very request, ranges and conditions included; null when there is none. */
  answer(path: string, request: Parameters<typeof storedAnswer>[0]): EdgeAnswer | null {
    const copy = this.#copies.get(path)
    if (!copy) return null
    this.#copies.delete(path)
    const ageMs = this.#now().getTime() - copy.storedAt
    if (ageMs >= copy.lifeMs) return null
    // The latest asked for goes last, so that the first is the next to leave.
    this.#copies.set(path, copy)
    const age = String(Math.floor(ageMs / 1000))
    return storedAnswer(request, { ...copy.headers, age, 'x-cache': 'Hit from cloudfront' }, copy.body)
  }

  /** The same answer, kept when it may be and has been sent to its end. */
  keeping(path: string, method: string | undefined, answer: EdgeAnswer): EdgeAnswer {
    const { status, headers, body } = answer
    const length = Number(headers['content-length'] ?? Number.NaN)
    const lifeMs = sharedLifeMs(String(headers['cache-control'] ?? ''))
    const isKept = method === 'GET' && status === 200 && lifeMs > 0 && length <= MOST_BYTES
    if (!isKept || !body || Buffer.isBuffer(body)) return answer
    const chunks: Buffer[] = []
    const recorder = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done(null, chunk)
      },
      flush: (done) => {
        const whole = Buffer.concat(chunks)
        if (whole.length === length)
          this.#store(path, { headers, body: whole, storedAt: this.#now().getTime(), lifeMs })
        done()
      },
    })
    body.once('error', (error) => recorder.destroy(error))
    recorder.once('close', () => body.destroy())
    return { ...answer, body: body.pipe(recorder) }
  }

  /** Drops the copies whose paths match any of the patterns. */
  forget(patterns: readonly string[]): void {
    for (const path of this.#copies.keys())
      if (patterns.some((pattern) => matchesPattern(path, pattern))) this.#copies.delete(path)
  }

  #store(path: string, copy: Copy): void {
    this.#copies.set(path, copy)
    let bytes = [...this.#copies.values()].reduce((sum, { body }) => sum + body.length, 0)
    for (const [oldest, { body }] of this.#copies) {
      if (bytes <= MOST_BYTES) return
      this.#copies.delete(oldest)
      bytes -= body.length
    }
  }
}

/** How long a shared cache may keep an answer, by its own header. Milliseconds; 0: not at all. */
function sharedLifeMs(cacheControl: string): number {
  if (/\b(?:no-store|no-cache|private)\b/.test(cacheControl)) return 0
  const [, seconds] = /\bs-maxage=(\d+)/.exec(cacheControl) ?? /\bmax-age=(\d+)/.exec(cacheControl) ?? []
  return Number(seconds ?? 0) * 1000
}

/** Whether a path matches a pattern of CloudFront or of `aws s3 sync`: `*` is any text, slashes too, `?` one character. */
export function matchesPattern(path: string, pattern: string): boolean {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replace(/\*/g, '.*')
    .replace(/\?/g, '.')
  return new RegExp(`^${source}$`).test(path)
}
