import { describeError, logger } from '../http/log.ts'
import { runBounded, ThreadEnded, type ThreadLimits, threadBeside } from './bounded-thread.ts'

/** What the thread is started with. */
export type ReadingTask = { pdf: Uint8Array; reads: 'pages' | 'lines' }

/** A paper takes one second. The file may have 60 MB; PDF.js reads what it needs of it. */
const LIMITS: ThreadLimits = { heap: 256, memory: 350, processorSeconds: 10 }

/** An owner may wait for the pages of several files. */
const COUNTING_SECONDS = 5

const THREAD = threadBeside(import.meta.url, 'reading-thread')

/**
 * Number of pages of a PDF; null where it cannot be read: a file that is broken, asks for a password, or takes longer or
 * more memory than any document.
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
  // A page is an object: without one, there is nothing to start a thread for.
  if (!Buffer.from(buffer, byteOffset, byteLength).includes(' obj')) return null
  try {
    return await runBounded<Answer>(THREAD, task, limits)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    logger.warn('PDF not read', { cause: describeError(error) })
    return null
  }
}
