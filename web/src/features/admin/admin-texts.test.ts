import { expect, test } from 'vitest'
import { counted, dirhams } from './admin-texts.ts'

test('a number stands with its words, and a sum with its centimes where it has some', () => {
  expect([0, 1, 2].map((count) => counted(count, 'mot trouvé'))).toEqual([
    '0 mot trouvé',
    '1 mot trouvé',
    '2 mots trouvés',
  ])
  expect(counted(1200, 'document')).toBe('1\u202f200 documents')
  expect([250, 1250.5, -30].map(dirhams)).toEqual(['250 DH', '1\u202f250,50 DH', '-30 DH'])
})
