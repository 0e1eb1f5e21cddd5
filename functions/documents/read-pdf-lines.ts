import { Worker } from 'node:worker_threads'

/** What the thread is started with. */
export type TextTask = { pdf: Uint8Array; pagesAtMost: number; linesAtMost: number; lineAtMost: number }

/** A paper has six to twelve pages; what is longer is no paper. */
const PAGES_AT_MOST = 40
const LINES_OF_PAGE_AT_MOST = 500
const CHARACTERS_OF_LINE_AT_MOST = 300
/** Of the thread's own objects; the bytes of the file lie outside of them. */
const HEAP_AT_MOST_MB = 256

/** A paper takes one second; a busy machine may give it little of its processor. */
const LIMITS = { processorSeconds: 10, seconds: 60 }
const CHECK_EVERY_MS = 200

/** In a bundle the thread is the file beside it, which infra/constructs/capability-function.ts makes. */
const THREAD = new URL(
  import.meta.url.endsWith('.ts') ? './pdf-text-thread.ts' : './pdf-text-thread.mjs',
  import.meta.url,
)

/**
 * The lines of text of each page of a PDF; null where it cannot be read: a file that is broken, encrypted, or takes
 * longer or more memory than any paper. A thread of its own can be ended in the middle of an endless file.
 * @param limits of time: the thread's own on the processor, and of the clock
 */
export function readPdfLines(
  pdf: Uint8Array,
  { processorSeconds, seconds } = LIMITS,
): Promise<string[][] | null> {
  // A page is an object: without one, there is nothing to start a thread for.
  if (!Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).includes(' obj')) return Promise.resolve(null)
  const task: TextTask = {
    // A copy: the bytes may lie in a pool.
    pdf: new Uint8Array(pdf),
    pagesAtMost: PAGES_AT_MOST,
    linesAtMost: LINES_OF_PAGE_AT_MOST,
    lineAtMost: CHARACTERS_OF_LINE_AT_MOST,
  }
  const worker = new Worker(THREAD, {
    workerData: task,
    transferList: [task.pdf.buffer as ArrayBuffer],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_AT_MOST_MB },
    // Nothing of the function's environment gets to what reads foreign files.
    env: {},
    stdout: true,
    stderr: true,
  })
  return new Promise((resolve) => {
    const end = (lines: string[][] | null) => {
      clearInterval(watch)
      clearTimeout(timer)
      resolve(lines)
      void worker.terminate()
    }
    const timer = setTimeout(() => end(null), seconds * 1_000)
    const checkTime = async () => {
      // A thread that has just ended has none.
      const used = await worker.cpuUsage().catch(() => null)
      if (used && used.user + used.system > processorSeconds * 1_000_000) end(null)
    }
    const watch = setInterval(() => void checkTime(), CHECK_EVERY_MS)
    worker.once('message', (lines: string[][]) => end(lines))
    worker.once('error', () => end(null))
    worker.once('exit', () => end(null))
  })
}
