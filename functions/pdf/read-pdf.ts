import { describeError, logger } from '../http/log.ts'
import { runBounded, ThreadEnded, type ThreadLimits, threadBeside } from './bounded-thread.ts'

/** The input of the thread. */
export type ReadingTask = { pdf: Uint8Array; reads: 'pages' | 'lines' }

/** A paper takes one second. The file may have 60 MB; PDFium holds one page at a time. */
const LIMITS: ThreadLimits = { heap: 256, memory: 350, processorSeconds: 10 }

/** Short, since an owner may wait for the pages of several files. */
const COUNTING_SECONDS = 5

const THREAD = threadBeside(import.meta.url, 'reading-thread')

/**
 * Returns the number of pages of a PDF, or null when it cannot be read: it is broken, has a password, or exceeds the
 * limits of time or memory.
 */
export function countPages(pdf: Uint8Array): Promise<number | null> {
  return read({ pdf, reads: 'pages' }, { ...LIMITS, processorSeconds: COUNTING_SECONDS })
}

/** Returns the lines of text of the first forty pages of a PDF, page by page; null as for {@link countPages}. */
export function readPdfLines(
  pdf: Uint8Array,
  processorSeconds = LIMITS.processorSeconds,
): Promise<string[][] | null> {
  return read({ pdf, reads: 'lines' }, { ...LIMITS, processorSeconds })
}

async function read<Answer>(task: ReadingTask, limits: ThreadLimits): Promise<Answer | null> {
  const { buffer, byteOffset, byteLength } = task.pdf
  // A page is an object, so that a file without objects needs no thread.
  if (!Buffer.from(buffer, byteOffset, byteLength).includes(' obj')) return null
  try {
    return await runBounded<Answer>(THREAD, task, limits)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    logger.warn('PDF not read', { cause: describeError(error) })
    return null
  }
}
