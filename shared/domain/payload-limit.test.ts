import * as fc from 'fast-check'
import { countFitting, isWithinPayload, jsonBytes, MAX_TEXT_BYTES } from './payload-limit.ts'

describe('the limit of a page', () => {
  const texts = fc.array(fc.string({ unit: 'binary', maxLength: 30 }), { maxLength: 40 })

  test('takes the texts that fit', () => {
    fc.assert(
      fc.property(texts, fc.nat(400), (some, maxBytes) => {
        const count = countFitting(some, maxBytes)
        const size = (end: number) => some.slice(0, end).reduce((sum, each) => sum + jsonBytes(each), 0)
        expect(size(count)).toBeLessThanOrEqual(Math.max(maxBytes, 0))
        if (count < some.length) expect(size(count + 1)).toBeGreaterThan(maxBytes)
      }),
    )
  })

  test.each([
    ['ASCII', 'a', 1],
    ['quotation marks', '"', 2],
    ['line ends', '\n', 2],
    ['letters with accents', 'é', 2],
    ['control characters', '\u0001', 6],
  ])('measures a text of %s as Lambda does', (_, unit, bytes) => {
    const fits = Math.floor((MAX_TEXT_BYTES - 2) / bytes)
    expect([isWithinPayload(unit.repeat(fits)), isWithinPayload(unit.repeat(fits + 1))]).toEqual([
      true,
      false,
    ])
  })
})
