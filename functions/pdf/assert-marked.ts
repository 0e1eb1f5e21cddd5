import { type OpenPdf, readAnswers, readText } from './pdfium.ts'

/**
 * Throws an error if the page of a copy, as it can be read, does not have the mark above all else within its box.
 * @param page handle of the loaded page
 */
export function assertMarked(pdf: OpenPdf, page: number, text: string): void {
  const { pdfium } = pdf
  const [across, , line] = [3, 2, 1].map((fromTop) =>
    pdfium.FPDFPage_GetObject(page, pdfium.FPDFPage_CountObjects(page) - fromTop),
  )
  const textPage = pdfium.FPDFText_LoadPage(page)
  for (const object of [across, line]) {
    if (!object || textOf(pdf, object, textPage) !== text) throw new Error('A page has no mark')
    const [left, bottom, right, top] = boundsOf(pdf, object)
    const isWithin = left >= 0 && bottom >= 0 && right <= pdfium.FPDF_GetPageWidthF(page)
    if (!isWithin || top > pdfium.FPDF_GetPageHeightF(page)) throw new Error('A mark is beyond its page')
  }
  pdfium.FPDFText_ClosePage(textPage)
}

/** Returns left, bottom, right and top. */
function boundsOf({ pdfium }: OpenPdf, object: number): [number, number, number, number] {
  const bounds = readAnswers(pdfium, 'float', 4, (left, bottom, right, top) =>
    pdfium.FPDFPageObj_GetBounds(object, left ?? 0, bottom ?? 0, right ?? 0, top ?? 0),
  )
  if (!bounds) throw new Error('An object has no bounds')
  return bounds as [number, number, number, number]
}

function textOf({ pdfium }: OpenPdf, object: number, textPage: number): string {
  return readText(pdfium, (place, length) => pdfium.FPDFTextObj_GetText(object, textPage, place, length))
}
