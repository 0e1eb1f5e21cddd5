import { readFileSync } from 'node:fs'
import { degrees, PDFArray, PDFDocument, PDFRawStream, StandardFonts } from '@cantoo/pdf-lib'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { MAX_COPY_PAGES } from '#shared/entities/copy.ts'
import { isLongRun } from '#shared/test-support/runs.ts'
import { hostilePdfs, measureGrowth, pdfOfObjects, streamObject } from '../test-support/hostile-pdfs.ts'
import { markPdf } from './mark-pdf.ts'
import { markFile } from './marking-thread.ts'

const COPY = { email: 'eleve@exemple.test', code: 'BKT-RWD-XHM' }
const MARK = 'Copie personnelle de eleve@exemple.test · exemplaire BKT-RWD-XHM'

/** Marks a file without a thread, whose start takes longer than the marks. */
async function mark(bytes: Uint8Array, copy = COPY): Promise<Buffer> {
  return Buffer.from(await markFile({ pdf: new Uint8Array(bytes), copy }))
}

/** Marks a file as the function does, in a thread with limits. */
const markInThread = async (bytes: Uint8Array) => Buffer.from(await markPdf(bytes, COPY))

/** Returns the content of a file as a reader shows it. */
async function read(bytes: Uint8Array) {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: VerbosityLevel.ERRORS })
  const pdf = await task.promise
  const pages = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    pages.push({
      view: page.view,
      rotate: page.rotate,
      texts: items.flatMap((item) => ('str' in item && item.str ? [item.str] : [])),
      places: items.flatMap((item) => ('str' in item && item.str === MARK ? [item.transform.slice(4)] : [])),
    })
  }
  const { info } = (await pdf.getMetadata()) as { info: Record<string, unknown> }
  await task.destroy()
  return { pages, info }
}

/** Draws a page of each form: upright, turned three ways, and cropped. */
async function draw(useObjectStreams: boolean) {
  const pdf = await PDFDocument.create()
  pdf.setTitle('Bac SM 2023')
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (const turn of [0, 90, 180, -90]) {
    const page = pdf.addPage([595, 842])
    page.drawText(`Exercice à ${turn}`, { x: 100, y: 700, font })
    page.setRotation(degrees(turn))
  }
  pdf.addPage([595, 842]).setCropBox(50, 60, 400, 500)
  return pdf.save({ useObjectStreams })
}

const demo = (name: string) =>
  readFileSync(new URL(`../../scripts/local/demo/files/${name}`, import.meta.url))

function breakCrossReference(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
}

test.each([
  { what: 'pages of each form', file: () => draw(false) },
  { what: 'object streams', file: () => draw(true) },
  { what: 'a broken cross-reference', file: async () => breakCrossReference(await draw(false)) },
  { what: 'a paper', file: async () => demo('paper-1.pdf') },
  ...(isLongRun ? [{ what: 'many pages', file: async () => demo('long-paper.pdf') }] : []),
])('marks each page of a file of $what, and keeps its pages, texts and title', async ({ file }) => {
  const bytes = await file()
  const before = await read(bytes)
  const after = await read(await mark(bytes))
  expect(after.pages).toHaveLength(before.pages.length)
  for (const [index, page] of after.pages.entries()) {
    const { view, rotate, texts } = before.pages[index] as (typeof before.pages)[number]
    expect(page).toMatchObject({ view, rotate })
    expect(page.texts.filter((text) => text !== MARK)).toEqual(texts)
    // One mark is across the page and one at its foot, both within its visible part.
    expect(page.places).toHaveLength(2)
    const [left = 0, bottom = 0, right = 0, top = 0] = view
    for (const [x, y] of page.places as [number, number][])
      expect([x > left, x < right, y > bottom, y < top]).toEqual([true, true, true, true])
  }
  const { Title, Keywords } = before.info
  expect(after.info).toMatchObject({
    ...(Title ? { Title } : {}),
    Keywords: ['Exemplaire BKT-RWD-XHM', Keywords].filter(Boolean).join(' '),
  })
})

test('marks the largest allowed number of pages, and refuses one page more and an encrypted file', async () => {
  const blank = (count: number) => {
    const ids = Array.from({ length: count }, (_, index) => index + 3)
    const kids = ids.map((id) => `${id} 0 R`).join(' ')
    const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>'
    const tree = `<< /Type /Pages /Count ${count} /Kids [${kids}] >>`
    return pdfOfObjects(['<< /Type /Catalog /Pages 2 0 R >>', tree, ...ids.map(() => page)])
  }
  const marked = await PDFDocument.load(await mark(blank(MAX_COPY_PAGES)))
  expect(marked.getPageCount()).toBe(MAX_COPY_PAGES)
  await expect(mark(blank(MAX_COPY_PAGES + 1))).rejects.toThrow('Too many pages')
  const pdf = await PDFDocument.load(await draw(false))
  pdf.encrypt({ userPassword: '', ownerPassword: 'secret', permissions: { printing: false } })
  await expect(mark(await pdf.save())).rejects.toThrow(/encrypted/)
})

