// The legacy build runs on the browsers of older phones too.
import {
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs'
import { findCopyCode } from '#shared/entities/copy-code.ts'
import { concatBytes } from './document-bytes.ts'
import { PDF_ASSETS, takePdfWorker } from './pdf-worker.ts'

/** Bytes per request. */
const PART_BYTES = 64 * 1024
/** Documents up to this size are fetched whole: their round trips would take longer than their bytes. */
const WHOLE_BYTES = 512 * 1024
/** Pixels of a canvas at most, because a cheap phone has little memory. */
const MAX_PIXELS = 4_000_000
/** 150 dots per inch; a PDF counts 72. */
const PRINT_SCALE = 150 / 72

export type DrawnPage = {
  /** PDF units. */
  size: PageSize
  canvas: HTMLCanvasElement
  /** The page's text over its picture, which can be selected, found and read aloud. */
  text: HTMLElement
  /** The elements of the text layer and their strings, in the order of `PdfFile.text`. */
  lines: { elements: readonly HTMLElement[]; texts: readonly string[] }
  /** Releases the memory of the picture. */
  free(): void
}

/** A piece of a page's text. */
export type TextItem = { text: string; endsLine: boolean }

/** A title in a document's outline, with the titles below it. */
export type OutlineEntry = {
  title: string
  /**
   * Returns the number of the page that the title leads to; null where it leads nowhere. @throws where the page is
   * broken
   */
  page(): Promise<number | null>
  entries: readonly OutlineEntry[]
}

type PageSize = { width: number; height: number }

/** An open PDF. PDF.js draws the pages, which is hidden from the callers. */
export type PdfFile = {
  count: number
  firstPage: PageSize
  /** @param width CSS pixels. @throws when the page is broken or the signal aborts */
  draw(number: number, width: number, signal: AbortSignal): Promise<DrawnPage>
  /** Returns a page as a picture to be printed: a data URL. @throws as `draw` */
  picture(number: number, signal: AbortSignal): Promise<string>
  /** @param width CSS pixels. @throws as `draw` */
  thumbnail(number: number, width: number, signal: AbortSignal): Promise<HTMLCanvasElement>
  /** Returns the text of a page. @throws when the page is broken */
  text(number: number): Promise<TextItem[]>
  /** Returns the code of a personal copy, from the metadata or else from the pages; null when it has none. */
  copyCode(): Promise<string | null>
  /** Empty for a document without one. */
  outline(): Promise<OutlineEntry[]>
}

type PdfSource = {
  /** Rejects only when the document is closed. */
  read(begin: number, end: number): Promise<Uint8Array<ArrayBuffer>>
  /** Size of the document in bytes, known after the first read. */
  total(): number | null
  /** The size where it is known beforehand; null where it is not. */
  expected: number | null
  /** Aborting it closes the document. */
  signal: AbortSignal
}

/**
 * Opens a PDF. A large one is fetched in parts, only those that a shown page needs: students on prepaid plans pay for
 * each byte.
 * @throws when it is no PDF, its worker cannot be loaded, or the document is closed
 */
export async function openPdf(source: PdfSource): Promise<PdfFile> {
  const worker = takePdfWorker()
  const failed = new Promise<never>((_, reject) => {
    worker.addEventListener('error', () => reject(new Error('The PDF worker failed')))
  })
  try {
    return await Promise.race([openIn(worker, source), failed])
  } catch (error) {
    worker.terminate()
    throw error
  }
}

async function openIn(worker: Worker, source: PdfSource): Promise<PdfFile> {
  const task = await load(worker, source)
  const close = () => void task.destroy().finally(() => worker.terminate())
  source.signal.addEventListener('abort', close)
  const pdf = await task.promise
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  return pdfFile(pdf, { width, height })
}

async function load(worker: Worker, source: PdfSource): Promise<PDFDocumentLoadingTask> {
  const { expected } = source
  const head = await source.read(0, expected !== null && expected <= WHOLE_BYTES ? expected : PART_BYTES)
  const total = source.total() ?? head.length
  const rest = total <= WHOLE_BYTES ? await source.read(head.length, total) : null
  return getDocument({
    ...(rest ? { data: concatBytes([head, rest]) } : { range: new PdfRanges(source, total, head) }),
    worker: PDFWorker.create({ port: worker }),
    rangeChunkSize: PART_BYTES,
    disableAutoFetch: true,
    disableStream: true,
    standardFontDataUrl: `${PDF_ASSETS}/standard_fonts/`,
    wasmUrl: `${PDF_ASSETS}/wasm/`,
    // The site's CSP allows no WebAssembly.
    useWasm: false,
  })
}

/** Answers the requests of PDF.js for ranges. */
class PdfRanges extends PDFDataRangeTransport {
  readonly #source: PdfSource

  constructor(source: PdfSource, total: number, head: Uint8Array) {
    super(total, head)
    this.#source = source
  }

  override requestDataRange(begin: number, end: number): void {
    this.#source.read(begin, end).then(
      (part) => this.onDataRange(begin, part),
      () => undefined,
    )
  }
}

