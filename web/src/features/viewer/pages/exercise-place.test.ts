import { expect, test } from 'vitest'
import type { TextLine } from '#shared/entities/prepared-document.ts'
import { exercisePlace } from './exercise-place.ts'

const SIZE = { width: 1_000, height: 2_000 }
const line = (y: number, text: string, x = 200, width = 600): TextLine => [x, y, width, 30, text]

test.each<[what: string, lines: TextLine[], down: number]>([
  ['its number', [line(100, 'Suite'), line(800, 'EXERCICE 2 : Ondes')], 0.385],
  ['a Roman numeral', [line(100, 'Exercice I'), line(800, 'Exercice n° II (3 pts)')], 0.385],
  ['not the numbers that begin with it', [line(100, 'Exercice 21'), line(800, 'Exercice 2')], 0.385],
  ['its title', [line(100, 'Suite'), line(800, 'Partie B : Étude d’un pendule de torsion')], 0.385],
  ['nothing', [line(100, 'Suite')], 0],
])('finds the beginning of an exercise by %s', (_, lines, down) => {
  const place = exercisePlace(lines, { number: 2, title: 'Pendule de torsion' }, SIZE)
  expect(place?.down).toBeCloseTo(down)
  expect(place?.across).toBeCloseTo(0.185)
  expect(place?.width).toBeCloseTo(0.63)
})

test('knows no place on a page without text', () => {
  expect(exercisePlace([], { number: 2, title: 'Ondes' }, SIZE)).toBeNull()
})
