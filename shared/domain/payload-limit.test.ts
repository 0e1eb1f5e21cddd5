import * as fc from 'fast-check'
import { RUNS } from '../test-support/runs.ts'
import { countFitting, isWithinPayload, jsonBytes, MAX_TEXT_BYTES } from './payload-limit.ts'
import { anyText } from './test-support/any-text.ts'

test('takes the texts that fit within a page', () => {
  fc.assert(
    fc.property(fc.array(anyText(30), { maxLength: 40 }), fc.nat(400), (some, maxBytes) => {
      const count = countFitting(some, maxBytes)
      const size = (end: number) => some.slice(0, end).reduce((sum, each) => sum + jsonBytes(each), 0)
      expect(size(count)).toBeLessThanOrEqual(maxBytes)
      if (count < some.length) expect(size(count + 1)).toBeGreaterThan(maxBytes)
    }),
    RUNS,
  )
})

test.each([
  ['ASCII', 'a', 1],
  ['quotation marks', '"', 2],
  ['letters with accents', 'é', 2],
  ['control characters', '\u0001', 6],
])('measures a text of %s as Lambda does', (_, unit, bytes) => {
  const fits = Math.floor((MAX_TEXT_BYTES - 2) / bytes)
  expect([fits, fits + 1].map((count) => isWithinPayload(unit.repeat(count)))).toEqual([true, false])
})
