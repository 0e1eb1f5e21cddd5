import { DomainError } from '#shared/domain/domain-error.ts'
import type { Copy } from '#shared/entities/copy.ts'
import { runBounded, ThreadEnded, type ThreadLimits, threadBeside } from './bounded-thread.ts'

/** `asPictures`: the copy is made of pictures of the pages. */
export type MarkingTask = { pdf: Uint8Array; copy: Pick<Copy, 'email' | 'code'>; asPictures: boolean }

/** A file of 60 MB that is read, copied, written and read again takes 600 MB. */
const LIMITS: ThreadLimits = { heap: 256, memory: 900, processorSeconds: 10 }
/** Sixty large pictures take 10 s of a processor, and 400 small ones 17 s. The edge waits a minute for both attempts. */
const PICTURES_LIMITS: ThreadLimits = { ...LIMITS, processorSeconds: 40 }

const THREAD = threadBeside(import.meta.url, 'marking-thread')

/** A file that cannot be rewritten becomes pictures of its pages. @throws DomainError DOCUMENT_BROKEN */
export function markPdf(pdf: Uint8Array, { email, code }: MarkingTask['copy']): Promise<Uint8Array> {
  const mark = (asPictures: boolean) => {
    const task: MarkingTask = { pdf, copy: { email, code }, asPictures }
    return runBounded<Uint8Array>(THREAD, task, asPictures ? PICTURES_LIMITS : LIMITS)
  }
  return mark(false)
    .catch((error: unknown) => {
      if (error instanceof ThreadEnded) return mark(true)
      throw error
    })
    .catch((cause: unknown) => {
      throw cause instanceof ThreadEnded ? new DomainError('DOCUMENT_BROKEN', { cause }) : cause
    })
}
