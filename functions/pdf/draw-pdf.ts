import { runBounded, type ThreadLimits, threadBeside } from './bounded-thread.ts'
import type { DrawnPdf, PreparedPage } from './drawing-thread.ts'

const THREAD = threadBeside(import.meta.url, 'drawing-thread')
const OPENING_THREAD = threadBeside(import.meta.url, 'opening-thread')

/** An owner waits for the answer. */
const OPENING: ThreadLimits = { heap: 256, memory: 350, processorSeconds: 5 }

/**
 * A page takes half a second of a processor, at most 400 pages are drawn, and the function ends after 14 minutes. The
 * file may have 60 MB, and a picture takes half a gigabyte while it is encoded.
 */
const LIMITS: ThreadLimits = { heap: 256, memory: 1_100, processorSeconds: 600, seconds: 780 }

/** @throws ThreadEnded when the PDF cannot be opened or drawn within the limits */
export function drawPdf(pdf: Uint8Array, onPage: (page: PreparedPage) => void): Promise<DrawnPdf> {
  return runBounded<DrawnPdf>(THREAD, { pdf }, LIMITS, (page) => onPage(page as PreparedPage))
}

/** @throws ThreadEnded when the PDF cannot be opened */
export function countPages(pdf: Uint8Array): Promise<number> {
  return runBounded<number>(OPENING_THREAD, { pdf }, OPENING)
}
