import { tooManyFreeDocuments, tooManyRequests } from './problems.ts'

test.each([
  [1, 'une seconde'],
  [60, 'une minute'],
  [61, '2 minutes'],
  [3_600, 'une heure'],
  [3_601, '2 heures'],
])('a wait of %d s is written as %s', (seconds, wait) => {
  expect(tooManyRequests(seconds)).toContain(`Réessayez dans ${wait}.`)
  expect(tooManyFreeDocuments(seconds)).toContain(`Réessayez dans ${wait}, ou connectez-vous.`)
})
