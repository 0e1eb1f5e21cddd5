import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { guardFormula, unguardFormula } from './csv-formula.ts'

test.each([
  ['=1+1', "'=1+1"],
  ['-5', "'-5"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\n=1', "'\n=1"],
  ['＝1+1', "'＝1+1"],
  ['＠SUM(A1)', "'＠SUM(A1)"],
  ["'=1", "''=1"],
  ["l'énergie", "l'énergie"],
  ['', ''],
])('%j is written %j', (cell, guarded) => {
  expect(guardFormula(cell)).toBe(guarded)
})

test('guards any cell, and restores it', () => {
  const unit = fc.constantFrom('=', '+', '-', '@', '＝', '＠', "'", '\t', 'a', '1')
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 6 }), (text) => {
      expect(guardFormula(text)).not.toMatch(/^[=+\-@\t\r\n＝＋－＠]/)
      expect(unguardFormula(guardFormula(text))).toBe(text)
    }),
    RUNS,
  )
})
