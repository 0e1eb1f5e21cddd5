import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isLongRun } from '#shared/test-support/runs.ts'
import * as copies from '../test-support/marked-copies.ts'

const folder = mkdtempSync(join(tmpdir(), 'copies-'))
const file = join(folder, 'copy.pdf')
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a program that answers on its standard output. */
const run = (command: string) => spawnSync(command, { shell: true, maxBuffer: 100_000_000 }).stdout
const width = copies.DRAWN_WIDTH

/** Programs of Debian's packages poppler-utils and mupdf-tools. A picture has the format PGM. */
const READERS = [
  {
    name: 'pdftoppm',
    draw: (page: number) =>
      run(`pdftoppm -gray -f ${page} -l ${page} -scale-to-x ${width} -scale-to-y -1 ${file}`),
    read: () => run(`pdftotext -q ${file} -`),
  },
  {
    name: 'mutool',
    draw: (page: number) => run(`mutool draw -q -c gray -F pgm -w ${width} -o - ${file} ${page}`),
    read: () => run(`mutool draw -q -F text ${file}`),
  },
].map((reader) => ({ ...reader, isMissing: spawnSync(reader.name, ['-v']).error !== undefined }))

function pictureOf(pgm: Buffer): copies.Drawn {
  const [header = '', columns, rows] = /^\w+\s(\d+) (\d+)\s255\s/.exec(pgm.toString('latin1', 0, 100)) ?? []
  const grey = (x: number, y: number) => pgm[header.length + y * width + x] ?? 0
  return { width: Number(columns), height: Number(rows), grey }
}

describe.runIf(isLongRun).each(READERS)('$name (missing: $isMissing)', ({ isMissing, draw, read }) => {
  const texts = (bytes: Uint8Array) => {
    writeFileSync(file, bytes)
    return String(read()).split('\f')
  }
  test.skipIf(isMissing).each(copies.PAPERS)(
    'shows the marks of $name',
    async ({ name, asPictures, pages }) => {
      const shown = texts(await copies.mark(copies.testFile(name), asPictures))
      expect(shown.filter((text) => text.includes(copies.MARK))).toHaveLength(pages)
      for (let page = 1; page <= pages; page += 1) expect(copies.showsMarks(pictureOf(draw(page)))).toBe(true)
    },
  )

  test.skipIf(isMissing)('shows no page without its mark when a copy is cut', async () => {
    expect(texts(copies.PAPER).filter(copies.isUnmarked)).toHaveLength(1)
    const parts = copies.partsOf(await copies.mark(copies.PAPER))
    expect(parts.flatMap(texts).filter(copies.isUnmarked)).toEqual([])
  })
})
