import * as fc from 'fast-check'
import { RUNS } from '../test-support/runs.ts'
import { cardCode, formatCardCode, isCardCode, normalizeCardCode } from './card.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const code = fc.array(fc.nat(31), { minLength: 11, maxLength: 11 }).map(cardCode)

test('has twelve characters that do not look alike, is read as printed, and detects a wrong character', () => {
  const letters = fc.constantFrom(...ALPHABET.split(''))
  fc.assert(
    fc.property(code, fc.nat(11), letters, (each, at, letter) => {
      expect(each).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
      expect(formatCardCode(each)).toMatch(/^\w{4}-\w{4}-\w{4}$/)
      expect(normalizeCardCode(formatCardCode(each))).toBe(each)
      const typed = each.slice(0, at) + letter + each.slice(at + 1)
      expect(isCardCode(typed)).toBe(typed === each)
    }),
    RUNS,
  )
})

test('detects two swapped neighbours, except the first and the last of the alphabet', () => {
  fc.assert(
    fc.property(code, fc.nat(10), (each, at) => {
      const [first = '', second = ''] = each.slice(at, at + 2)
      fc.pre(first !== second && new Set([first, second, '0', 'Z']).size > 2)
      return !isCardCode(each.slice(0, at) + second + first + each.slice(at + 2))
    }),
    RUNS,
  )
})

test.each([
  [' 7K3F 9QXM-2HT8 ', '7K3F9QXM2HT8'],
  ['7K3F–9QXM–2HT8', '7K3F9QXM2HT8'],
  // Letters that no code has are read as the digits that look like them.
  ['oil-OIL', '011011'],
])('%s is read as %s', (typed, meant) => {
  expect(normalizeCardCode(typed)).toBe(meant)
})

test.each(['', '7K3F', 'AAAAAAAAAAAAA', '7K3F9QXM2HTU', 'élève-2026-xx'])('refuses %j', (text) => {
  expect(isCardCode(normalizeCardCode(text))).toBe(false)
})