test.each(hostilePdfs)('marks or refuses a file of $what within its limits', async ({ pdf }) => {
  const file = pdf()
  let answer: unknown
  const most = await measureGrowth(async () => {
    answer = await markInThread(file).catch((error: unknown) => error)
  })
  if (!Buffer.isBuffer(answer)) expect(answer).toMatchObject({ code: 'DOCUMENT_NOT_DOWNLOADABLE' })
  // The function has 1,024 MB.
  expect(most).toBeLessThan(800_000_000)
})

describe('a truncated copy', () => {
  /** Two pages whose content is plain text, in both of their revisions. */
  const PAPER = Buffer.concat([
    pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
      page('5 0 R'),
      page('6 0 R'),
      content('Exercice 1, ancien'),
      content('Exercice 2'),
    ]),
    Buffer.from(`7 0 obj\n`),
    content('Exercice 1'),
    Buffer.from(`\nendobj\n3 0 obj\n${page('7 0 R')}\nendobj\ntrailer << /Size 8 /Root 1 0 R >>\n`),
  ])

  function page(reference: string): string {
    const resources = '<< /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>'
    const entries = `/MediaBox [0 0 300 300] /Contents ${reference} /Resources ${resources}`
    return `<< /Type /Page /Parent 2 0 R ${entries} >>`
  }
  function content(text: string): Buffer {
    return streamObject('', Buffer.from(`BT /F 12 Tf 1 0 0 1 20 200 Tm (${text}) Tj ET`))
  }

  /** Returns whether a reader, or a program that repairs files, shows a page of the paper without its mark. */
  async function showsUnmarked(bytes: Buffer): Promise<boolean> {
    const shown = await read(bytes).catch(() => ({ pages: [] }))
    const texts = shown.pages.map((each) => each.texts.join())
    return [...texts, ...(await repairedPages(bytes))].some(isUnmarked)
  }
  const isUnmarked = (text: string) => /Exercice|Question/.test(text) && !text.includes(MARK)

  /** Returns the plain text of the pages that pdf-lib finds, which needs no cross-reference to find the catalog. */
  async function repairedPages(bytes: Buffer): Promise<string[]> {
    try {
      const pdf = await PDFDocument.load(Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes]))
      return pdf.getPages().map(({ node }) => {
        const parts = node.Contents()
        const streams = parts instanceof PDFArray ? parts.asArray().map((ref) => pdf.context.lookup(ref)) : []
        return streams
          .map((each) => (each instanceof PDFRawStream ? Buffer.from(each.contents).toString('latin1') : ''))
          .join()
          .replaceAll(/<([0-9a-f]+)>/g, (_, hex) => Buffer.from(hex, 'hex').toString('latin1'))
      })
    } catch {
      return []
    }
  }

  test('contains no earlier revision of its file', async () => {
    expect(await showsUnmarked(PAPER)).toBe(true)
    const marked = (await mark(PAPER)).toString('latin1')
    expect(marked.startsWith(PAPER.toString('latin1'))).toBe(false)
    expect(marked).not.toContain('ancien')
    for (const end of ['startxref', 'trailer', '%%EOF']) expect(marked.split(end)).toHaveLength(2)
  })

  test('shows no page without its mark, cut at any object from its end or its beginning', async () => {
    // pdf-lib prints warnings about half a number, which it reads as 0.
    vi.spyOn(console, 'warn').mockReturnValue()
    // It throws an error at most bytes, of which the stack traces take half of the time.
    const { stackTraceLimit } = Error
    Error.stackTraceLimit = 0
    onTestFinished(() => void (Error.stackTraceLimit = stackTraceLimit))
    const marked = await mark(PAPER)
    // The long run cuts at any byte.
    const ends = [...marked.toString('latin1').matchAll(/endobj\n|startxref\n/g)]
    const cuts = isLongRun ? marked.keys() : ends.map(({ index, 0: end }) => index + end.length)
    const unmarked: string[] = []
    for (const at of cuts) {
      if (await showsUnmarked(marked.subarray(0, at))) unmarked.push(`to ${at}`)
      if ((await repairedPages(marked.subarray(at))).some(isUnmarked)) unmarked.push(`from ${at}`)
    }
    expect(unmarked).toEqual([])
  })
})
