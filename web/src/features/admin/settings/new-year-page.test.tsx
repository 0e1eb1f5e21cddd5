import { expect, test } from 'vitest'
import type { PremiumEnd } from '#shared/contract/admin/users.ts'
import { endSentences } from './new-year-page.tsx'

const TODAY = '2026-11-23'
const end = (lastDay: string | null, accounts: number): PremiumEnd => ({ lastDay, accounts })

test.each<{ ends: PremiumEnd[]; sentences: string[] }>([
  {
    ends: [end(TODAY, 1), end('2027-07-10', 1234), end(null, 2)],
    sentences: [
      "1 compte a l'accès jusqu'au 23 novembre 2026.",
      "1 234 comptes ont l'accès jusqu'au 10 juillet 2027.",
      "2 comptes ont l'accès sans date de fin.",
    ],
  },
  {
    ends: [end('2025-07-10', 210), end('2026-07-10', 302)],
    sentences: [
      "Aucun compte n'a l'accès Premium aujourd'hui.",
      "512 comptes ont eu l'accès jusqu'au 10 juillet 2026 au plus : c'est terminé.",
    ],
  },
  {
    ends: [1, 2, 3, 4, 5].map((day) => end(`2027-07-0${day}`, day)),
    sentences: [
      "1 compte a l'accès jusqu'au 1er juillet 2027.",
      "2 comptes ont l'accès jusqu'au 2 juillet 2027.",
      "3 comptes ont l'accès jusqu'au 3 juillet 2027.",
      "9 comptes ont l'accès plus longtemps, au plus jusqu'au 5 juillet 2027.",
    ],
  },
])('says how many accounts end when: $sentences', ({ ends, sentences }) => {
  const spaces = (text: string) => text.replaceAll(/\s/g, ' ')
  expect(endSentences(ends, TODAY).map(spaces)).toEqual(sentences)
})
