import { deflateSync } from 'node:zlib'
import { pictureSize } from './draw-page.ts'
import { type FileObject, fileObject, writePdf } from './pdf-file.ts'
import { type OpenPdf, withPage } from './pdfium.ts'

/** A longer document gets the small pictures: 400 large ones would take more than the minute that the edge waits. */
const LARGE_PAGES_AT_MOST = 60
/** `FPDFBitmap_Gray` of fpdfview.h, and the flags by which annotations are drawn, and all in greys. */
const GREY = 1
const FLAGS = 0x01 | 0x08
const WHITE = 0xffffffff

/** Returns a PDF of the pictures of a document's pages, in sixteen greys. */
export function drawAsPdf(pdf: OpenPdf): Buffer {
  const scale = pdf.pageCount > LARGE_PAGES_AT_MOST ? 1 : 2
  const numbers = Array.from({ length: pdf.pageCount }, (_, index) => 3 + 3 * index)
  const kids = numbers.map((number) => `${number} 0 R`).join(' ')
  const pages = numbers.flatMap(
    (number, index) =>
      withPage(pdf, index, (page) => drawPage(pdf, page, number, scale)) ?? whitePage(number),
  )
  return writePdf(
    [
      fileObject(1, '/Type /Catalog /Pages 2 0 R'),
      fileObject(2, `/Type /Pages /Count ${pdf.pageCount} /Kids [${kids}]`),
      ...pages,
    ],
    '/Root 1 0 R',
  )
}

/** Returns a page with this number, and its content and picture with the next ones. */
function drawPage(pdf: OpenPdf, page: number, number: number, scale: number): FileObject[] {
  const width = pdf.pdfium.FPDF_GetPageWidthF(page)
  const height = pdf.pdfium.FPDF_GetPageHeightF(page)
  const small = pictureSize(width, height)
  const size = { width: small.width * scale, height: small.height * scale }
  const form = `/Type /XObject /Subtype /Image /Width ${size.width} /Height ${size.height}`
  return [
    fileObject(
      number,
      `/Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${number + 1} 0 R ` +
        `/Resources << /XObject << /I ${number + 2} 0 R >> >>`,
    ),
    fileObject(number + 1, '', Buffer.from(`q ${width} 0 0 ${height} 0 0 cm /I Do Q`)),
    fileObject(
      number + 2,
      `${form} /ColorSpace /DeviceGray /BitsPerComponent 4 /Filter /FlateDecode`,
      deflateSync(paintGreys(pdf, page, size)),
    ),
  ]
}

function whitePage(number: number): FileObject[] {
  return [fileObject(number, '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << >>')]
}

/** Returns the pixels of a page, two in a byte; each row begins with a byte. */
export function paintGreys(
  { pdfium }: OpenPdf,
  page: number,
  size: { width: number; height: number },
): Buffer {
  const { width, height } = size
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, GREY, 0, 0)
  if (bitmap === 0) throw new Error('No memory for the page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
  const from = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const stride = pdfium.FPDFBitmap_GetStride(bitmap)
  const pixels = pdfium.pdfium.HEAPU8.subarray(from, from + stride * height)
  const bytesOfRow = Math.ceil(width / 2)
  const packed = Buffer.alloc(bytesOfRow * height)
  for (let row = 0; row < height; row += 1)
    for (let at = 0; at < bytesOfRow; at += 1) {
      const place = row * stride + 2 * at
      packed[row * bytesOfRow + at] = ((pixels[place] ?? 0) & 0xf0) | ((pixels[place + 1] ?? 0) >> 4)
    }
  pdfium.FPDFBitmap_Destroy(bitmap)
  return packed
}
