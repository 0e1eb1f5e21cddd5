// The legacy build runs on the browsers of older phones too.
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite answers the address of the file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

GlobalWorkerOptions.workerSrc = workerUrl

/** Bytes asked for at once where pages are fetched out of order; fewer round trips than PDF.js' own 64 KiB. */
const RANGE_BYTES = 128 * 1024

/** Opens a PDF as it arrives: the first pages can be drawn before the last bytes are there. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({
    url,
    rangeChunkSize: RANGE_BYTES,
    standardFontDataUrl: `${__PDF_ASSETS__}/standard_fonts/`,
    wasmUrl: `${__PDF_ASSETS__}/wasm/`,
    // The site's CSP allows no WebAssembly.
    useWasm: false,
  })
}
