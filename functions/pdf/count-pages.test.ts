import { PDFDocument } from '@cantoo/pdf-lib'
import * as fc from 'fast-check'
import { countPages } from './read-pdf.ts'

type Options = { useObjectStreams?: boolean; userPassword?: string }

async function createPdf(pages: number, { useObjectStreams = true, userPassword }: Options = {}) {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) document.addPage([200, 200]).drawText(`Page ${page}`)
  if (userPassword !== undefined) document.encrypt({ userPassword, ownerPassword: 'owner' })
  return document.save({ useObjectStreams })
}

test.each([
  { what: 'plain objects', pages: 7, options: { useObjectStreams: false } },
  { what: 'compressed objects', pages: 80, options: { useObjectStreams: true } },
  { what: 'permissions but no password', pages: 3, options: { userPassword: '' } },
])('counts the pages of a file with $what', async ({ pages, options }) => {
  expect(await countPages(await createPdf(pages, options))).toBe(pages)
})

test('counts the pages of a tree of several levels', async () => {
  const pdf = Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R 6 0 R] /Count 3 >> endobj
3 0 obj << /Type /Pages /Parent 2 0 R /Kids [4 0 R 5 0 R] /Count 2 >> endobj
4 0 obj << /Type /Page /Parent 3 0 R >> endobj
5 0 obj << /Type /Page /Parent 3 0 R >> endobj
6 0 obj << /Type /Page /Parent 2 0 R >> endobj
trailer << /Root 1 0 R >>
`)
  expect(await countPages(pdf)).toBe(3)
})

test('counts the pages as last saved', async () => {
  const document = await PDFDocument.load(await createPdf(5))
  document.removePage(0)
  expect(await countPages(await document.save())).toBe(4)
})

test.each([
  { what: 'an empty file', pdf: async () => Buffer.alloc(0) },
  { what: 'a file that is not a PDF', pdf: async () => Buffer.from('<html>/Type /Pages /Count 3</html>') },
  { what: 'a file without a page tree', pdf: async () => Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj') },
  { what: 'the beginning of a file', pdf: async () => (await createPdf(5)).subarray(0, 200) },
  { what: 'a file with a password', pdf: () => createPdf(5, { userPassword: 'secret' }) },
])('answers null for $what', async ({ pdf }) => {
  expect(await countPages(await pdf())).toBeNull()
})

test('counts after a broken file, and several files at once', async () => {
  const files = [Buffer.from('%PDF- obj'), await createPdf(2), Buffer.alloc(10), await createPdf(4)]
  expect(await Promise.all(files.map(countPages))).toEqual([null, 2, null, 4])
})

test('never throws, for any bytes', async () => {
  const tokens = fc.constantFrom(
    '%PDF-1.4\n',
    '1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n',
    '2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj\n',
    '/Type/ObjStm',
    '/Filter/FlateDecode',
    'stream\n',
    'endstream',
    'trailer <</Root 1 0 R/Encrypt 2 0 R>>\n',
    '<<',
    '>>',
  )
  const bytes = fc.array(fc.oneof(tokens, fc.string()), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(bytes, async (parts) => {
      const pages = await countPages(Buffer.from(`%PDF-1.4\n${parts.join(' ')}`, 'latin1'))
      expect(pages === null || pages > 0).toBe(true)
    }),
    // Each run starts a thread.
    { numRuns: 10 },
  )
})
