import * as fc from 'fast-check'
import { RUNS } from '../../test-support/runs.ts'
import { anyText } from '../test-support/any-text.ts'
import { findExercises } from './exercise-headings.ts'

const headings = (...lines: string[]) =>
  findExercises([lines]).map(({ number, title, points }) => [number, title, points])

test.each<[line: string, number: number, title: string, points: number | null]>([
  ['Exercice 2 : Ondes mécaniques (5 points)', 2, 'Ondes mécaniques', 5],
  ['EXERCICE III (2.75 points) : Transformations nucléaires', 3, 'Transformations nucléaires', 2.75],
  ["Exercice 1: Dosage d'un vinaigre - 4,5 pts", 1, "Dosage d'un vinaigre", 4.5],
  ['- Exercice n°2 – Électricité [5 pts]', 2, 'Électricité', 5],
  ['Exercice I (7 points)', 1, 'Exercice 1', 7],
  ['Exercice 12 : Mécanique', 12, 'Mécanique', null],
  // Points that the form refuses are left open.
  ['Exercice 1 : Ondes (5,3 points)', 1, 'Ondes', null],
])('%s', (line, ...expected) => {
  expect(headings(line)).toEqual([expected])
})

test.each([
  'Les exercices 1 et 2 sont indépendants.',
  'Exercice 2 est indépendant des autres.',
  'Exercice 2 (suite)',
  'Exercice 13 : Ondes (5 points)',
  '1. Définir une onde mécanique. (0,5 pt)',
  '',
])('is not a heading: %s', (line) => {
  expect(headings(line)).toEqual([])
})

test('a title may be in the next line, with its points', () => {
  expect(headings('EXERCICE 1', 'Transformations nucléaires (2,5 points)', '1. Définir.')).toEqual([
    [1, 'Transformations nucléaires', 2.5],
  ])
})

test('numbers exercises through that each part numbers from 1', () => {
  const lines = ['CHIMIE (7 points)', 'Exercice 1 : Pile', 'PHYSIQUE (13 points)', 'Exercice 1 : Ondes']
  expect(headings(...lines)).toEqual([
    [1, 'Pile', null],
    [2, 'Ondes', null],
  ])
})

test('takes titles and points from the list at the beginning, and pages from the headings', () => {
  const list = ['Exercice 1 : Dosage (7 points)', 'Exercice 2 : Ondes (3 points)']
  expect(findExercises([list, ['EXERCICE 1', '1. Écrire.'], ['EXERCICE 2', '2. Calculer.']])).toEqual([
    { number: 1, title: 'Dosage', points: 7, page: 2, questions: '1. Écrire.' },
    { number: 2, title: 'Ondes', points: 3, page: 3, questions: '2. Calculer.' },
  ])
})

test('returns exercises that the form accepts, for any text', () => {
  const words = ['Exercice ', 'Chimie', 'Ondes', ' : ', ' ', '(5 points)', '20 pts)']
  const pieces = [...words, ' 1', ' IV', ' XIX', '99']
  const line = fc.oneof(
    fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join('')),
    anyText(300),
  )
  const pages = fc.array(fc.array(line, { maxLength: 20 }), { maxLength: 6 })
  fc.assert(
    fc.property(pages, (text) => {
      const found = findExercises(text)
      expect(new Set(found.map(({ number }) => number)).size).toBe(found.length)
      expect(found.length).toBeLessThanOrEqual(12)
      for (const { number, title, points, page } of found) {
        expect(Number.isInteger(number) && number >= 1 && number <= 12).toBe(true)
        expect(title.length >= 1 && title.length <= 120).toBe(true)
        expect(points === null || (points > 0 && points <= 20 && Number.isInteger(points * 4))).toBe(true)
        expect(page >= 1 && page <= text.length).toBe(true)
      }
    }),
    RUNS,
  )
})

test('reads the longest text of a paper to its end', () => {
  const lines = ['Exercice 1 : Ondes (5 points)', `Exercice ${'(1 '.repeat(97)}`, 'Définir une onde.']
  const pages = Array.from({ length: 40 }, () =>
    Array.from({ length: 500 }, (_, index) => lines[index % 3] ?? ''),
  )
  expect(findExercises(pages)).toHaveLength(1)
})
