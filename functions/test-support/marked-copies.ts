import { readFileSync } from 'node:fs'
import { markFile } from '../pdf/marking-thread.ts'
import { pdfOfObjects, streamObject } from './hostile-pdfs.ts'

export const COPY = { email: 'eleve@exemple.test', code: 'BKT-RWD-XHM' }
/** The text of a mark. */
export const MARK = 'Copie personnelle de eleve@exemple.test · exemplaire BKT-RWD-XHM'

/** Marks a file without a thread, whose start takes longer than the marks. */
export const mark = async (pdf: Uint8Array, asPictures = false, copy = COPY) =>
  Buffer.from(await markFile({ pdf, copy, asPictures }))

export const testFile = (name: string) =>
  readFileSync(new URL(`../pdf/test-files/${name}.pdf`, import.meta.url))

const A4 = [595, 842]
const REWRITTEN = { asPictures: false, pages: 1, size: A4 }
/** Files that are peculiar in one way each. A file that cannot be rewritten becomes pictures. */
export const PAPERS: { name: string; asPictures: boolean; pages: number; size: number[] }[] = [
  ...['plain', 'black', 'userunit', 'media-negative', 'crop-bigger', 'crop-empty', 'contents-null'],
  ...['q-open', 'q-too-many-scale', 'string-open', 'annot-cover', 'contents-array-ref', 'newline-obj'],
  ...['resources-null-font', 'bytes-before', 'deep-tree-60', 'encrypted-user-empty'],
].map((name) => ({ name, ...REWRITTEN }))
PAPERS.push(
  { name: 'tiny', ...REWRITTEN, size: [60, 80] },
  { name: 'a0', ...REWRITTEN, size: [2384, 3370] },
  { name: 'no-mediabox', ...REWRITTEN, size: [612, 792] },
  { name: 'crop-offset', ...REWRITTEN, size: [495, 680] },
  { name: 'rotate-90', ...REWRITTEN, size: [842, 595] },
  { name: 'rotate-inherited', ...REWRITTEN, size: [842, 595] },
  { name: 'oc-open', asPictures: true, pages: 1, size: A4 },
  { name: 'kids-loop', asPictures: true, pages: 2, size: A4 },
  { name: 'same-page-thrice', ...REWRITTEN, pages: 3 },
)

export type Drawn = { width: number; height: number; grey: (x: number, y: number) => number }
/** Wide enough for the small line. Pixels. */
export const DRAWN_WIDTH = 1_190

/** Returns whether a reader sees both marks: dark ink on the light plate at the foot, and letters at the centre. */
export function showsMarks({ width, height, grey }: Drawn): boolean {
  const unit = Math.min(width, height) / 595
  const greysWithin = (left: number, right: number, top: number, bottom: number) => {
    const greys = []
    for (let y = Math.round(top); y < bottom; y += 1)
      for (let x = Math.round(left); x < right; x += 1) greys.push(grey(x, y))
    return { darkest: Math.min(...greys), lightest: Math.max(...greys) }
  }
  const line = greysWithin(10 * unit, 100 * unit, height - 17 * unit, height - 10 * unit)
  const [x, y] = [width / 2, height / 2]
  const across = greysWithin(x - 30 * unit, x + 30 * unit, y - 20 * unit, y + 20 * unit)
  return line.darkest < 120 && line.lightest > 180 && across.lightest - across.darkest > 20
}

const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] /Resources << /Font << /F 7 0 R >> >>'
const content = (text: string) =>
  streamObject('', Buffer.from(`BT /F 12 Tf 1 0 0 1 20 200 Tm (${text}) Tj ET`))

/** A paper whose pages say 'Exercice 1' and 'Exercice 2'. */
export const TWO_PAGES = pdfOfObjects([
  '<< /Type /Catalog /Pages 2 0 R >>',
  '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] >>',
  `<< ${PAGE} /Contents 5 0 R >>`,
  `<< ${PAGE} /Contents 6 0 R >>`,
  content('Exercice 1'),
  content('Exercice 2'),
  '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
])

/** Returns whether the text of a page of that paper is shown without a mark. */
export function isUnmarked(text: string | null): boolean {
  const withoutBlanks = text?.replaceAll(/\s/g, '') ?? ''
  return withoutBlanks.includes('Exercice') && !withoutBlanks.includes(MARK.replaceAll(' ', ''))
}

/** Returns the parts of a copy that end or begin where an object does, or at every byte. */
export function partsOf(copy: Buffer, atEveryByte: boolean): Buffer[] {
  const ends = [...copy.toString('latin1').matchAll(/endobj\s+|startxref\n/g)]
  const cuts = atEveryByte ? [...copy.keys()] : ends.map(({ index, 0: end }) => index + end.length)
  const header = Buffer.from('%PDF-1.7\n')
  return cuts.flatMap((at) => [copy.subarray(0, at), Buffer.concat([header, copy.subarray(at)])])
}
