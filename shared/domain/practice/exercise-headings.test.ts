import * as fc from 'fast-check'
import { type FoundExercise, findExercises } from './exercise-headings.ts'

const headings = (...lines: string[]) =>
  findExercises([lines]).map(({ number, title, points }) => [number, title, points])

const withoutQuestions = ({ number, title, points, page }: FoundExercise) => ({ number, title, points, page })

describe('one heading', () => {
  test.each<[line: string, number: number, title: string, points: number | null]>([
    ['Exercice 2 : Ondes mécaniques (5 points)', 2, 'Ondes mécaniques', 5],
    ['Exercice I (7 points)', 1, 'Exercice 1', 7],
    ['EXERCICE 2 : (3,5 pts)', 2, 'Exercice 2', 3.5],
    ['EXERCICE III (2.75 points) : Transformations nucléaires', 3, 'Transformations nucléaires', 2.75],
    ['Exercice 1 : (7 points) Chimie', 1, 'Chimie', 7],
    ["Exercice 1: Dosage d'un vinaigre - 4,5 pts", 1, "Dosage d'un vinaigre", 4.5],
    ['Exercice n° 4 : Mécanique 5,5 points', 4, 'Mécanique', 5.5],
    ['Exercice N°3 (3pts): Dipôle RC', 3, 'Dipôle RC', 3],
    ['Exercice n°2 – Électricité [5 pts]', 2, 'Électricité', 5],
    ['- Exercice 2 : Ondes (3 points)', 2, 'Ondes', 3],
    ['• EXERCICE 5 — Satellites de la Terre (2,5 pt)', 5, 'Satellites de la Terre', 2.5],
    ['Exercice 1 | Suivi temporel | 3 points', 1, 'Suivi temporel', 3],
    ["Premier exercice (6 points) : Étude d'un ester", 1, "Étude d'un ester", 6],
    ['Deuxième exercice : Les ondes (3 points)', 2, 'Les ondes', 3],
    ['2ème exercice : Les ondes (3 points)', 2, 'Les ondes', 3],
    ['1er exercice – Chimie (7 pts)', 1, 'Chimie', 7],
    ['Exercice deux : Les ondes (3 points)', 2, 'Les ondes', 3],
    ["Problème 1 : Mouvement d'un solide (4 points)", 1, "Mouvement d'un solide", 4],
    ['Exercice 3 : Mécanique (sur 5 points)', 3, 'Mécanique', 5],
    ['Exercice 3 : Mécanique', 3, 'Mécanique', null],
    ['Exercice 3', 3, 'Exercice 3', null],
    ['Chimie (7 points)', 1, 'Chimie', 7],
    ['CHIMIE : (7pts)', 1, 'Chimie', 7],
    ['Physique 13 points', 1, 'Physique', 13],
    ['Physique 2 (2,25 points) : Ondes lumineuses', 1, 'Ondes lumineuses', 2.25],
    ['Chimie (7 points) : Pile et électrolyse', 1, 'Pile et électrolyse', 7],
    // What no form takes as points is left open.
    ['Exercice 1 : Ondes (5,3 points)', 1, 'Ondes', null],
    ['Exercice 1 : Ondes (45 points)', 1, 'Ondes', null],
  ])('%s', (line, ...expected) => {
    expect(headings(line)).toEqual([expected])
  })
})

test.each([
  'Les exercices 1 et 2 sont indépendants.',
  'Exercice 2 est indépendant des autres.',
  "L'exercice 3 porte sur les ondes (5 points)",
  'Chimie organique et environnement',
  'Physique-Chimie - Durée : 4 h - Coefficient : 7',
  'Exercices',
  'Exercice 2 (suite)',
  'Partie 1 : Étude de la pile',
  'Première partie (3 points)',
  '1. Définir une onde mécanique. (0,5 pt)',
  'Le sujet comporte quatre exercices : un exercice de chimie et trois de physique (20 points)',
  '',
])('no heading: %s', (line) => {
  expect(headings(line)).toEqual([])
})

test('a heading goes on in the next line, with its title or its points', () => {
  expect(headings('EXERCICE 1', 'Transformations nucléaires (2,5 points)', '1. Définir.')).toEqual([
    [1, 'Transformations nucléaires', 2.5],
  ])
  expect(headings('Exercice 2 (3 points)', 'Ondes mécaniques', '1. Définir.')).toEqual([
    [2, 'Ondes mécaniques', 3],
  ])
  expect(headings('Exercice 3 : Mécanique', '(5,5 points)', 'On lance un solide.')).toEqual([
    [3, 'Mécanique', 5.5],
  ])
  expect(headings('Exercice 2 (3 points)', "On étudie la propagation d'une onde.")).toEqual([
    [2, 'Exercice 2', 3],
  ])
})

test('chemistry is an exercise, physics the name of those that follow it', () => {
  expect(
    headings(
      'Chimie (7 points)',
      'Partie 1 : Étude de la pile (3 points)',
      '1. Écrire la réaction.',
      'Partie 2 : Dosage (4 points)',
      'Physique (13 points)',
      'Exercice 1 : Transformations nucléaires (2,5 pts)',
      'Exercice 2 : Électricité (5 pts)',
      'Exercice 3 : Mécanique (5,5 pts)',
    ),
  ).toEqual([
    [1, 'Chimie', 7],
    [2, 'Transformations nucléaires', 2.5],
    [3, 'Électricité', 5],
    [4, 'Mécanique', 5.5],
  ])
})

test('exercises that each part numbers from 1 are numbered through', () => {
  expect(
    headings(
      'CHIMIE (7 points)',
      'Exercice 1 : Pile (3 pts)',
      'Exercice 2 : Dosage (4 pts)',
      'PHYSIQUE (13 points)',
      'Exercice 1 : Ondes (6 pts)',
      'Exercice 2 : Mécanique (7 pts)',
    ),
  ).toEqual([
    [1, 'Pile', 3],
    [2, 'Dosage', 4],
    [3, 'Ondes', 6],
    [4, 'Mécanique', 7],
  ])
})

