import { deflateSync } from 'node:zlib'
import * as fc from 'fast-check'
import { PDFDocument } from 'pdf-lib'
import { countPages } from './pdf-pages.ts'

async function pdfOf(pages: number, options: { useObjectStreams: boolean }): Promise<Buffer> {
  const document = await PDFDocument.create()
  for (let page = 0; page < pages; page += 1) document.addPage([200, 200]).drawText(`Page ${page}`)
  return Buffer.from(await document.save(options))
}

test('pages are counted however a library saves them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 80 }), fc.boolean(), async (pages, useObjectStreams) => {
      expect(countPages(await pdfOf(pages, { useObjectStreams }))).toBe(pages)
    }),
    { numRuns: 40 },
  )
})

test('a tree of several levels is counted at its root', async () => {
  const pdf = Buffer.from(`%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R 4 0 R] /Count 7 >> endobj
3 0 obj << /Type /Pages /Parent 2 0 R /Kids [5 0 R] /Count 4 >> endobj
4 0 obj << /Parent 2 0 R /Type/Pages /Kids [6 0 R] /Count 3 >> endobj
`)
  expect(countPages(pdf)).toBe(7)
})

test('what was saved last counts', async () => {
  const first = await pdfOf(9, { useObjectStreams: true })
  const update = Buffer.from('\n2 0 obj\n<</Count 8/Kids[4 0 R]/Type/Pages>>\nendobj\n')
  expect(countPages(Buffer.concat([first, update]))).toBe(8)
})

test('pages removed by a library are not counted', async () => {
  const document = await PDFDocument.load(await pdfOf(5, { useObjectStreams: false }))
  document.removePage(0)
  for (const useObjectStreams of [true, false])
    expect(countPages(Buffer.from(await document.save({ useObjectStreams })))).toBe(4)
})

const packed = (dictionary: string, body: Buffer) =>
  Buffer.concat([
    Buffer.from(`%PDF-1.5\n5 0 obj\n<</Type/ObjStm ${dictionary}>>\nstream\r\n`),
    body,
    Buffer.from('\nendstream\nendobj\n'),
  ])
const objects = Buffer.from('2 0 7 35 <</Type/Pages/Kids[7 0 R]/Count 3>> <</Type/Page>>')

test.each([
  { what: 'nothing', pdf: Buffer.alloc(0), pages: null },
  { what: 'no PDF', pdf: Buffer.from('<html>/Type /Pages /Count 3</html>'), pages: null },
  { what: 'a catalogue alone', pdf: Buffer.from('1 0 obj <</Pages 2 0 R>> endobj'), pages: null },
  {
    what: 'a count in another object',
    pdf: Buffer.from('1 0 obj <</Type/Pages/Count 3 0 R>> endobj'),
    pages: null,
  },
  { what: 'an empty document', pdf: Buffer.from('1 0 obj <</Type/Pages/Count 0>> endobj'), pages: null },
  { what: 'packed objects', pdf: packed('/N 2/First 9/Filter/FlateDecode', deflateSync(objects)), pages: 3 },
  {
    what: 'packed in a list',
    pdf: packed('/N 2/First 9/Filter [ /FlateDecode ]', deflateSync(objects)),
    pages: 3,
  },
  { what: 'not packed at all', pdf: packed('/N 2/First 9', objects), pages: 3 },
  {
    what: 'encrypted objects',
    pdf: packed('/N 2/First 9/Filter/FlateDecode', Buffer.from('secret')),
    pages: null,
  },
  { what: 'packed in another way', pdf: packed('/N 2/First 9/Filter/LZWDecode', objects), pages: null },
])('$what: $pages', ({ pdf, pages }) => {
  expect(countPages(pdf)).toBe(pages)
})

const MEGABYTE = 1_000_000

test.each([
  { what: 'page trees without an end', word: '/Type /Pages ' },
  { what: 'page trees in one object', word: 'obj /Type /Pages ' },
  { what: 'words that are no type', word: '/Pages ' },
  { what: 'packed objects without an end', word: '/Type /ObjStm ' },
  { what: 'packed objects one in another', word: 'obj/Type /ObjStm stream\n' },
])('a file full of $what is given up soon', ({ word }) => {
  const pdf = Buffer.from(word.repeat((4 * MEGABYTE) / word.length))
  const startedAt = performance.now()
  expect(countPages(pdf)).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test.each([
  { what: 'millions of objects', dictionary: '/First 99999999', text: '1 1 '.repeat(4 * MEGABYTE) },
  {
    what: 'objects that lie in one another',
    dictionary: '/First 800000',
    text: '1 0 2 9999999 '.repeat(57_000).padEnd(10 * MEGABYTE),
  },
])('$what in a small file are given up soon', ({ dictionary, text }) => {
  const pdf = packed(`${dictionary}/Filter/FlateDecode`, deflateSync(Buffer.from(text)))
  const startedAt = performance.now()
  expect(countPages(pdf)).toBeNull()
  expect(performance.now() - startedAt).toBeLessThan(5_000)
})

test('no bytes make it fail', () => {
  const words = fc.constantFrom(
    '/Type /Pages',
    '/Type/ObjStm',
    '/Count 3',
    '/First 2',
    '/Filter/FlateDecode',
    'obj',
    'endobj',
    'stream\n',
    'endstream',
    '<<',
    '>>',
    '1 0 ',
  )
  const noise = fc.array(fc.oneof(words, fc.string()), { maxLength: 30 })
  fc.assert(
    fc.property(noise, (parts) => {
      const pages = countPages(Buffer.from(parts.join(' '), 'latin1'))
      expect(pages === null || pages > 0).toBe(true)
    }),
    { numRuns: 1_000 },
  )
})
