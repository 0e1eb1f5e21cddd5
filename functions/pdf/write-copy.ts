import { inflateSync } from 'node:zlib'
import type { Copy } from '#shared/entities/copy.ts'
import { type OpenPdf, readAnswers, readText } from './pdfium.ts'
import { type FileObject, fileObject, hexText, readObjects, writePdf } from './picture-pdf.ts'

export type PageSize = { width: number; height: number }

/** The text of a copy's mark, and its width in Helvetica at a size of one point. */
type Mark = { text: string; width: number }

/** Sizes as parts of the shorter side of a page, so that a scan of thousands of points has a mark like a sheet of A4. */
const LINE_SIZE = 7 / 595
const ACROSS_SIZE = 26 / 595
const MARGIN = 10 / 595
/** Part of the page that the text across it may take. */
const ACROSS = 0.85
const SLOPE = (28 * Math.PI) / 180

/** Dictionaries of what the operators name. Every reader has the font, so that it need not be embedded. */
const MARK_RESOURCES = {
  Font: '/Mark << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ExtGState: '/Across << /ca 0.22 /CA 0.3 >> /Plate << /ca 0.8 >> /Line << /ca 1 >>',
}

/**
 * A small line on a light plate at the foot of the page, and the same text faintly across its middle, which remains
 * when the foot is cut off. That text is darker than white paper, and its outline is lighter than black paper.
 */
function markContent({ width, height }: PageSize, mark: Mark): string {
  const shorter = Math.min(width, height)
  const text = encode(mark.text)
  const [cos, sin] = [Math.cos(SLOPE), Math.sin(SLOPE)]
  const room = ACROSS * Math.min(width / cos, height / sin)
  const across = Math.min(ACROSS_SIZE * shorter, room / mark.width)
  const half = (mark.width * across) / 2
  const margin = MARGIN * shorter
  const line = Math.min(LINE_SIZE * shorter, (width - 2 * margin) / mark.width)
  const border = 0.3 * line
  const plate = [margin - border, margin - border, mark.width * line + 2 * border, line + 2 * border]
  return [
    '/Artifact BMC q',
    `/Across gs 0.35 g 1 G ${numbers([across / 24])} w BT 2 Tr /Mark ${numbers([across])} Tf`,
    `${numbers([cos, sin, -sin, cos, width / 2 - half * cos, height / 2 - half * sin])} Tm ${text} Tj ET`,
    `/Plate gs 1 g ${numbers(plate)} re f`,
    `/Line gs 0.25 g BT 0 Tr /Mark ${numbers([line])} Tf ${numbers([margin, margin + 0.2 * line])} Td ${text} Tj ET`,
    'Q EMC',
    '',
  ].join('\n')
}

function numbers(values: readonly number[]): string {
  return values.map((value) => String(Math.round(value * 10_000) / 10_000)).join(' ')
}

/** WinAnsi agrees with Latin-1 on letters and the middle dot; addresses are ASCII. */
function encode(text: string): string {
  return `<${Buffer.from(text, 'latin1').toString('hex')}>`
}

type CopyParts = Pick<Copy, 'title' | 'code'> & { sizes: readonly PageSize[]; mark: Mark }

/**
 * Writes a copy from a PDF of one sheet, on which each page of the paper is a form. The contents of the pages, which
 * have the marks and call up the forms, stand first; then the forms; and the pages themselves and the catalog last. A
 * file that was cut at its end has no pages, and one that was cut at its beginning has lost the content of a page
 * together with its mark. The file depends on the paper and the copy alone, so that a repeated download continues with
 * the same bytes.
 */
