import { deflateSync } from 'node:zlib'
import { pictureSize } from './draw-page.ts'
import { type OpenPdf, renderPage, withPage } from './pdfium.ts'

/** A longer document gets the small pictures: 400 large ones would take more than the minute that the edge waits. */
const LARGE_PAGES_AT_MOST = 60
/** `FPDFBitmap_Gray` and `FPDF_GRAYSCALE` of fpdfview.h. */
const GREY = 1
const GREYSCALE = 0x08
const WHITE = 0xffffffff

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

/** An object of a PDF as its file has it, from `7 0 obj` to `endobj`. */
export type FileObject = { number: number; bytes: Buffer }

export function fileObject(number: number, dictionary: string, stream?: Buffer): FileObject {
  const length = stream ? ` /Length ${stream.length}` : ''
  const beginning = Buffer.from(`${number} 0 obj\n<< ${dictionary}${length} >>\n`)
  const body = stream ? [Buffer.from('stream\n'), stream, Buffer.from('\nendstream\n')] : []
  return { number, bytes: Buffer.concat([beginning, ...body, Buffer.from('endobj\n')]) }
}

export function hexText(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
}

/** The objects stand in this order, whatever their numbers are. The trailer has entries such as `/Root 1 0 R`. */
export function writePdf(objects: readonly FileObject[], trailer: string): Buffer {
  const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  const places = new Map<number, number>()
  let length = header.length
  let size = 1
  for (const { number, bytes } of objects) {
    places.set(number, length)
    length += bytes.length
    size = Math.max(size, number + 1)
  }
  const rows = Array.from({ length: size }, (_, number) => {
    const place = places.get(number)
    return place === undefined ? '0000000000 65535 f \n' : `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const end = `trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${length}\n%%EOF\n`
  const table = Buffer.from(`xref\n0 ${size}\n${rows.join('')}${end}`)
  // Memory of its own, which a thread can hand over.
  const file = Buffer.alloc(length + table.length)
  let place = 0
  for (const part of [header, ...objects.map(({ bytes }) => bytes), table]) place += part.copy(file, place)
  return file
}

/** Returns the objects of a file that PDFium wrote, which has one table of their places. */
export function readObjects(file: Buffer): { objects: FileObject[]; trailer: string } {
  const end = file.lastIndexOf('xref', file.lastIndexOf('startxref') - 1)
  const table = file.toString('latin1', end)
  const places = [...table.matchAll(/^(\d{10}) 00000 n/gm)]
    .map(([, place]) => Number(place))
    .toSorted((one, other) => one - other)
  const objects = places.map((place, index) => {
    const bytes = file.subarray(place, places[index + 1] ?? end)
    return { number: Number.parseInt(bytes.toString('latin1', 0, 10), 10), bytes }
  })
  return { objects, trailer: table.slice(table.indexOf('trailer')) }
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
export function paintGreys(pdf: OpenPdf, page: number, size: { width: number; height: number }): Buffer {
  const { pdfium } = pdf
  const { width, height } = size
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, GREY, 0, 0)
  if (bitmap === 0) throw new Error('No memory for the page')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  renderPage(pdf, page, bitmap, size, GREYSCALE)
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