test('points that only the parts of an exercise have are added up', () => {
  expect(
    headings(
      'Exercice 1 : Mécanique',
      'Première partie : Chute verticale (3 points)',
      '1. Établir.',
      'Deuxième partie (2,5 points)',
      'Exercice 2 : Ondes',
      'Partie I (2 pts)',
      'Partie II',
    ),
  ).toEqual([
    [1, 'Mécanique', 5.5],
    [2, 'Ondes', null],
  ])
})

test('the list at the beginning gives titles and points, the pages come from the headings below', () => {
  const first = [
    'Le sujet comporte trois exercices :',
    'Exercice 1 : Dosage acido-basique (7 points)',
    'Exercice 2 : Ondes lumineuses (3 points)',
    'Exercice 3 : Mécanique (10 points)',
  ]
  const found = findExercises([
    first,
    ['EXERCICE 1', '1. Écrire.'],
    ['EXERCICE 2 (3 points)'],
    ['EXERCICE 3'],
  ])
  expect(found.map(withoutQuestions)).toEqual([
    { number: 1, title: 'Dosage acido-basique', points: 7, page: 2 },
    { number: 2, title: 'Ondes lumineuses', points: 3, page: 3 },
    { number: 3, title: 'Mécanique', points: 10, page: 4 },
  ])
})

test('a heading that the next page repeats keeps its first page', () => {
  const found = findExercises([
    ['Exercice 1 : Ondes (10 points)', ...Array.from({ length: 5 }, () => '1. Définir.')],
    ['Exercice 1 : Ondes', '5. Calculer.'],
    ['Exercice 2 : Pile (10 points)'],
  ])
  expect(found.map(({ number, page }) => [number, page])).toEqual([
    [1, 1],
    [2, 3],
  ])
})

test('collects the questions below a heading, those of its parts too', () => {
  const [ondes] = findExercises([
    ['Exercice 1 : Ondes (5 points)', '1. Définir une onde.', 'Partie 1 : Lumière (2 points)'],
    ['2. Calculer la longueur.'],
  ])
  expect(ondes?.questions).toBe('1. Définir une onde. 2. Calculer la longueur.')
})

test.each([
  { what: 'a scan', pages: [[], [], []] },
  { what: 'no pages', pages: [] },
  { what: 'text without headings', pages: [['On considère un circuit.', '1. Calculer.']] },
])('$what has none', ({ pages }) => {
  expect(findExercises(pages)).toEqual([])
})

test('whatever the text says, what is found is what a form takes', () => {
  const piece = fc.constantFrom(
    'Exercice ',
    'EXERCICE',
    'Chimie',
    'Physique ',
    'Partie ',
    'Première partie',
    'Deuxième exercice',
    ' 1',
    ' 2',
    ' IV',
    ' XIX',
    '99',
    ' : ',
    '(5 points)',
    ' (2,5 pts',
    '20 points)',
    '(suite)',
    'Ondes',
    '  ',
  )
  const line = fc.oneof(
    fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ unit: 'binary', maxLength: 300 }),
  )
  const pages = fc.array(fc.array(line, { maxLength: 20 }), { maxLength: 6 })
  fc.assert(
    fc.property(pages, (text) => {
      const found = findExercises(text)
      const numbers = found.map(({ number }) => number)
      expect(new Set(numbers).size).toBe(numbers.length)
      expect(found.length).toBeLessThanOrEqual(12)
      for (const { number, title, points, page } of found) {
        expect(Number.isInteger(number) && number >= 1 && number <= 12).toBe(true)
        expect(title.length).toBeGreaterThan(0)
        expect(title.length).toBeLessThanOrEqual(120)
        expect(points === null || (points > 0 && points <= 20 && Number.isInteger(points * 4))).toBe(true)
        expect(page === null || (page >= 1 && page <= text.length)).toBe(true)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('a paper that is written as expected is read as written, in its order', () => {
  const exercise = fc.record({
    title: fc.constantFrom('Ondes mécaniques', 'Dipôle RC', 'Dosage', 'Chute verticale'),
    points: fc.integer({ min: 1, max: 80 }).map((quarters) => quarters / 4),
    questions: fc.integer({ min: 0, max: 4 }),
    breaks: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(exercise, { minLength: 1, maxLength: 8 }), (exercises) => {
      const pages: string[][] = [[]]
      const expected = exercises.map(({ title, points, questions, breaks }, index) => {
        if (breaks) pages.push([])
        pages.at(-1)?.push(`Exercice ${index + 1} : ${title} (${String(points).replace('.', ',')} points)`)
        for (let question = 1; question <= questions; question += 1)
          pages.at(-1)?.push(`${question}. Calculer.`)
        return { number: index + 1, title, points, page: pages.length }
      })
      const found = findExercises(pages)
      expect(found.map(withoutQuestions)).toEqual(expected)
      const sum = found.reduce((points, each) => points + (each.points ?? 0), 0)
      expect(sum).toBe(exercises.reduce((points, each) => points + each.points, 0))
    }),
    { numRuns: 300 },
  )
})

test('reads as many headings as the longest text can hold', () => {
  const lines = [
    'Exercice 1 : Ondes (5 points)',
    'Partie 1 : Lumière (2 points)',
    `Exercice ${'(1 '.repeat(97)}`,
  ]
  const pages = Array.from({ length: 40 }, () =>
    Array.from({ length: 500 }, (_, index) => lines[index % 3] ?? ''),
  )
  expect(findExercises(pages)).toHaveLength(1)
})
