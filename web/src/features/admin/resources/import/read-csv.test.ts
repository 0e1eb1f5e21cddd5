import { describe, expect, test } from 'vitest'
import { readCsv, readText, UnreadableFile, writeRows } from './read-csv.ts'

const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'
const LINE = 'SM;ondes;1;2019;Normale;exercise;pdf;Énoncé;coming-soon'
const CELLS = LINE.split(';')

describe('a CSV file', () => {
  test.each([
    ['semicolons', `${HEADER}\n${LINE}\n`],
    ['commas', `${HEADER}\n${LINE}\n`.replaceAll(';', ',')],
    ['tabs', `${HEADER}\n${LINE}\n`.replaceAll(';', '\t')],
    ["Windows' line ends", `${HEADER}\r\n${LINE}\r\n`],
    ['a byte order mark', `\uFEFF${HEADER}\n${LINE}`],
    ['quotes', `${HEADER}\n"SM";"ondes";1;2019;Normale;exercise;pdf;"Énoncé";coming-soon`],
  ])('with %s is split into cells', async (_, text) => {
    expect(await readCsv('liste.csv', text)).toEqual({
      name: 'liste.csv',
      columns: HEADER.split(';'),
      lines: [{ place: 'Ligne 2', cells: CELLS }],
      unreadable: [],
    })
  })

  test('numbers its lines as an editor does, with empty lines and cells of several lines', async () => {
    const twoLines = LINE.replace('Énoncé', '"Un titre\r\nsur ""deux"" lignes; ici"')
    const { lines } = await readCsv('x', [HEADER, LINE, '', ';;;;;;;;', twoLines, LINE].join('\r\n'))
    expect(lines.map(({ place }) => place)).toEqual(['Ligne 2', 'Ligne 5', 'Ligne 7'])
    expect(lines[1]?.cells[7]).toBe('Un titre\r\nsur "deux" lignes; ici')
  })

  test.each([
    ['\n\n', 'Ce fichier est vide.'],
    [`${HEADER}\n`, "Ce fichier n'a pas de ligne à importer."],
    [`${'x'.repeat(20_001)}\n1`, `Colonnes inconnues : ${'x'.repeat(40)}`],
  ])('without lines or with endless columns is refused: %#', async (text, message) => {
    await expect(readCsv('x', text)).rejects.toThrow(new UnreadableFile(message))
  })

  test('is written as it was read', async () => {
    const { columns, lines } = await readCsv('x', `${HEADER}\n${LINE.replace('Énoncé', '"a;""b""\nc"')}`)
    const written = await writeRows([columns, ...lines.map(({ cells }) => cells)])
    const again = await readCsv('x', written.join('\r\n'))
    expect(again).toEqual({ name: 'x', columns, lines, unreadable: [] })
  })
})

test("a text is read from UTF-8 and Excel's older encoding, but not above the size limit", async () => {
  expect(await readText(new Blob(['Énoncé']))).toBe('Énoncé')
  expect(await readText(new Blob([new Uint8Array([0xc9, 0x6e, 0x6f, 0x6e, 0x63, 0xe9])]))).toBe('Énoncé')
  const file = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])
  await expect(readText(file)).rejects.toThrow('Ce fichier dépasse 10 Mo.')
})

test.each([
  ['is never closed', 'a;b\n1;"2\n3;4\n5;6\n', 2],
  ['is closed too early', 'a;b\n1;2\n3;"4"5\n6;7\n', 3],
])('refuses a file with a quote that %s, which would hide lines in a cell', async (_, text, line) => {
  await expect(readCsv('x.csv', text)).rejects.toThrow(`Ce fichier n'est pas un CSV lisible (ligne ${line})`)
})
