// The legacy build runs on the browsers of older phones too.
import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite answers the address of the file
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { joined } from '#web/lib/documents/document-bytes.ts'
import type { DrawnPage, PagedDocument } from './paged-document.ts'
import { drawWatermark } from './printed-watermark.ts'
import type { Reading } from './reading.ts'

GlobalWorkerOptions.workerSrc = workerUrl

/** Bytes asked for at once where a document comes in parts. */
const PART_BYTES = 64 * 1024
/** A document of this weight comes as a whole: its round trips would cost more than its bytes. */
const LIGHT_BYTES = 512 * 1024
/** Pixels of one picture at most: a cheap phone has little memory. */
const MAX_PIXELS = 4_000_000
/** Dots per inch; a PDF counts 72. */
const PRINT_SCALE = 150 / 72

export type OpenedPdf = { pages: PagedDocument; close(): void }

/**
 * Opens a PDF by its first bytes. Later only the parts that a shown page needs are fetched: whoever reads on a prepaid
 * plan pays for what he sees.
 * @throws when it is no PDF, or the reading is closed
 */
export async function openPdf(reading: Reading): Promise<OpenedPdf> {
  const task = await load(reading)
  try {
    const pdf = await task.promise
    const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
    return { pages: pagesOf(pdf, { width, height }), close: () => void task.destroy() }
  } catch (error) {
    void task.destroy()
    throw error
  }
}

async function load(reading: Reading): Promise<PDFDocumentLoadingTask> {
  const head = await reading.read(0, PART_BYTES)
  const total = reading.get().total ?? head.length
  const rest = total <= LIGHT_BYTES ? await reading.read(head.length, total) : null
  return getDocument({
    ...(rest ? { data: joined([head, rest]) } : { range: new Parts(reading, total, head) }),
    rangeChunkSize: PART_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    standardFontDataUrl: `${__PDF_ASSETS__}/standard_fonts/`,
    wasmUrl: `${__PDF_ASSETS__}/wasm/`,
    // The site's CSP allows no WebAssembly.
    useWasm: false,
  })
}

/** Hands PDF.js the parts that it asks for. */
class Parts extends PDFDataRangeTransport {
  readonly #reading: Reading

  constructor(reading: Reading, total: number, head: Uint8Array) {
    super(total, head)
    this.#reading = reading
  }

  override requestDataRange(begin: number, end: number): void {
    // Rejects only when nobody waits for it any more.
    this.#reading.read(begin, end).then(
      (part) => this.onDataRange(begin, part),
      () => undefined,
    )
  }
}

function pagesOf(pdf: PDFDocumentProxy, firstPage: PagedDocument['firstPage']): PagedDocument {
  return {
    count: pdf.numPages,
    firstPage,
    async draw(number, width, signal) {
      return drawPage(await pageOf(pdf, number, signal), width, signal)
    },
    async picture(number, watermark, signal) {
      const page = await pageOf(pdf, number, signal)
      const { canvas } = await paint(page, PRINT_SCALE, 'print', signal)
      if (watermark) drawWatermark(canvas, watermark)
      const picture = canvas.toDataURL('image/jpeg', 0.85)
      free(canvas, page)
      return picture
    },
  }
}

async function pageOf(pdf: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<PDFPageProxy> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  return page
}

async function drawPage(page: PDFPageProxy, width: number, signal: AbortSignal): Promise<DrawnPage> {
  const size = page.getViewport({ scale: 1 })
  const scale = width / size.width
  const [{ canvas }, text] = await Promise.all([
    paint(page, scale * pixelRatio(width, scale * size.height), 'display', signal),
    layText(page, scale, signal),
  ])
  canvas.ariaHidden = 'true'
  return { size: { width: size.width, height: size.height }, canvas, text, free: () => free(canvas, page) }
}

async function paint(page: PDFPageProxy, scale: number, intent: 'display' | 'print', signal: AbortSignal) {
  const viewport = page.getViewport({ scale })
  const canvas = document.createElement('canvas')
  canvas.width = Math.floor(viewport.width)
  canvas.height = Math.floor(viewport.height)
  const task = page.render({ canvas, viewport, intent })
  const stop = () => task.cancel()
  signal.addEventListener('abort', stop)
  try {
    await task.promise
    return { canvas }
  } catch (error) {
    free(canvas, page)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** A page whose words cannot be read is still a picture. */
async function layText(page: PDFPageProxy, scale: number, signal: AbortSignal): Promise<HTMLElement> {
  const container = document.createElement('div')
  const layer = new TextLayer({
    textContentSource: page.streamTextContent(),
    container,
    viewport: page.getViewport({ scale }),
  })
  const stop = () => layer.cancel()
  signal.addEventListener('abort', stop)
  await layer.render().catch(() => undefined)
  signal.removeEventListener('abort', stop)
  // The sheet around it says how large it is.
  const { width, height, rotation } = page.getViewport({ scale: 1 })
  const [across, down] = rotation % 180 === 0 ? [width, height] : [height, width]
  // PDF.js' own words for this are too new for older phones.
  container.style.width = `calc(var(--total-scale-factor) * ${across}px)`
  container.style.height = `calc(var(--total-scale-factor) * ${down}px)`
  return container
}

/** An empty canvas holds no memory; phones wait long before they collect a full one. */
function free(canvas: HTMLCanvasElement, page: PDFPageProxy): void {
  canvas.width = 0
  canvas.height = 0
  page.cleanup()
}

/** Device pixels per CSS pixel, as far as memory allows. */
function pixelRatio(width: number, height: number): number {
  return Math.min(window.devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / (width * height)))
}
