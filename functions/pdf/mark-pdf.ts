import { DomainError } from '#shared/domain/domain-error.ts'
import type { Copy } from '#shared/entities/copy.ts'
import { runBounded, ThreadEnded, type ThreadLimits, threadBeside } from './bounded-thread.ts'

/** The input of the thread. */
export type MarkingTask = { pdf: Uint8Array; copy: Pick<Copy, 'email' | 'code'> }

/** Room for 120,000 objects, and for the file, the parts that are cut out of it and the written file, 60 MB each. */
const LIMITS: ThreadLimits = { heap: 400, memory: 600, processorSeconds: 10 }

const THREAD = threadBeside(import.meta.url, 'marking-thread')

/**
 * Returns the PDF with a mark on each page, written as a new file.
 * @throws DomainError DOCUMENT_NOT_DOWNLOADABLE for a file that is encrypted or broken, has too many pages, or exceeds
 *   the limits of time or memory
 */
export async function markPdf(pdf: Uint8Array, { email, code }: MarkingTask['copy']): Promise<Uint8Array> {
  const task: MarkingTask = { pdf, copy: { email, code } }
  try {
    return await runBounded<Uint8Array>(THREAD, task, LIMITS)
  } catch (cause) {
    if (cause instanceof ThreadEnded) throw new DomainError('DOCUMENT_NOT_DOWNLOADABLE', { cause })
    throw cause
  }
}
