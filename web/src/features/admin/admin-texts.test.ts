import { expect, test } from 'vitest'
import { counted, dirhams } from './admin-texts.ts'

test.each([
  [0, 'compte bloqué', '0 compte bloqué'],
  [1, 'utilisateur trouvé', '1 utilisateur trouvé'],
  [2, 'utilisateur trouvé', '2 utilisateurs trouvés'],
  [1200, 'document', '1\u202f200 documents'],
])('%d %s is %j', (count, words, text) => {
  expect(counted(count, words)).toBe(text)
})

test.each([
  [250, '250 DH'],
  [1250.5, '1\u202f250,50 DH'],
  [-30, '-30 DH'],
])('%d dirhams are %j', (amount, text) => {
  expect(dirhams(amount)).toBe(text)
})
