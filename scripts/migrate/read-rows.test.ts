import * as fc from 'fast-check'
import { type RawRow, readCsvRows, readJsonRows } from './read-rows.ts'

const cellsOf = (rows: readonly RawRow[]) => rows.map((row) => ('cells' in row ? row.cells : row.reason))
const placesOf = (rows: readonly RawRow[]) => rows.map(({ place }) => place)

test.each([
  ['plain', 'a,b\n1,2\n', [{ a: '1', b: '2' }]],
  ['Windows lines and no last one', 'a,b\r\n1,2', [{ a: '1', b: '2' }]],
  ['semicolons', 'a;b\n1,5;2\n', [{ a: '1,5', b: '2' }]],
  ['tabs', 'a\tb\n1\t2\n', [{ a: '1', b: '2' }]],
  ['quotes in quotes', 'a,b\n"{""x"": ""y,z""}",2\n', [{ a: '{"x": "y,z"}', b: '2' }]],
  ['a break in a cell', 'a,b\n"un\ndeux",2\n', [{ a: 'un\ndeux', b: '2' }]],
  ['nothing, in its ways', 'a,b,c,d\n,NULL,\\N,""\n', [{ a: null, b: null, c: null, d: null }]],
  ['empty lines', 'a,b\n\n1,2\n\n', [{ a: '1', b: '2' }]],
  ['a header alone', 'a,b\n', []],
  ['nothing at all', '', []],
  ['a short row', 'a,b\n1\n3,4\n', ['1 cellules pour 2 colonnes', { a: '3', b: '4' }]],
  ['a long row', 'a,b\n1,2,3\n', ['3 cellules pour 2 colonnes']],
])('CSV with %s', (_, text, expected) => {
  expect(cellsOf(readCsvRows(text))).toEqual(expected)
})

test('rows are told by the line of the file on which they begin', () => {
  const text = 'a,b\r\n"un\r\ndeux",2\r\n\r\n3\r\n5,6\r\n'
  expect(placesOf(readCsvRows(text))).toEqual(['ligne 2', 'ligne 5', 'ligne 6'])
})

test('quotes that never close are told by their line, and nothing is read', () => {
  expect(() => readCsvRows('a,b\n1,2\n"3,4\n5,6\n')).toThrow('à la ligne 3 ne se referment pas')
})

/** As Postgres writes a cell: quoted when it must be, and nothing as nothing. */
const written = (cell: string | null) =>
  cell === null ? '' : /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

const cell = fc
  .string({
    unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r\n', ' ', "'", '{', '\\', '0'),
    maxLength: 8,
  })
  .map((text) => (text.trim() === '' || text.trim() === '\\N' ? null : text))

test('whatever Postgres exports is read as it was, row by row and line by line', () => {
  const rows = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 })
  fc.assert(
    fc.property(rows, fc.constantFrom('\n', '\r\n'), (all, newline) => {
      const lines = [['x', 'y', 'z'], ...all].map((row) => row.map(written).join(','))
      const read = readCsvRows(lines.map((line) => line + newline).join(''))
      const full = all.flatMap((row, index) => (row.every((each) => each === null) ? [] : [{ row, index }]))
      expect(cellsOf(read)).toEqual(full.map(({ row: [x, y, z] }) => ({ x, y, z })))
      const lineOf = (index: number) =>
        lines
          .slice(0, index + 1)
          .join('\n')
          .split('\n').length + 1
      expect(placesOf(read)).toEqual(full.map(({ index }) => `ligne ${lineOf(index)}`))
    }),
  )
})

test.each([
  ['an array', '[{"a": 1}, {"a": true}]', [{ a: 1 }, { a: true }]],
  ['one object a line', '{"a": 1}\n\n{"a": null}\n', [{ a: 1 }, { a: null }]],
  [
    'elements that are none',
    '[{"a": 1}, 2, [3], null]',
    [{ a: 1 }, ...Array(3).fill("cet élément n'est pas un objet JSON")],
  ],
  ['a broken line', '{"a": 1}\n{"a"\n', [{ a: 1 }, "ce n'est pas du JSON valide"]],
  ['nothing', '', []],
])('JSON with %s', (_, text, expected) => {
  expect(cellsOf(readJsonRows(text))).toEqual(expected)
})

test('JSON rows are told by line or element, and a broken array is read by nobody', () => {
  expect(placesOf(readJsonRows('{"a": 1}\n\n{"a": 2}'))).toEqual(['ligne 1', 'ligne 3'])
  expect(placesOf(readJsonRows('[{"a": 1},\n{"a": 2}]'))).toEqual(['élément 1', 'élément 2'])
  expect(() => readJsonRows('[{"a": 1},')).toThrow("ce n'est pas du JSON valide")
})
