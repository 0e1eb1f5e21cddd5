import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun } from '#shared/test-support/runs.ts'
import {
  DRAWN_WIDTH,
  type Drawn,
  isUnmarked,
  MARK,
  mark,
  PAPERS,
  partsOf,
  showsMarks,
  TWO_PAGES,
  testFile,
} from '../test-support/marked-copies.ts'

const folder = mkdtempSync(join(tmpdir(), 'copies-'))
const file = join(folder, 'copy.pdf')
afterAll(() => rmSync(folder, { recursive: true }))

const run = (command: string, options: readonly string[]) =>
  spawnSync(command, options, { maxBuffer: 100_000_000 }).stdout

/** Programs of Debian that draw a page of the file as a picture, and read its text. */
const READERS = [
  {
    programs: 'pdftoppm and pdftotext',
    isMissing: spawnSync('pdftoppm', ['-v']).error !== undefined,
    draw: (page: string) =>
      run('pdftoppm', [
        ...['-gray', '-f', page, '-l', page],
        ...['-scale-to-x', String(DRAWN_WIDTH), '-scale-to-y', '-1', file],
      ]),
    read: () => run('pdftotext', ['-q', file, '-']),
  },
  {
    programs: 'mutool',
    isMissing: spawnSync('mutool', ['-v']).error !== undefined,
    draw: (page: string) =>
      run('mutool', [
        ...['draw', '-q', '-c', 'gray', '-F', 'pgm'],
        ...['-w', String(DRAWN_WIDTH), '-o', '-', file, page],
      ]),
    read: () => run('mutool', ['draw', '-q', '-F', 'text', file]),
  },
].map((reader) => ({ ...reader, state: reader.isMissing ? 'is not installed' : 'reads copies' }))

/** Reads a picture of the format PGM. */
function pictureOf(pgm: Buffer): Drawn {
  const header = /^P5\s(\d+) (\d+)\s255\s/.exec(pgm.toString('latin1', 0, 100))
  const [width, height] = [Number(header?.[1]), Number(header?.[2])]
  return { width, height, grey: (x, y) => pgm[(header?.[0].length ?? 0) + y * width + x] ?? 0 }
}

describe.runIf(isLongRun).each(READERS)('$programs $state:', ({ isMissing, draw, read }) => {
  test.skipIf(isMissing).each(PAPERS)('marks of $name', async ({ name, asPictures, pages }) => {
    writeFileSync(file, await mark(testFile(name), asPictures))
    const text = String(read())
    expect(text.split(MARK).length - 1).toBeGreaterThanOrEqual(pages)
    for (let page = 1; page <= pages; page += 1) expect(showsMarks(pictureOf(draw(String(page))))).toBe(true)
  })

  test.skipIf(isMissing)('a copy that is cut', async () => {
    const texts = (bytes: Uint8Array) => {
      writeFileSync(file, bytes)
      return String(read()).split('\f')
    }
    expect(texts(TWO_PAGES).filter(isUnmarked)).toHaveLength(2)
    expect(
      partsOf(await mark(TWO_PAGES), false)
        .flatMap(texts)
        .filter(isUnmarked),
    ).toEqual([])
  })
})
