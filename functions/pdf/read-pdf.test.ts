import { readFileSync } from 'node:fs'
import { PDFDocument } from '@cantoo/pdf-lib'
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
