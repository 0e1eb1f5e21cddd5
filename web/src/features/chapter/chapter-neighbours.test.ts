import { expect, test } from 'vitest'
import type { ThemeSlug } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { neighboursOf } from './chapter-neighbours.ts'

test.each<[TrackCode, ThemeSlug, number, string | null, string | null]>([
  ['SM', 'ondes', 1, null, '/science-math/ondes/2'],
  ['SM', 'ondes', 3, '/science-math/ondes/2', '/science-math/nucleaire/1'],
  ['PC', 'mecanique', 9, '/science-physique/mecanique/8', '/science-physique/transformations-lentes/1'],
  ['SVT', 'piles', 1, '/svt/dosage-acide-base/1', '/svt/chimie-organique/1'],
  ['SM', 'piles', 1, '/science-math/dosage-acide-base/1', '/science-math/electrolyse/1'],
  ['SVT', 'chimie-organique', 1, '/svt/piles/1', null],
])('%s %s %i stands between %s and %s', (track, theme, number, previous, next) => {
  const neighbours = neighboursOf(track, theme, number)
  expect(neighbours.previous?.to ?? null).toBe(previous)
  expect(neighbours.next?.to ?? null).toBe(next)
})

test('a neighbour says its chapter and its theme', () => {
  expect(neighboursOf('SM', 'ondes', 3).next).toEqual({
    to: '/science-math/nucleaire/1',
    title: 'Décroissance radioactive',
    theme: 'Nucléaire',
  })
})
