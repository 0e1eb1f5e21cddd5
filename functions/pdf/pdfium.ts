import { readFile } from 'node:fs/promises'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { MAX_COPY_PAGES } from '#shared/entities/copy.ts'
import { engineFile } from './engine-file.ts'

// PDFium reads, draws and marks PDFs. Its functions have the names of its C headers (fpdfview.h, fpdf_text.h).

/** `FPDF_ERR_PASSWORD` */
const NEEDS_PASSWORD = 4

/** An open PDF, read through `pdfium`; `document` and `form` are its handles. Points are 1/72 inch. */
export type OpenPdf = { pdfium: WrappedPdfiumModule; document: number; form: number; pageCount: number }

/** A PDF that is not drawn; `damaged` includes a file without pages. */
export class UnreadablePdf extends Error {
  readonly reason: 'password' | 'damaged' | 'too-long'

  constructor(reason: UnreadablePdf['reason']) {
    super(`The PDF is not readable: ${reason}`)
    this.name = 'UnreadablePdf'
    this.reason = reason
  }
}

/**
 * An instance that has failed cannot be used again. The thread ends after it: nothing is freed. @throws UnreadablePdf
 */
export async function openPdf(pdf: Uint8Array): Promise<OpenPdf> {
  const { buffer } = await readFile(engineFile('pdfium.wasm', '@embedpdf/pdfium'))
  const pdfium = await init({ wasmBinary: buffer })
  pdfium.PDFiumExt_Init()
  const header = Buffer.from(hasHeader(pdf) ? '' : '%PDF-1.7\n')
  const length = header.length + pdf.length
  const place = pdfium.pdfium.wasmExports.malloc(length)
  pdfium.pdfium.HEAPU8.set(header, place)
  pdfium.pdfium.HEAPU8.set(pdf, place + header.length)
  const document = pdfium.FPDF_LoadMemDocument(place, length, '')
  const pageCount = document === 0 ? 0 : pdfium.FPDF_GetPageCount(document)
  if (pageCount === 0)
    throw new UnreadablePdf(pdfium.FPDF_GetLastError() === NEEDS_PASSWORD ? 'password' : 'damaged')
  if (pageCount > MAX_COPY_PAGES) throw new UnreadablePdf('too-long')
  // Without it, the engine shows no field of a form.
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  return { pdfium, document, form, pageCount }
}

/** Other readers open a file that has no header in its first kilobyte; the engine does not. */
function hasHeader(pdf: Uint8Array): boolean {
  return Buffer.from(pdf.subarray(0, 1_024 + 4)).includes('%PDF')
}

/** Pages are numbered from 0. @returns null for a page that the engine cannot load */
export function withPage<T>(
  { pdfium, document, form }: OpenPdf,
  index: number,
  read: (page: number) => T,
): T | null {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (page === 0) return null
  // Annotations and fields that have no appearance get one, which is also what a copy takes over.
  pdfium.FORM_OnAfterLoadPage(page, form)
  try {
    return read(page)
  } finally {
    pdfium.FORM_OnBeforeClosePage(page, form)
    pdfium.FPDF_ClosePage(page)
  }
}

/** `FPDF_ANNOT` of fpdfview.h. */
const ANNOTATIONS = 0x01

/** Draws a page with its annotations and the fields of its form. `flags` are more of fpdfview.h. */
export function renderPage(
  { pdfium, form }: OpenPdf,
  page: number,
  bitmap: number,
  { width, height }: { width: number; height: number },
  flags: number,
): void {
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, ANNOTATIONS | flags)
  pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, flags)
}

/**
 * The function writes its answers to addresses of 8 bytes each, or of `bytes` for a structure. @returns null when it
 * says that there is none
 */
export function readAnswers(
  { pdfium }: WrappedPdfiumModule,
  type: 'double' | 'float' | 'i32',
  count: number,
  call: (...places: number[]) => boolean | number,
  bytes = 8,
): number[] | null {
  const place = pdfium.wasmExports.malloc(count * bytes)
  const places = Array.from({ length: count }, (_, at) => place + at * bytes)
  const isAnswered = call(...places)
  const answers = isAnswered ? places.map((each) => pdfium.getValue(each, type)) : null
  pdfium.wasmExports.free(place)
  return answers
}

/** Returns left, top, right and bottom of an `FS_RECTF`, which the function writes. */
export function readRectangle(
  pdfium: WrappedPdfiumModule,
  call: (place: number) => boolean,
): [left: number, top: number, right: number, bottom: number] | null {
  const answers = readAnswers(pdfium, 'float', 4, (place = 0) => call(place), 4)
  return answers as [number, number, number, number] | null
}

/** Returns where a place of a page, in points, is on a picture of it. */
export function placeOnPicture(
  { pdfium }: OpenPdf,
  page: number,
  { width, height }: { width: number; height: number },
  x: number,
  y: number,
): [x: number, y: number] {
  const answers = readAnswers(pdfium, 'i32', 2, (toX = 0, toY = 0) =>
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, toX, toY),
  )
  return answers as [number, number]
}

/**
 * Returns the text of a function that writes UTF-16, ended by a zero, and returns the bytes that it takes; nothing for a
 * text of more bytes than `atMost`.
 */
export function readText(
  { pdfium }: WrappedPdfiumModule,
  call: (place: number, length: number) => number,
  atMost = Infinity,
): string {
  const length = call(0, 0)
  if (length > atMost) return ''
  const place = pdfium.wasmExports.malloc(length)
  call(place, length)
  const text = Buffer.from(pdfium.HEAPU8.slice(place, place + length)).toString('utf16le')
  pdfium.wasmExports.free(place)
  return text.replace(/\0$/, '')
}
