import { readFileSync } from 'node:fs'
import { markFile } from '../pdf/marking-thread.ts'
import { paperOf } from './hostile-pdfs.ts'

export const COPY = { email: 'eleve@exemple.test', code: 'BKT-RWD-XHM' }
export const MARK = 'Copie personnelle de eleve@exemple.test · exemplaire BKT-RWD-XHM'

/** Marks a file without a thread, whose start takes longer than the marks. */
export const mark = async (pdf: Uint8Array, asPictures = false, copy = COPY) =>
  Buffer.from(await markFile({ pdf, copy, asPictures }))

export const testFile = (name: string) =>
  readFileSync(new URL(`../pdf/test-files/${name}.pdf`, import.meta.url))

const A4 = [595, 842]
const papers = (names: string, size = A4, pages = 1, asPictures = false) =>
  names.split(' ').map((name) => ({ name, size, pages, asPictures }))
/** Files that are peculiar in one way each. A file that cannot be rewritten becomes pictures. */
export const PAPERS = [
  papers('plain black userunit media-negative crop-bigger crop-empty contents-null contents-array-ref'),
  papers('q-open q-too-many-scale string-open text-clip-open annot-cover resources-null-font'),
  papers('bytes-before header-missing newline-obj deep-tree-60 encrypted-user-empty'),
  papers('tiny', [60, 80]),
  papers('a0', [2384, 3370]),
  papers('no-mediabox', [612, 792]),
  papers('crop-offset', [495, 680]),
  papers('rotate-90 rotate-inherited', [842, 595]),
  papers('same-page-thrice', A4, 3),
  papers('oc-open', A4, 1, true),
  papers('kids-loop', A4, 2, true),
].flat()

export type Drawn = { width: number; height: number; grey: (x: number, y: number) => number }
/** Wide enough for the small line. Pixels. */
export const DRAWN_WIDTH = 1_190

/** Returns whether a reader sees both marks: the letters at the foot and at the centre stand out. */
export function showsMarks({ width, height, grey }: Drawn): boolean {
  const unit = Math.min(width, height) / 595
  const contrast = (x: number, y: number, toX: number, toY: number) => {
    const greys = []
    for (let row = Math.round(y); row < toY; row += 1)
      for (let column = Math.round(x); column < toX; column += 1) greys.push(grey(column, row))
    return Math.max(...greys) - Math.min(...greys)
  }
  const [x, y] = [width / 2, height / 2]
  const across = contrast(x - 30 * unit, y - 20 * unit, x + 30 * unit, y + 20 * unit)
  return across > 20 && contrast(10 * unit, height - 17 * unit, 100 * unit, height - 10 * unit) > 100
}

export const PAPER = paperOf('BT /F 12 Tf 40 600 Td (Exercice 1) Tj ET')

/** Returns whether the text of a page is that of the paper without a mark. */
export function isUnmarked(text: string): boolean {
  const withoutBlanks = text.replaceAll(/\s/g, '')
  return withoutBlanks.includes('Exercice') && !withoutBlanks.includes(MARK.replaceAll(' ', ''))
}

/** Returns the parts of a copy that end or begin where an object does, or at every byte. */
export function partsOf(copy: Buffer, atEveryByte = false): Buffer[] {
  const ends = [...copy.toString('latin1').matchAll(/endobj\s+|startxref\n/g)]
  const cuts = atEveryByte ? [...copy.keys()] : ends.map(({ index, 0: end }) => index + end.length)
  const header = Buffer.from('%PDF-1.7\n')
  return cuts.flatMap((at) => [copy.subarray(0, at), Buffer.concat([header, copy.subarray(at)])])
}