function pdfFile(pdf: PDFDocumentProxy, firstPage: PageSize): PdfFile {
  return {
    count: pdf.numPages,
    firstPage,
    async draw(number, width, signal) {
      return drawPage(await loadPage(pdf, number, signal), width, signal)
    },
    async picture(number, signal) {
      const page = await loadPage(pdf, number, signal)
      const canvas = await paint(page, PRINT_SCALE, 'print', signal)
      const picture = canvas.toDataURL('image/jpeg', 0.85)
      free(canvas, page)
      return picture
    },
    async thumbnail(number, width, signal) {
      const page = await loadPage(pdf, number, signal)
      const scale = width / page.getViewport({ scale: 1 }).width
      return paint(page, scale * Math.min(window.devicePixelRatio, 2), 'display', signal)
    },
    async text(number) {
      const { items } = await (await pdf.getPage(number)).getTextContent()
      return items.flatMap((item) => ('str' in item ? { text: item.str, endsLine: item.hasEOL } : []))
    },
    async copyCode() {
      const { info } = await pdf.getMetadata()
      const { Keywords: keywords } = info as { Keywords?: string }
      let code = findCopyCode(keywords ?? '')
      for (let number = 1; code === null && number <= pdf.numPages; number += 1) {
        const { items } = await (await pdf.getPage(number)).getTextContent()
        code = findCopyCode(items.map((item) => ('str' in item ? item.str : '')).join(' '))
      }
      return code
    },
    outline: async () => ((await pdf.getOutline()) ?? []).map((node) => outlineEntry(pdf, node)),
  }
}

type PageReference = Parameters<PDFDocumentProxy['getPageIndex']>[0]
type OutlineNode = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>[number]

function outlineEntry(pdf: PDFDocumentProxy, { title, dest, items }: OutlineNode): OutlineEntry {
  return {
    title,
    async page() {
      const destination: unknown[] | null = typeof dest === 'string' ? await pdf.getDestination(dest) : dest
      const target = destination?.[0] as number | PageReference | null | undefined
      if (typeof target === 'number') return target + 1
      return target ? (await pdf.getPageIndex(target)) + 1 : null
    },
    entries: (items as OutlineNode[]).map((item) => outlineEntry(pdf, item)),
  }
}

async function loadPage(pdf: PDFDocumentProxy, number: number, signal: AbortSignal): Promise<PDFPageProxy> {
  const page = await pdf.getPage(number)
  signal.throwIfAborted()
  return page
}

async function drawPage(page: PDFPageProxy, width: number, signal: AbortSignal): Promise<DrawnPage> {
  const size = page.getViewport({ scale: 1 })
  const scale = width / size.width
  const [canvas, { container: text, lines }] = await Promise.all([
    paint(page, scale * pixelRatio(width, scale * size.height), 'display', signal),
    drawText(page, scale, signal),
  ])
  canvas.ariaHidden = 'true'
  return {
    size: { width: size.width, height: size.height },
    canvas,
    text,
    lines,
    free: () => free(canvas, page),
  }
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
    return canvas
  } catch (error) {
    free(canvas, page)
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Draws the text layer; it stays empty where the text cannot be read, because the page is still a picture. */
async function drawText(page: PDFPageProxy, scale: number, signal: AbortSignal) {
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
  const { width, height, rotation } = page.getViewport({ scale: 1 })
  const [across, down] = rotation % 180 === 0 ? [width, height] : [height, width]
  // PDF.js sizes the layer with CSS functions that older phones do not know.
  container.style.width = `calc(var(--total-scale-factor) * ${across}px)`
  container.style.height = `calc(var(--total-scale-factor) * ${down}px)`
  return { container, lines: { elements: layer.textDivs, texts: layer.textContentItemsStr } }
}

/** Frees the memory of a canvas: an empty one holds none, and phones are slow to collect a full one. */
function free(canvas: HTMLCanvasElement, page: PDFPageProxy): void {
  canvas.width = 0
  canvas.height = 0
  page.cleanup()
}

/** Returns the device pixels per CSS pixel that memory allows. */
function pixelRatio(width: number, height: number): number {
  return Math.min(window.devicePixelRatio, 2, Math.sqrt(MAX_PIXELS / (width * height)))
}
