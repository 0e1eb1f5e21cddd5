import { expect, test } from 'vitest'
import { createCsv } from './csv-file.ts'

const lineOf = async (...cells: string[]) =>
  (await createCsv(['A'], [cells])).split('\r\n').slice(1).join('\r\n')

test('writes what a French spreadsheet opens: a byte order mark, semicolons, a header', async () => {
  expect(await createCsv(['Email', 'Payé'], [['a@b.ma', '250']])).toBe('\uFEFFEmail;Payé\r\na@b.ma;250')
})

test.each([
  ['=HYPERLINK("http://x")', `"'=HYPERLINK(""http://x"")"`],
  ['+212600000000', "'+212600000000"],
  ['-1', '-1'],
  ['-1250,5', '-1250,5'],
  ['-1+A1', "'-1+A1"],
  ['-1\n=2', `"'-1\n'=2"`],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['VIR 12,=SUM(A1)', "VIR 12,'=SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['=1\n2', `"'=1\n2"`],
  ['＝1+1', "'＝1+1"],
  ['＋1', "'＋1"],
  ['un ; deux', '"un ; deux"'],
  ['a=b', 'a=b'],
])('writes the cell %j as %j', async (cell, written) => {
  expect(await lineOf(cell)).toBe(written)
})
