import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { degrees, PDFDocument, PDFName, StandardFonts } from '@cantoo/pdf-lib'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { openForMarking } from './mark-pdf.ts'

const COPY = { email: 'eleve@exemple.test', code: 'BKT-RWD-XHM' }
const MARK = 'Copie personnelle de eleve@exemple.test · exemplaire BKT-RWD-XHM'

async function mark(bytes: Uint8Array, copy = COPY): Promise<Buffer> {
  return Buffer.concat(await (await openForMarking(bytes)).mark(copy))
}

/** What a reader sees of a file. */
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

async function draw(form: { rotation?: number; crop?: [number, number, number, number] }, streams: boolean) {
  const pdf = await PDFDocument.create()
  pdf.setTitle('Bac SM 2023')
  const font = await pdf.embedFont(StandardFonts.TimesRoman)
  for (let number = 1; number <= 3; number += 1) {
    const page = pdf.addPage([595, 842])
    page.drawText(`Exercice ${number}`, { x: 100, y: 700, font })
    page.setRotation(degrees(form.rotation ?? 0))
    if (form.crop) page.setCropBox(...form.crop)
  }
  return pdf.save({ useObjectStreams: streams })
}

const demo = (name: string) =>
  readFileSync(new URL(`../../scripts/local/demo/files/${name}`, import.meta.url))

describe.each([
  { what: 'a plain file', file: () => draw({}, false) },
  { what: 'a file with object streams', file: () => draw({}, true) },
  { what: 'a turned page', file: () => draw({ rotation: 90 }, true) },
  { what: 'a page upside down', file: () => draw({ rotation: 180 }, true) },
  { what: 'a page turned to the left', file: () => draw({ rotation: -90 }, true) },
  { what: 'a cropped page', file: () => draw({ crop: [50, 60, 400, 500] }, true) },
  { what: 'the demo paper', file: async () => demo('paper-1.pdf') },
  { what: 'the long demo paper', file: async () => demo('long-paper.pdf') },
  {
    what: 'a file whose cross-reference is broken',
    file: async () => breakCrossReference(await draw({}, false)),
  },
])('$what', ({ file }) => {
  test('gets the mark on each page, and keeps its pages, texts and title', async () => {
    const bytes = await file()
    const before = await read(bytes)
    const after = await read(await mark(bytes))
    expect(after.pages).toHaveLength(before.pages.length)
    for (const [index, page] of after.pages.entries()) {
      const { view, rotate, texts } = before.pages[index] as (typeof before.pages)[number]
      expect(page).toMatchObject({ view, rotate })
      expect(page.texts.filter((text) => text !== MARK)).toEqual(texts)
      // Across the page and at its foot, both within what is shown.
      expect(page.places).toHaveLength(2)
      const [left = 0, bottom = 0, right = 0, top = 0] = view
      for (const [x, y] of page.places as [number, number][]) {
        expect(x).toBeGreaterThan(left)
        expect(x).toBeLessThan(right)
        expect(y).toBeGreaterThan(bottom)
        expect(y).toBeLessThan(top)
      }
    }
    expect(after.info['Title']).toBe(before.info['Title'])
    expect(after.info['Keywords']).toBe(
      ['Exemplaire BKT-RWD-XHM', before.info['Keywords']].filter(Boolean).join(' '),
    )
  })
})

function breakCrossReference(bytes: Uint8Array): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1')
  return Buffer.from(text.replace(/startxref\n\d+/, 'startxref\n7'), 'latin1')
}

test('marks pages that share their resources and have no content', async () => {
  const pdf = await PDFDocument.create()
  const shared = pdf.context.register(pdf.context.obj({ ProcSet: ['PDF'] }))
  for (const page of [pdf.addPage(), pdf.addPage()]) {
    page.node.set(PDFName.of('Resources'), shared)
    page.node.delete(PDFName.of('Contents'))
  }
  const { pages } = await read(await mark(await pdf.save()))
  expect(pages.map(({ texts }) => texts)).toEqual([
    [MARK, MARK],
    [MARK, MARK],
  ])
})

test('gives an account the same bytes again, and another account others', async () => {
  const bytes = await draw({}, true)
  const [one, again] = [await mark(bytes), await mark(bytes)]
  expect(again.equals(one)).toBe(true)
  expect((await mark(bytes, { ...COPY, email: 'autre@exemple.test' })).equals(one)).toBe(false)
})

test.each([
  { what: 'encrypted', file: encrypted },
  { what: 'no PDF', file: async () => Buffer.from('<html></html>') },
])('refuses a file that is $what', async ({ file }) => {
  await expect(openForMarking(await file())).rejects.toMatchObject({ code: 'DOCUMENT_NOT_DOWNLOADABLE' })
})

async function encrypted(): Promise<Uint8Array> {
  const pdf = await PDFDocument.load(await draw({}, false))
  pdf.encrypt({ userPassword: '', ownerPassword: 'secret', permissions: { printing: false } })
  return pdf.save()
}

test('marks a scan of 60 pages and 25 MB by an update of a few kilobytes', async () => {
  const pdf = await PDFDocument.create()
  for (let number = 1; number <= 60; number += 1) {
    const { node } = pdf.addPage([595, 842])
    const image = { Type: 'XObject', Subtype: 'Image', Width: 1240, Height: 1754, Filter: 'DCTDecode' }
    const scan = pdf.context.stream(randomBytes(420_000), {
      ...image,
      ColorSpace: 'DeviceRGB',
      BitsPerComponent: 8,
    })
    node.setXObject(PDFName.of('Scan'), pdf.context.register(scan))
  }
  const bytes = await pdf.save()
  const cpu = process.cpuUsage()
  const [original, update, ...more] = await (await openForMarking(bytes)).mark(COPY)
  const { user, system } = process.cpuUsage(cpu)
  expect(original).toBe(bytes)
  expect(update?.length).toBeLessThan(50_000)
  expect(more).toEqual([])
  // Processor time, so that a busy machine does not fail it. Microseconds.
  expect(user + system).toBeLessThan(5_000_000)
})
