import { expect, test } from 'vitest'
import { counted, dirhams } from './admin-texts.ts'

test('a number stands with its words, and a sum with its centimes where it has some', () => {
  expect([0, 1, 2].map((count) => counted(count, 'mot trouvé'))).toEqual([
    '0 mot trouvé',
    '1 mot trouvé',
    '2 mots trouvés',
  ])
  expect(counted(1200, 'document')).toBe('1\u202f200 documents')
  const sums = ['250\u00a0DH', '1\u202f250,50\u00a0DH', '-30\u00a0DH']
  expect([250, 1250.5, -30].map(dirhams)).toEqual(sums)
})
