import * as fc from 'fast-check'
import { cardCode, formatCardCode, isCardCode, normalizeCardCode } from './card-code.ts'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const code = fc.array(fc.nat(31), { minLength: 11, maxLength: 11 }).map(cardCode)

test('has twelve characters that do not look alike', () => {
  fc.assert(fc.property(code, (each) => isCardCode(each) && /^[0-9A-HJKMNP-TV-Z]{12}$/.test(each)))
})

test('detects a wrong character', () => {
  fc.assert(
    fc.property(code, fc.nat(11), fc.constantFrom(...ALPHABET.split('')), (each, at, letter) => {
      const typed = each.slice(0, at) + letter + each.slice(at + 1)
      return isCardCode(typed) === (typed === each)
    }),
  )
})

test('detects two swapped neighbours, except the first and the last of the alphabet', () => {
  fc.assert(
    fc.property(code, fc.nat(10), (each, at) => {
      const [first = '', second = ''] = each.slice(at, at + 2)
      fc.pre(first !== second && new Set([first, second, '0', 'Z']).size > 2)
      return !isCardCode(each.slice(0, at) + second + first + each.slice(at + 2))
    }),
  )
})

test.each(['7k3f9qxm2ht8', ' 7K3F-9QXM-2HT8 ', '7K3F 9QXM 2HT8', '7K3F–9QXM–2HT8'])(
  '%j is read as it is meant',
  (typed) => {
    expect(normalizeCardCode(typed)).toBe('7K3F9QXM2HT8')
  },
)

test('reads letters that no code has as the digits that look like them', () => {
  expect(normalizeCardCode('oil-OIL')).toBe('011011')
})

test('reads the printed form', () => {
  fc.assert(
    fc.property(code, (each) => {
      expect(formatCardCode(each)).toMatch(/^\w{4}-\w{4}-\w{4}$/)
      return normalizeCardCode(formatCardCode(each)) === each
    }),
  )
})

test.each(['', '7K3F', 'AAAAAAAAAAAAA', '7K3F9QXM2HTU', 'élève-2026-xx'])('refuses %j', (text) => {
  expect(isCardCode(normalizeCardCode(text))).toBe(false)
})
