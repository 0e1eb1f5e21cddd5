import { tooManyFreeDocuments, tooManyRequests } from './problems.ts'

test.each([
  { seconds: 1, wait: 'une seconde' },
  { seconds: 59, wait: '59 secondes' },
  { seconds: 60, wait: 'une minute' },
  { seconds: 61, wait: '2 minutes' },
  { seconds: 3_600, wait: 'une heure' },
  { seconds: 3_601, wait: '2 heures' },
])('a wait of $seconds s is written as $wait', ({ seconds, wait }) => {
  expect(tooManyRequests(seconds)).toContain(`Réessayez dans ${wait}.`)
  expect(tooManyFreeDocuments(seconds)).toContain(`Réessayez dans ${wait}, ou connectez-vous.`)
})
