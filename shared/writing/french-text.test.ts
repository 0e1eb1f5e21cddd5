import { withFrenchSpaces } from './french-text.ts'

test.each([
  ["Piles : l'essentiel", "Piles\u00a0: l'essentiel"],
  ['la page « Activer une carte »', 'la page «\u00a0Activer une carte\u00a0»'],
  ['à 9 h ou 10 h', 'à 9 h ou 10 h'],
])('%j becomes %j', (text, tied) => {
  expect(withFrenchSpaces(text)).toBe(tied)
})
