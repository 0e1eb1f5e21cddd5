import * as fc from 'fast-check'
import { RUNS } from '../test-support/runs.ts'
import { countFitting, fitLists, isWithinPayload, jsonBytes, MAX_TEXT_BYTES } from './payload-limit.ts'
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

test('fits lists together: short ones whole, long ones by equal shares', () => {
  const lists = { short: ['a'], long: Array(100).fill('bb'), longer: Array(200).fill('bb') }
  const { fitting, leftOut, bytes } = fitLists(lists, 7 + 2 * 10 * 8)
  expect(fitting).toEqual({ short: ['a'], long: Array(10).fill('bb'), longer: Array(10).fill('bb') })
  expect(leftOut).toEqual({ long: 90, longer: 190 })
  expect(bytes).toBe(7 + 160)
  expect(fitLists(lists, 10_000)).toMatchObject({ fitting: lists, leftOut: {} })
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
