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
    ['capitals in its titles', `${HEADER.toUpperCase()}\n${LINE}`],
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

  test("names its separator on Excel's first line, which counts as a line", async () => {
    const tabbed = [HEADER, LINE].map((row) => row.replaceAll(';', '|'))
    const { columns, lines } = await readCsv('x', ['sep=|', ...tabbed].join('\r\n'))
    expect(columns).toEqual(HEADER.split(';'))
    expect(lines).toEqual([{ place: 'Ligne 3', cells: CELLS }])
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

const bytesOf = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (text: string, isLittle: boolean) =>
  bytesOf(`\uFEFF${text}`).flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255]))

test.each([
  ['UTF-8', [...new TextEncoder().encode('célérité')], 'célérité'],
  ['UTF-16, little-endian', utf16('célérité\t№', true), 'célérité\t№'],
  ['UTF-16, big-endian', utf16('célérité', false), 'célérité'],
  ['windows-1252', bytesOf('\u00c9nonc\u00e9 : c\u00e9l\u00e9rit\u00e9'), 'Énoncé : célérité'],
  ['windows-1252, capitals', bytesOf('\u00c9NONC\u00c9'), 'ÉNONCÉ'],
  [
    'Mac Roman',
    bytesOf('\u0083nonc\u008e : c\u008el\u008erit\u008e, l\u00d5onde'),
    'Énoncé : célérité, l’onde',
  ],
  ['Mac Roman, capitals', bytesOf('\u0083NONC\u0083'), 'ÉNONCÉ'],
])('a text is read from %s', async (_, bytes, text) => {
  expect(await readText(new Blob([new Uint8Array(bytes)]))).toBe(text)
})

test('a text whose accents are unknown, or above the size limit, is refused', async () => {
  const unsure = new Blob([new Uint8Array([0x41, 0xff, 0x42])])
  await expect(readText(unsure)).rejects.toThrow('Enregistrez-le au format «\u00a0CSV UTF-8\u00a0»')
  const file = new Blob([new Uint8Array(10 * 1024 * 1024 + 1)])
  await expect(readText(file)).rejects.toThrow('Ce fichier dépasse 10 Mo.')
})

test.each([
  ['is never closed', 'a;b\n1;"2\n3;4\n5;6\n', 2],
  ['is closed too early', 'a;b\n1;2\n3;"4"5\n6;7\n', 3],
])('refuses a file with a quote that %s, which would hide lines in a cell', async (_, text, line) => {
  await expect(readCsv('x.csv', text)).rejects.toThrow(`Ce fichier n'est pas un CSV lisible (ligne ${line})`)
})
