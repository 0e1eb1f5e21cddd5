import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { isLongRun } from '#shared/test-support/runs.ts'
import { hostilePdfs, pdfOfObjects, streamObject } from '../test-support/hostile-pdfs.ts'
import { countPages, readPdfLines } from './read-pdf.ts'

const demo = (name: string) =>
  readFileSync(new URL(`../../scripts/local/demo/files/${name}`, import.meta.url))

type Options = { userPassword?: string; lines?: readonly (readonly [text: string, x: number, y: number])[] }

async function createPdf({ userPassword, lines = [] }: Options): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([600, 800])
  for (const [text, x, y] of lines) page.drawText(text, { x, y, size: 12 })
  if (userPassword !== undefined) document.encrypt({ userPassword, ownerPassword: 'owner' })
  return document.save()
}

test('reads the lines of a page from top to bottom, of a file that forbids copying but has no password', async () => {
  const lines = [
    ['5 points', 400, 700],
    ['Question', 50, 600],
    ['Exercice 1 : Ondes', 50, 701],
  ] as const
  const pdf = await createPdf({ userPassword: '', lines })
  expect(await readPdfLines(pdf)).toEqual([['Exercice 1 : Ondes 5 points', 'Question']])
})

test('counts all pages of a paper, and reads at most forty', async () => {
  const pdf = demo('long-paper.pdf')
  expect(await countPages(pdf)).toBe((await PDFDocument.load(pdf)).getPageCount())
  expect(await readPdfLines(pdf)).toHaveLength(40)
})

test.each([
  { what: 'no bytes', pdf: async () => Buffer.alloc(0) },
  { what: 'another type', pdf: async () => Buffer.from('<html>/Type /Pages /Count 3</html>') },
  { what: 'no page tree', pdf: async () => Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj') },
  { what: 'a password', pdf: () => createPdf({ userPassword: 'secret' }) },
])('counts and reads nothing in a file of $what', async ({ pdf }) => {
  const bytes = await pdf()
  expect(await Promise.all([countPages(bytes), readPdfLines(bytes)])).toEqual([null, null])
})

describe.runIf(isLongRun)('hostile files', () => {
  test.each(hostilePdfs)('counts $pages pages in a file of $what', async ({ pdf, pages }) => {
    expect(await countPages(pdf())).toBe(pages)
  })

  test.each([
    { what: 'draws itself', entries: '', content: Buffer.from('/X Do') },
    {
      what: 'unpacks to 100 MB',
      entries: '/Filter /FlateDecode',
      content: deflateSync(Buffer.alloc(100_000_000, ' ')),
    },
  ])('reads no text of a page that $what', async ({ entries, content }) => {
    const form = '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 5 0 R >> >>'
    const pdf = pdfOfObjects([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /XObject << /X 5 0 R >> >> >>',
      streamObject(entries, content),
      streamObject(form, Buffer.from('/X Do /X Do /X Do /X Do')),
    ])
    expect([null, [[]]]).toContainEqual(await readPdfLines(pdf, 1))
  })
})
