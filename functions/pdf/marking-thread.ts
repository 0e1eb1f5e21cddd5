import { parentPort, workerData } from 'node:worker_threads'
import type { MarkingTask } from './mark-pdf.ts'
import { type OpenPdf, openPdf, readAnswers, readRectangle, readText, withPage } from './pdfium.ts'
import { drawAsPdf } from './picture-pdf.ts'
import { assertMarked, type PageSize, writeCopy } from './write-copy.ts'

// This thread marks PDFs. It is a file of its own beside the bundle, loaded for copies only.

/** `FLAT_NORMALDISPLAY` of fpdf_flatten.h, and its answer for a page that could not be changed. */
const AS_SHOWN = 0
const NOT_FLATTENED = 0

/** `FPDF_ANNOT_WIDGET` and `FPDF_ANNOT_FLAG_…` of fpdf_annot.h. */
const WIDGET = 20
const INVISIBLE = 1
const HIDDEN = 2
const NO_VIEW = 32

/** The mark was read back on each page. @throws UnreadablePdf, or Error for a file that cannot be rewritten */
export async function markFile({ pdf, copy, asPictures }: MarkingTask): Promise<Uint8Array> {
  const paper = await openPdf(pdf)
  const source = asPictures ? await openPdf(drawAsPdf(paper)) : paper
  const sizes = flattenPages(source)
  const text = `Copie personnelle de ${copy.email} · exemplaire ${copy.code}`
  const mark = { text, width: widthOf(source, text) }
  const file = writeCopy(takeOver(source), { sizes, mark, title: titleOf(paper), code: copy.code })
  await check(file, sizes, text)
  return file
}

function titleOf({ pdfium, document }: OpenPdf): string {
  return readText(pdfium, (place, length) => pdfium.FPDF_GetMetaText(document, 'Title', place, length))
}

function widthOf({ pdfium, document }: OpenPdf, text: string): number {
  const font = pdfium.FPDFText_LoadStandardFont(document, 'Helvetica')
  return Array.from(text).reduce((sum, letter) => {
    const code = letter.codePointAt(0) ?? 0
    const width = readAnswers(pdfium, 'float', 1, (place) =>
      pdfium.FPDFFont_GetGlyphWidth(font, code, 1_000, place ?? 0),
    )
    return sum + (width?.[0] ?? 0) / 1_000
  }, 0)
}

/** Annotations would cover a mark. */
function flattenPages(pdf: OpenPdf): PageSize[] {
  const { pdfium } = pdf
  return Array.from({ length: pdf.pageCount }, (_, index) => {
    const size = withPage(pdf, index, (page) => {
      setBoxesAsSeen(pdf, page)
      setFlagsAsDrawn(pdf, page)
      return pdfium.FPDFPage_Flatten(page, AS_SHOWN) === NOT_FLATTENED
        ? null
        : { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) }
    })
    if (!size) throw new Error('A page cannot be loaded')
    return size
  })
}

/** The engine flattens a page by its own boxes, and not by inherited ones or by what its crop box leaves. */
function setBoxesAsSeen({ pdfium }: OpenPdf, page: number): void {
  const box = readRectangle(pdfium, (place) => pdfium.FPDF_GetPageBoundingBox(page, place))
  if (!box) throw new Error('A page has no box')
  const [left, top, right, bottom] = box
  pdfium.FPDFPage_SetMediaBox(page, left, bottom, right, top)
  pdfium.FPDFPage_SetCropBox(page, left, bottom, right, top)
}

/**
 * The engine flattens annotations by other flags than those by which it draws: it leaves those for print alone out of a
 * picture, and shows invisible ones, except fields of a form.
 */
function setFlagsAsDrawn({ pdfium }: OpenPdf, page: number): void {
  for (let index = 0; index < pdfium.FPDFPage_GetAnnotCount(page); index += 1) {
    const annotation = pdfium.FPDFPage_GetAnnot(page, index)
    const flags = pdfium.FPDFAnnot_GetFlags(annotation)
    if (flags & NO_VIEW) pdfium.FPDFAnnot_SetFlags(annotation, HIDDEN)
    else if (pdfium.FPDFAnnot_GetSubtype(annotation) !== WIDGET)
      pdfium.FPDFAnnot_SetFlags(annotation, flags & ~INVISIBLE)
    pdfium.FPDFPage_CloseAnnot(annotation)
  }
}

/**
 * Returns a PDF of one sheet on which each page of the paper is a form, upright and with its origin at its lower left.
 * Nothing that a page leaves open, hidden or turned reaches what is drawn after its form.
 */
function takeOver({ pdfium, document, pageCount }: OpenPdf): Buffer {
  // The second row stays empty: for a sheet of a single place, the engine would import the page itself.
  const sheet = pdfium.FPDF_ImportNPagesToOne(document, 1_000, 1_000, pageCount, 2)
  if (sheet === 0) throw new Error('The pages cannot be taken over')
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  pdfium.PDFiumExt_SaveAsCopy(sheet, writer)
  const length = pdfium.PDFiumExt_GetFileWriterSize(writer)
  const place = pdfium.pdfium.wasmExports.malloc(length)
  pdfium.PDFiumExt_GetFileWriterData(writer, place, length)
  const file = Buffer.from(pdfium.pdfium.HEAPU8.slice(place, place + length).buffer)
  // The paper's catalog says which layers are hidden. A copy has none, so that all would be seen.
  if (file.includes('/Type/OCG')) throw new Error('The paper has layers')
  return file
}

async function check(file: Buffer, sizes: readonly PageSize[], text: string): Promise<void> {
  const pdf = await openPdf(file)
  if (pdf.pageCount !== sizes.length) throw new Error('The copy has other pages')
  for (const index of sizes.keys())
    if (withPage(pdf, index, (page) => assertMarked(pdf, page, text)) === null)
      throw new Error('A page of the copy cannot be loaded')
}

// Tests call markFile without a thread.
if (parentPort) {
  const marked = await markFile(workerData as MarkingTask)
  parentPort.postMessage({ answer: marked }, [marked.buffer as ArrayBuffer])
}
