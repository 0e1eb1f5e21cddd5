import { expect, test } from 'vitest'
import type { Access } from '#web/lib/auth/use-auth.ts'
import { openAfterText, opensCorrection } from './open-after.ts'

const [both, written, filmed, none] = [
  { hasCorrection: true, hasVideo: true },
  { hasCorrection: true, hasVideo: false },
  { hasCorrection: false, hasVideo: true },
  { hasCorrection: false, hasVideo: false },
]
const [free, paid] = [{ isFree: true }, { isFree: false }]
const NONE = "Le corrigé de ce sujet n'est pas encore disponible."
const VIDEO = 'la correction en vidéo est réservée aux comptes Premium.'

test.each<[Access, typeof free & typeof both, boolean, string]>([
  ['premium', { ...paid, ...both }, true, "À la fin, le corrigé et la correction en vidéo s'ouvrent."],
  ['premium', { ...free, ...written }, true, "À la fin, le corrigé s'ouvre."],
  [
    'premium',
    { ...paid, ...filmed },
    false,
    "À la fin, la correction en vidéo s'ouvre ; le corrigé écrit n'est pas encore disponible.",
  ],
  ['premium', { ...paid, ...none }, false, NONE],
  ['free', { ...free, ...both }, true, `À la fin, le corrigé s'ouvre, même sans Premium ; ${VIDEO}`],
  ['visitor', { ...free, ...written }, true, "À la fin, le corrigé s'ouvre, même sans Premium."],
  ['free', { ...free, ...filmed }, false, `Le corrigé écrit n'est pas encore disponible ; ${VIDEO}`],
  ['free', { ...free, ...none }, false, NONE],
  ['free', { ...paid, ...written }, false, "À la fin, avec Premium, le corrigé s'ouvre."],
])('an account (%s) that sits a paper (%o) opens its correction: %s', (access, paper, opens, text) => {
  expect(opensCorrection(paper, access)).toBe(opens)
  expect(openAfterText(paper, access)).toBe(text)
})
