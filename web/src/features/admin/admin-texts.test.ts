import { expect, test } from 'vitest'
import { counted } from './admin-texts.ts'

test.each([
  [0, 'compte bloqué', '0 compte bloqué'],
  [1, 'utilisateur trouvé', '1 utilisateur trouvé'],
  [2, 'utilisateur trouvé', '2 utilisateurs trouvés'],
  [1200, 'document', '1\u202f200 documents'],
])('%d %s is %j', (count, words, text) => {
  expect(counted(count, words)).toBe(text)
})
