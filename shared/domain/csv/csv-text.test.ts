import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { guardFormula, joinCsvPages, unguardFormula } from './csv-text.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  ['\n=1', "'\n'=1"],
  ['\tun', "'\tun"],
  ['VIR 12,=HYPERLINK("x")', `VIR 12,'=HYPERLINK("x")`],
  ['1\t-2|+3;@4\r\n=5', "1\t'-2|'+3;'@4\r\n'=5"],
  ['1,"=2', `1,"'=2`],
  ['Ondes - 2019 = 3', 'Ondes - 2019 = 3'],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ["'=1", "''=1"],
  ["l'énergie", "l'énergie"],
  ['', ''],
])('%j is written %j', (cell, guarded) => {
  expect(guardFormula(cell)).toBe(guarded)
})

test('guards any cell, and restores it', () => {
  const unit = fc.constantFrom('=', '+', '-', '@', '＝', '＠', "'", '"', '\t', '\n', ',', ';', 'a', '1')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 8 }), (text) => {
      const parts = guardFormula(text).split(/[,;|\t\r\n]/)
      expect(parts.filter((part) => /^"*[=+\-@＝＋－＠]/.test(part))).toEqual([])
      expect(unguardFormula(guardFormula(text))).toBe(text)
    }),
    RUNS,
  )
})

test.each([
  ['removes the header of later pages', ['a;b\r\n1;2', 'a;b\r\n3;4\r\n5;6'], 'a;b\r\n1;2\r\n3;4\r\n5;6'],
  ['keeps line ends within a cell', ['a\r\n"x\r\ny"', 'a\r\n"z\nw"'], 'a\r\n"x\r\ny"\r\n"z\nw"'],
  ['adds nothing for a later page without lines', ['a;b\r\n1;2', 'a;b'], 'a;b\r\n1;2'],
  ['returns an empty text without pages', [], ''],
])('%s', (_, pages, whole) => {
  expect(joinCsvPages(pages)).toBe(whole)
})
