import { PDFDocument } from '@cantoo/pdf-lib'
import * as fc from 'fast-check'
import { countPages } from './pdf-pages.ts'

const pagesIn = (pdf: Uint8Array) => countPages(async () => pdf)

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
  expect(await pagesIn(await createPdf(pages, options))).toBe(pages)
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
  expect(await pagesIn(pdf)).toBe(3)
})

test('counts the pages as last saved', async () => {
  const document = await PDFDocument.load(await createPdf(5))
  document.removePage(0)
  expect(await pagesIn(await document.save())).toBe(4)
})

test.each([
  { what: 'an empty file', pdf: async () => Buffer.alloc(0) },
  { what: 'a file that is no PDF', pdf: async () => Buffer.from('<html>/Type /Pages /Count 3</html>') },
  { what: 'a file without a page tree', pdf: async () => Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj') },
  { what: 'the beginning of a file', pdf: async () => (await createPdf(5)).subarray(0, 200) },
  { what: 'a file that asks for a password', pdf: () => createPdf(5, { userPassword: 'secret' }) },
  { what: 'a page tree that contains itself', pdf: async () => Buffer.from(CIRCULAR) },
])('answers null for $what', async ({ pdf }) => {
  expect(await pagesIn(await pdf())).toBeNull()
})

const CIRCULAR = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [2 0 R] /Count 1 >> endobj
trailer << /Root 1 0 R >>
`

test('counts on after a broken file, and several files asked for at once', async () => {
  const files = [Buffer.from('%PDF-'), await createPdf(2), Buffer.alloc(10), await createPdf(4)]
  expect(await Promise.all(files.map(pagesIn))).toEqual([null, 2, null, 4])
})

test('passes on that the download failed, and counts on', async () => {
  const failing = countPages(() => Promise.reject(new Error('Drive did not answer')))
  const next = pagesIn(await createPdf(2))
  await expect(failing).rejects.toThrow('Drive did not answer')
  expect(await next).toBe(2)
  expect(await countPages(async () => null)).toBeNull()
})

test('never throws, whatever the bytes', async () => {
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
      const pages = await pagesIn(Buffer.from(`%PDF-1.4\n${parts.join(' ')}`, 'latin1'))
      expect(pages === null || pages > 0).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
