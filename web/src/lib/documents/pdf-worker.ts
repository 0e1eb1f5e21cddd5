// oxlint-disable-next-line import/default -- Vite answers the address of the file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.mjs?worker&url'

/** Fonts and decoders that PDF.js fetches by name. */
export const PDF_ASSETS = __PDF_ASSETS__

/**
 * The files that a worker fetches: its script, and the one font that most papers need from the network, since phones
 * have no reliable font of Greek letters and mathematical symbols.
 */
export const PDF_WORKER_FILES = [workerUrl, `${PDF_ASSETS}/standard_fonts/FoxitSymbol.pfb`]

let prepared: Worker | null = null

/** Starts the thread that will parse the next document, so that its script arrives while the ticket is requested. */
export function preparePdfWorker(): void {
  if (prepared) return
  const worker = startPdfWorker()
  worker.addEventListener('error', () => {
    if (prepared === worker) prepared = null
  })
  prepared = worker
}

/** Returns the thread for one document: the prepared one, or another. It belongs to the caller, who terminates it. */
export function takePdfWorker(): Worker {
  const worker = prepared ?? startPdfWorker()
  prepared = null
  return worker
}

function startPdfWorker(): Worker {
  return new Worker(workerUrl, { type: 'module', name: 'pdf' })
}
