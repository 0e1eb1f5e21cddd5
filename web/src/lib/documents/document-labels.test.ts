import { expect, test } from 'vitest'
import { sizeText } from './document-labels.ts'

test.each([
  { size: 1_234_567, pages: 6, text: '1,2 Mo · 6 p.' },
  { size: 312_000_000, pages: null, text: '312,0 Mo' },
  { size: 640_100, pages: 1, text: '641 ko · 1 p.' },
  { size: 12, pages: null, text: '1 ko' },
  { size: 999_499, pages: null, text: '1000 ko' },
  { size: 999_500, pages: null, text: '1,0 Mo' },
  { size: null, pages: 4, text: '4 p.' },
  { size: null, pages: null, text: '' },
])('$size bytes, $pages pages: $text', ({ size, pages, text }) => {
  expect(sizeText({ size, pages })).toBe(text.replace(/ (?=ko|Mo|p\.)/g, '\u00a0'))
})

test('names the day on which a document was corrected', () => {
  expect(sizeText({ size: null, pages: 4, correctedOn: '2026-03-12' })).toBe(
    '4\u00a0p. · Corrigé le 12 mars 2026',
  )
})
