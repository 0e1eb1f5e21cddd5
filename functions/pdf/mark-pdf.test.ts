import { readFileSync } from 'node:fs'
import { MAX_COPY_PAGES } from '#shared/entities/copy.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { hostilePdfs, measureGrowth, pdfOfObjects } from '../test-support/hostile-pdfs.ts'
import {
  COPY,
  DRAWN_WIDTH,
  type Drawn,
  isUnmarked,
  MARK,
  mark,
  PAPERS,
  partsOf,
  showsMarks,
  TWO_PAGES,
  testFile,
} from '../test-support/marked-copies.ts'
import { markPdf } from './mark-pdf.ts'
import { readLines } from './page-lines.ts'
import { hexText } from './pdf-file.ts'
import { type OpenPdf, openPdf, readText, withPage } from './pdfium.ts'
import { paintGreys } from './picture-pdf.ts'

/** Returns the text of a page without its blanks, which depend on places. */
function textOf({ pdfium }: OpenPdf, page: number): string {
  const textPage = pdfium.FPDFText_LoadPage(page)
  const codes = Array.from({ length: pdfium.FPDFText_CountChars(textPage) }, (_, index) =>
    pdfium.FPDFText_GetUnicode(textPage, index),
  )
  pdfium.FPDFText_ClosePage(textPage)
  return String.fromCodePoint(...codes).replaceAll(/\s/g, '')
}

const demo = (name: string) =>
  readFileSync(new URL(`../../scripts/local/demo/files/${name}.pdf`, import.meta.url))

async function textsOf(pdf: Uint8Array): Promise<(string | null)[]> {
  const open = await openPdf(pdf)
  return Array.from({ length: open.pageCount }, (_, index) =>
    withPage(open, index, (page) => textOf(open, page)),
  )
}

/** Draws a page by PDFium. */
function drawn(open: OpenPdf, page: number): Drawn {
  const { pdfium } = open
  const scale = DRAWN_WIDTH / pdfium.FPDF_GetPageWidthF(page)
  const size = { width: DRAWN_WIDTH, height: Math.round(pdfium.FPDF_GetPageHeightF(page) * scale) }
  const pixels = paintGreys(open, page, size)
  const grey = (x: number, y: number) => {
    const pair = pixels[y * (DRAWN_WIDTH / 2) + (x >> 1)] ?? 0
    return (x % 2 === 0 ? pair >> 4 : pair & 0xf) * 17
  }
  return { ...size, grey }
}

test.each(PAPERS)('marks $name within the page that is seen, as pictures: $asPictures', async (paper) => {
  const bytes = testFile(paper.name)
  if (paper.asPictures) await expect(mark(bytes)).rejects.toThrow(/^(A page|The paper)/)
  const copy = await mark(bytes, paper.asPictures)
  const open = await openPdf(copy)
  expect(open.pageCount).toBe(paper.pages)
  for (let index = 0; index < paper.pages; index += 1)
    withPage(open, index, (page) => {
      const size = [open.pdfium.FPDF_GetPageWidthF(page), open.pdfium.FPDF_GetPageHeightF(page)]
      expect(size.map(Math.round)).toEqual(paper.size)
      const [width = 0, height = 0] = size
      const line = readLines(open, page, 20_000).find(({ text }) => text === MARK)
      expect(line?.x).toBeGreaterThan(0)
      expect(line?.width).toBeGreaterThan(0.35 * Math.min(width, height))
      expect((line?.x ?? 0) + (line?.width ?? 0)).toBeLessThan(width)
      expect((line?.y ?? 0) + (line?.height ?? 0)).toBeLessThanOrEqual(height)
      expect(showsMarks(drawn(open, page))).toBe(true)
    })
  if (paper.asPictures) return
  const marks = (MARK + MARK).replaceAll(' ', '')
  expect(await textsOf(copy)).toEqual((await textsOf(bytes)).map((text) => text + marks))
})

test('keeps the title, and writes the code uncompressed', async () => {
  const copy = await mark(demo('paper-1'))
  const open = await openPdf(copy)
  const read = (pdf: OpenPdf, key: string) =>
    readText(pdf.pdfium, (place, length) => pdf.pdfium.FPDF_GetMetaText(pdf.document, key, place, length))
  expect(read(open, 'Title')).toBe(read(await openPdf(demo('paper-1')), 'Title'))
  expect(read(open, 'Keywords')).toBe('Exemplaire BKT-RWD-XHM')
  expect(copy.toString('latin1')).toContain(`/Keywords ${hexText('Exemplaire BKT-RWD-XHM')}`)
})

test('writes the same bytes for the same copy, and others for another account', async () => {
  const [one, again, other] = await Promise.all([
    mark(demo('paper-1')),
    mark(demo('paper-1')),
    mark(demo('paper-1'), false, { ...COPY, email: 'autre@exemple.test' }),
  ])
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
})

test('marks the largest number of pages, and refuses one page more and a file with a password', async () => {
  const blank = (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => index + 3)
    const kids = ids.map((id) => `${id} 0 R`).join(' ')
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'
    const tree = `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`
    return pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', tree, ...ids.map(() => page)])
  }
  expect((await openPdf(await mark(blank(MAX_COPY_PAGES)))).pageCount).toBe(MAX_COPY_PAGES)
  await expect(mark(blank(MAX_COPY_PAGES + 1))).rejects.toThrow('damaged')
  await expect(markPdf(testFile('encrypted-user'), COPY)).rejects.toMatchObject({ code: 'DOCUMENT_BROKEN' })
})

test('delivers pictures of a file that cannot be rewritten', async () => {
  const copy = await markPdf(testFile('oc-open'), COPY)
  expect(Buffer.from(copy).equals(await mark(testFile('oc-open'), true))).toBe(true)
})

test.each(hostilePdfs)('marks or refuses a file of $what within its limits', async ({ pdf }) => {
  const file = pdf()
  let answer: unknown
  const most = await measureGrowth(async () => {
    answer = await markPdf(file, COPY).catch((error: unknown) => error)
  })
  if (!(answer instanceof Uint8Array)) expect(answer).toMatchObject({ code: 'DOCUMENT_BROKEN' })
  // The function has 2,048 MB.
  expect(most).toBeLessThan(1_200_000_000)
})

test('shows no page without its mark when a copy is cut at its end or its beginning', async () => {
  const { pdfium } = await openPdf(TWO_PAGES)
  const place = pdfium.pdfium.wasmExports.malloc(100_000)
  const shown = (part: Uint8Array): (string | null)[] => {
    pdfium.pdfium.HEAPU8.set(part, place)
    const document = pdfium.FPDF_LoadMemDocument(place, part.length, '')
    if (document === 0) return []
    const open = { pdfium, document, pageCount: pdfium.FPDF_GetPageCount(document) }
    const texts = Array.from({ length: open.pageCount }, (_, index) =>
      withPage(open, index, (page) => textOf(open, page)),
    )
    pdfium.FPDF_CloseDocument(document)
    return texts
  }
  expect(shown(TWO_PAGES).filter(isUnmarked)).toHaveLength(2)
  const copy = await mark(TWO_PAGES)
  expect(shown(copy)).toHaveLength(2)
  expect(partsOf(copy, isLongRun).flatMap(shown).filter(isUnmarked)).toEqual([])
})
