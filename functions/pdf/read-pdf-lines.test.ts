import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { PDFDocument } from '@cantoo/pdf-lib'
import { readPdfLines } from './read-pdf.ts'

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

/** Returns a page whose content is the given bytes, as stored: compressed or not. */
function pdfOf(content: Uint8Array, entries = ''): Buffer {
  return Buffer.concat([
    Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R
  /Resources << /Font << /F 5 0 R >> /XObject << /X 6 0 R >> >> >> endobj
5 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> endobj
6 0 obj << /Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /X 6 0 R >> >> /Length 20 >> stream
/X Do /X Do /X Do /X Do
endstream endobj
4 0 obj << /Length ${content.length} ${entries} >> stream
`),
    content,
    Buffer.from('\nendstream endobj\ntrailer << /Root 1 0 R >>\n'),
  ])
}

test('reads each page of a paper from top to bottom', async () => {
  const pages = await readPdfLines(demo('paper-1.pdf'))
  expect(pages).toHaveLength(3)
  expect(pages?.[1]?.[0]).toBe('Exercice 3 : Décroissance radioactive (2,5 points)')
})

test('reads at most forty pages', async () => {
  expect(await readPdfLines(demo('long-paper.pdf'))).toHaveLength(40)
})

test('joins the texts of one line, in any order of drawing', async () => {
  const pdf = await createPdf({
    lines: [
      ['5 points', 400, 700],
      ['Question', 50, 600],
      ['Exercice 1 : Ondes', 50, 701],
    ],
  })
  expect(await readPdfLines(pdf)).toEqual([['Exercice 1 : Ondes 5 points', 'Question']])
})

test('reads a file that forbids copying but has no password', async () => {
  const pdf = await createPdf({ userPassword: '', lines: [['Exercice 1', 50, 700]] })
  expect(await readPdfLines(pdf)).toEqual([['Exercice 1']])
})

test('finds no lines in a scan', async () => {
  expect(await readPdfLines(await createPdf({}))).toEqual([[]])
})

test.each([
  { what: 'an empty file', pdf: async () => Buffer.alloc(0) },
  { what: 'a file that is not a PDF', pdf: async () => Buffer.from('<html>Exercice 1</html>') },
  { what: 'the beginning of a file', pdf: async () => demo('paper-1.pdf').subarray(0, 2_000) },
  { what: 'a file with a password', pdf: () => createPdf({ userPassword: 'secret' }) },
])('answers null for $what', async ({ pdf }) => {
  expect(await readPdfLines(await pdf())).toBeNull()
})

test('reads nothing from a file that draws itself, and from one that unpacks to 100 MB', async () => {
  const endless = pdfOf(Buffer.from('/X Do'))
  const bomb = pdfOf(deflateSync(Buffer.alloc(100_000_000, ' ')), '/Filter /FlateDecode')
  for (const pdf of [endless, bomb]) expect([null, [[]]]).toContainEqual(await readPdfLines(pdf, 1))
})
