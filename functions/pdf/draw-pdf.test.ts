import { rowTexts } from '#shared/entities/prepared-document.ts'
import { pdfOfObjects, streamObject } from '../test-support/hostile-pdfs.ts'
import { runBounded, type ThreadLimits } from './bounded-thread.ts'
import { drawPdf } from './draw-pdf.ts'
import type { PreparedPage } from './drawing-thread.ts'

const page = (entries = '') => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 540 720] ${entries} >>`
const link = (target: string) => `<< /Type /Annot /Subtype /Link /Rect [50 600 250 620] ${target} >>`

/** Two pages, the first with half a character, the second turned, and one that cannot be loaded between them. */
const PAPER = pdfOfObjects([
  '<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R >>',
  '<< /Type /Pages /Count 3 /Kids [3 0 R 4 0 R 5 0 R] >>',
  page('/Annots [7 0 R 8 0 R] /Contents 6 0 R /Resources << /Font << /F 9 0 R >> >>'),
  'null',
  page('/Rotate 90 /Annots [7 0 R]'),
  streamObject(
    '',
    Buffer.from('BT /F 24 Tf 50 600 Td (Exercice 1) Tj ET BT /F 24 Tf 300 600 Td (7 points~) Tj ET'),
  ),
  link('/Dest [5 0 R /Fit]'),
  link('/A << /S /URI /URI (https://ailleurs.exemple.test) >>'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode 14 0 R >>',
  '<< /Type /Outlines /First 11 0 R /Last 12 0 R /Count 2 >>',
  '<< /Title (Exercice 1) /Parent 10 0 R /Next 12 0 R /Dest [3 0 R /Fit] /First 13 0 R /Last 13 0 R /Count 1 >>',
  '<< /Title <FEFF00C9006E006F006E006300E9> /Parent 10 0 R /Prev 11 0 R /A << /S /GoTo /D [5 0 R /Fit] >> >>',
  // Its next entry is its parent.
  '<< /Title (Question) /Parent 11 0 R /Next 11 0 R /Dest [5 0 R /Fit] >>',
  streamObject('', Buffer.from('begincmap 1 beginbfchar <7E> <D835> endbfchar endcmap')),
])

test('draws all pages, and reads their text, their links to pages and the outline', async () => {
  const pages: PreparedPage[] = []
  const { outline } = await drawPdf(PAPER, (each) => pages.push(each))
  expect(outline).toEqual([
    { title: 'Exercice 1', page: 1, depth: 0 },
    { title: 'Question', page: 3, depth: 1 },
    { title: 'Énoncé', page: 3, depth: 0 },
  ])
  expect(pages).toMatchObject([
    {
      number: 1,
      width: 1_080,
      height: 1_440,
      links: [{ page: 1, to: 3, x: 100, y: 200, width: 400, height: 40 }],
    },
    { number: 2, width: 1_080, lines: [], links: [] },
    {
      number: 3,
      width: 1_080,
      height: 810,
      links: [{ page: 3, to: 3, x: 900, y: 75, width: 30, height: 300 }],
    },
  ])
  const lines = pages[0]?.lines ?? []
  expect(rowTexts(lines)[0]).toBe('Exercice 1 7 points\ufffd')
  const [x, y, , height] = lines[0] ?? []
  expect(x).toBeCloseTo(100, -1)
  expect((y ?? 0) + (height ?? 0)).toBeGreaterThan(240)
  for (const { small, large } of pages)
    for (const picture of [small, large]) expect(Buffer.from(picture).toString('latin1', 8, 12)).toBe('WEBP')
})

const LIMITS: ThreadLimits = { heap: 64, memory: 200, processorSeconds: 0.5 }
const pdf = Buffer.from('%PDF-1.7')

const run = (code: string, limits = LIMITS) => {
  const program = `import { parentPort, workerData } from 'node:worker_threads'\n${code}`
  return runBounded(new URL(`data:text/javascript,${encodeURIComponent(program)}`), { pdf }, limits)
}

test('returns the answer of a thread, which has a copy of the bytes and no environment', async () => {
  const answer = await run('parentPort.postMessage({ answer: [workerData.pdf.fill(0), process.env] })')
  expect(answer).toEqual([new Uint8Array(8), {}])
  expect(String(pdf)).toBe('%PDF-1.7')
})

const FILLS = 'const all = []; for (;;) all.push(new Uint8Array(10_000_000).fill(1))'

const patient = { ...LIMITS, processorSeconds: 60 }

test.each<[what: string, code: string, limits: ThreadLimits, reason: string]>([
  ['works without end', 'for (;;);', LIMITS, 'too much processor time'],
  ['fails', "throw new Error('Broken')", LIMITS, 'failed'],
  ['leaves', 'process.exit()', LIMITS, 'left'],
  ['fills buffers', FILLS, patient, 'too much memory'],
])('ends a thread that %s', async (_, code, limits, reason) => {
  await expect(run(code, limits)).rejects.toMatchObject({ name: 'ThreadEnded', message: reason })
})

test('ends a thread that only waits, with all its resources', async () => {
  const holding =
    "navigator.locks.request('thread', () => new Promise(() => setInterval(() => undefined, 1_000)))"
  await expect(run(holding, { ...patient, seconds: 0.5 })).rejects.toThrow('too long')
  expect(await navigator.locks.request('thread', () => 'free')).toBe('free')
})