export function writeCopy(sheet: Buffer, { sizes, mark, title, code }: CopyParts): Buffer {
  const { forms, others, next } = readSheet(sheet)
  if (forms.length !== sizes.length) throw new Error('A page is missing')
  let number = next
  const add = (dictionary: string, stream?: Buffer) => fileObject(number++, dictionary, stream)
  const fonts = add(MARK_RESOURCES.Font)
  const states = add(MARK_RESOURCES.ExtGState)
  const tree = number++
  /** Pages of one size share their content, in which each has another form. */
  const contents = new Map<string, FileObject>()
  const pages = sizes.map((size, index) => {
    // Poppler clips to the text of a form that leaves its text open, when the next text ends.
    const operators = `q /Paper Do BT ET Q\n${markContent(size, mark)}`
    const content = contents.get(operators) ?? add('', Buffer.from(operators))
    contents.set(operators, content)
    const names = `/Font ${fonts.number} 0 R /ExtGState ${states.number} 0 R`
    return add(
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${size.width} ${size.height}] ` +
        `/Contents ${content.number} 0 R /Resources << ${names} /XObject << /Paper ${forms[index]} 0 R >> >>`,
    )
  })
  const kids = pages.map((page) => `${page.number} 0 R`).join(' ')
  // The dashboard finds the code here or in a content (web/src/features/admin/copies/read-copy-code.ts).
  const info = add(`/Title ${hexText(title)} /Keywords ${hexText(`Exemplaire ${code}`)}`)
  const catalog = add(`/Type /Catalog /Pages ${tree} 0 R`)
  return writePdf(
    [
      ...contents.values(),
      fonts,
      states,
      ...others,
      ...pages,
      fileObject(tree, `/Type /Pages /Count ${pages.length} /Kids [${kids}]`),
      info,
      catalog,
    ],
    `/Root ${catalog.number} 0 R /Info ${info.number} 0 R`,
  )
}

/** Returns the numbers of the forms in the order of the pages, and the objects of the file without its own pages. */
function readSheet(sheet: Buffer): { forms: number[]; others: FileObject[]; next: number } {
  const { objects, trailer } = readObjects(sheet)
  const byNumber = new Map(objects.map((object) => [object.number, object.bytes]))
  const numberAfter = (text: string, key: string) =>
    Number.parseInt(text.slice(text.indexOf(key) + key.length), 10)
  /** Takes an object out of the file by the reference to it. */
  const take = (text: string, key: string) => {
    const number = numberAfter(text, key)
    const bytes = byNumber.get(number)
    if (!bytes) throw new Error('An object is missing')
    byNumber.delete(number)
    return bytes
  }
  take(trailer, '/Info ')
  const catalog = take(trailer, '/Root ').toString('latin1')
  const tree = take(catalog, '/Pages ').toString('latin1')
  const page = take(tree, '/Kids[ ').toString('latin1')
  const content = take(page, '/Contents ')
  const operators = inflateSync(content.subarray(content.indexOf('stream\r\n') + 8)).toString('latin1')
  const named = new Map(
    [...page.matchAll(/\/(X\d+) (\d+) 0 R/g)].map(([, name, number]) => [name, Number(number)]),
  )
  const forms = [...operators.matchAll(/\/(X\d+) Do/g)].map(([, name]) => named.get(name) ?? 0)
  return {
    forms,
    others: objects.filter(({ number }) => byNumber.has(number)),
    next: numberAfter(trailer, '/Size '),
  }
}

/** Throws an error if a page, as it can be read, does not have the mark above all else within its box. */
export function assertMarked(pdf: OpenPdf, page: number, text: string): void {
  const { pdfium } = pdf
  const [across, , line] = [3, 2, 1].map((fromTop) =>
    pdfium.FPDFPage_GetObject(page, pdfium.FPDFPage_CountObjects(page) - fromTop),
  )
  const textPage = pdfium.FPDFText_LoadPage(page)
  const textOf = (object: number) =>
    readText(pdfium, (place, length) => pdfium.FPDFTextObj_GetText(object, textPage, place, length))
  for (const object of [across, line]) {
    if (!object || textOf(object) !== text) throw new Error('A page has no mark')
    const [left, bottom, right, top] = boundsOf(pdf, object)
    const isWithin = left >= 0 && bottom >= 0 && right <= pdfium.FPDF_GetPageWidthF(page)
    if (!isWithin || top > pdfium.FPDF_GetPageHeightF(page)) throw new Error('A mark is beyond its page')
  }
  pdfium.FPDFText_ClosePage(textPage)
}

/** Returns left, bottom, right and top. */
function boundsOf({ pdfium }: OpenPdf, object: number): [number, number, number, number] {
  const bounds = readAnswers(pdfium, 'float', 4, (left = 0, bottom = 0, right = 0, top = 0) =>
    pdfium.FPDFPageObj_GetBounds(object, left, bottom, right, top),
  )
  if (!bounds) throw new Error('An object has no bounds')
  return bounds as [number, number, number, number]
}
