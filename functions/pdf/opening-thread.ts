import { parentPort, workerData } from 'node:worker_threads'
import type { ThreadMessage } from './bounded-thread.ts'
import { openPdf } from './pdfium.ts'

// This thread opens a PDF, so that its instance of PDFium is gone when it ends.

const { pageCount } = await openPdf((workerData as { pdf: Uint8Array }).pdf)
const message: ThreadMessage<never, number> = { answer: pageCount }
parentPort?.postMessage(message)
