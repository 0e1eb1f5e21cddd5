import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { paperBytes } from '#scripts/local/demo/paper-files.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { hostilePdfs, measureGrowth, pdfOfObjects } from '../test-support/hostile-pdfs.ts'
import * as copies from '../test-support/marked-copies.ts'
import { markPdf } from './mark-pdf.ts'
import { readLines } from './page-lines.ts'
import { type OpenPdf, openPdf, withPage } from './pdfium.ts'
import { hexText, paintGreys } from './picture-pdf.ts'

const { COPY, MARK, mark, testFile } = copies
const PAPER = paperBytes('paper-1')
const TITLE = 'Examen national du baccalauréat'

/** Returns the texts of the pages without their blanks, which depend on places. */
function textsOf({ pdfium, ...pdf }: OpenPdf): string[] {
  const textOf = (page: number) => {
    const textPage = pdfium.FPDFText_LoadPage(page)
    const length = pdfium.FPDFText_CountChars(textPage)
    const codes = Array.from({ length }, (_, index) => pdfium.FPDFText_GetUnicode(textPage, index))
    return String.fromCodePoint(...codes).replaceAll(/\s/g, '')
  }
  return Array.from(
    { length: pdf.pageCount },
    (_, index) => withPage({ pdfium, ...pdf }, index, textOf) ?? '',
  )
}

function drawn(open: OpenPdf, page: number, [pageWidth = 0, pageHeight = 0]: number[]): copies.Drawn {
  const width = copies.DRAWN_WIDTH
  const height = Math.round((pageHeight * width) / pageWidth)
  const pairs = paintGreys(open, page, { width, height })
  const grey = (x: number, y: number) =>
    (((pairs[(y * width + x) >> 1] ?? 0) >> (x % 2 === 0 ? 4 : 0)) & 0xf) * 17
  return { width, height, grey }
}

test.each(copies.PAPERS)(
  'marks $name within the page that is seen, as pictures: $asPictures',
  async (paper) => {
    const bytes = testFile(paper.name)
    if (paper.asPictures) await expect(mark(bytes)).rejects.toThrow(/^(A page|The paper)/)
    const open = await openPdf(await mark(bytes, paper.asPictures))
    expect(open.pageCount).toBe(paper.pages)
    for (let index = 0; index < paper.pages; index += 1)
      withPage(open, index, (page) => {
        const size = [open.pdfium.FPDF_GetPageWidthF(page), open.pdfium.FPDF_GetPageHeightF(page)]
        expect(size.map(Math.round)).toEqual(paper.size)
        const [right = 0, bottom = 0] = size
        const line = readLines(open, page, 20_000).find(({ text }) => text === MARK)
        const { x = -1, y = 0, width = 0, height = 0 } = line ?? {}
        expect([x > 0, x + width < right, y + height <= bottom]).toEqual([true, true, true])
        expect(width).toBeGreaterThan(0.35 * Math.min(right, bottom))
        expect(copies.showsMarks(drawn(open, page, size))).toBe(true)
      })
    if (paper.asPictures) return
    const marks = (MARK + MARK).replaceAll(' ', '')
    expect(textsOf(open)).toEqual(textsOf(await openPdf(bytes)).map((text) => text + marks))
  },
)

test('writes the same bytes for the same copy, with its title and its code in plain text', async () => {
  const one = await mark(PAPER)
  expect(one.equals(await mark(PAPER))).toBe(true)
  expect(one.equals(await mark(PAPER, false, { ...COPY, email: 'autre@exemple.test' }))).toBe(false)
  const information = `/Title ${hexText(TITLE)} /Keywords ${hexText('Exemplaire BKT-RWD-XHM')}`
  expect(one.toString('latin1')).toContain(information)
})

const FIELD = '/Subtype /Widget /FT /Tx /T (nom) /V (HHHHHHHH) /DA (/Helv 80 Tf 0 g)'
const DRAWING = '/Subtype /Square /IC [0 0 0]'

/** Flags are 1 for invisible, 4 for printed and 32 for not seen. The page inherits its box. */
test.each([
  { annotation: FIELD, flags: 4, isShown: true },
  { annotation: FIELD, flags: 1, isShown: false },
  { annotation: DRAWING, flags: 4, isShown: true },
  { annotation: DRAWING, flags: 1, isShown: true },
  { annotation: DRAWING, flags: 36, isShown: false },
])(
  'shows $annotation, which has no appearance, to readers and in copies, by its flags $flags: $isShown',
  async (row) => {
    const isDark = async (pdf: Uint8Array) => {
      const open = await openPdf(pdf)
      const picture = withPage(open, 0, (page) => drawn(open, page, [540, 720])) ?? expect.fail()
      const [left, right] = [220, 970]
      return Array.from({ length: right - left }, (_, at) => picture.grey(left + at, 800)).some(
        (grey) => grey < 60,
      )
    }
    const paper = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [4 0 R] >> >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] /CropBox [1000 1000 1540 1720] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 2000 2000] /Annots [4 0 R] >>',
      `<< /Type /Annot ${row.annotation} /Rect [1100 1100 1440 1620] /F ${row.flags} >>`,
    ])
    for (const shown of [paper, await mark(paper), await mark(paper, true)])
      expect(await isDark(shown)).toBe(row.isShown)
  },
)

test('delivers pictures of a file that cannot be rewritten, and refuses one with a password', async () => {
  const copy = await markPdf(testFile('oc-open'), COPY)
  expect(Buffer.from(copy).equals(await mark(testFile('oc-open'), true))).toBe(true)
  await expect(markPdf(testFile('encrypted-user'), COPY)).rejects.toMatchObject({ code: 'DOCUMENT_BROKEN' })
})

test.each(hostilePdfs)('marks or refuses a file of $what within its limits', async ({ pdf }) => {
  let answer: unknown
  const most = await measureGrowth(async () => {
    answer = await markPdf(pdf(), COPY).catch((error: unknown) => error)
  })
  if (!(answer instanceof Uint8Array)) expect(answer).toMatchObject({ code: 'DOCUMENT_BROKEN' })
  // The function has 2,048 MB.
  expect(most).toBeLessThan(1_200_000_000)
})

test('shows no page without its mark when a copy is cut at its end or its beginning', async () => {
  const { pdfium } = await openPdf(copies.PAPER)
  const place = pdfium.pdfium.wasmExports.malloc(10_000)
  const shown = (part: Uint8Array): string[] => {
    pdfium.pdfium.HEAPU8.set(part, place)
    const document = pdfium.FPDF_LoadMemDocument(place, part.length, '')
    return document === 0
      ? []
      : textsOf({ pdfium, document, form: 0, pageCount: pdfium.FPDF_GetPageCount(document) })
  }
  expect(shown(copies.PAPER).filter(copies.isUnmarked)).toHaveLength(1)
  const copy = await mark(copies.PAPER)
  expect(shown(copy)).toHaveLength(1)
  expect(copies.partsOf(copy, isLongRun).flatMap(shown).filter(copies.isUnmarked)).toEqual([])
})

const folder = mkdtempSync(join(tmpdir(), 'copies-'))
const file = join(folder, 'copy.pdf')
afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: string) => spawnSync(command, { shell: true, maxBuffer: 100_000_000 }).stdout
const width = copies.DRAWN_WIDTH

/** Programs of Debian's packages poppler-utils and mupdf-tools. A picture has the format PGM. */
const READERS = [
  {
    name: 'pdftoppm',
    draw: (page: number) =>
      run(`pdftoppm -gray -f ${page} -l ${page} -scale-to-x ${width} -scale-to-y -1 ${file}`),
    read: () => run(`pdftotext -q ${file} -`),
  },
  {
    name: 'mutool',
    draw: (page: number) => run(`mutool draw -q -c gray -F pgm -w ${width} -o - ${file} ${page}`),
    read: () => run(`mutool draw -q -F text ${file}`),
  },
].map((reader) => ({ ...reader, isMissing: spawnSync(reader.name, ['-v']).error !== undefined }))

function pictureOf(pgm: Buffer): copies.Drawn {
  const [header = '', columns, rows] = /^\w+\s(\d+) (\d+)\s255\s/.exec(pgm.toString('latin1', 0, 100)) ?? []
  const grey = (x: number, y: number) => pgm[header.length + y * width + x] ?? 0
  return { width: Number(columns), height: Number(rows), grey }
}

describe.runIf(isLongRun).each(READERS)('$name (missing: $isMissing)', ({ isMissing, draw, read }) => {
  const texts = (bytes: Uint8Array) => {
    writeFileSync(file, bytes)
    return String(read()).split('\f')
  }
  test.skipIf(isMissing).each(copies.PAPERS)(
    'shows the marks of $name',
    async ({ name, asPictures, pages }) => {
      const shown = texts(await copies.mark(copies.testFile(name), asPictures))
      expect(shown.filter((text) => text.includes(copies.MARK))).toHaveLength(pages)
      for (let page = 1; page <= pages; page += 1) expect(copies.showsMarks(pictureOf(draw(page)))).toBe(true)
    },
  )

  test.skipIf(isMissing)('shows no page without its mark when a copy is cut', async () => {
    expect(texts(copies.PAPER).filter(copies.isUnmarked)).toHaveLength(1)
    const parts = copies.partsOf(await copies.mark(copies.PAPER))
    expect(parts.flatMap(texts).filter(copies.isUnmarked)).toEqual([])
  })
})
