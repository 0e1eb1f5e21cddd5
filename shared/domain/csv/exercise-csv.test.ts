import * as fc from 'fast-check'
import * as v from 'valibot'
import { listThemes, TRACK_CODES } from '../../catalogue/tracks.ts'
import { Exercises, type ManagedExercise } from '../../entities/exercise.ts'
import { isWellFormed } from '../../entities/fields.ts'
import { RUNS } from '../../test-support/runs.ts'
import { readExercises, writeExercises } from './exercise-csv.ts'

const [track] = TRACK_CODES
const chapters = listThemes(track).map(({ slug }) => ({ theme: slug, chapter: 1 }))

test('writes a form that a person can read and type', () => {
  const cell = '1 | Ondes | 4,5 | ondes/1 ondes/2 | 2 | 1 | 4:30 // 2 | Pile | 3 |  |  |  | '
  const exercises = v.parse(Exercises, readExercises(cell))
  const waves = [1, 2].map((chapter) => ({ theme: 'ondes', chapter }))
  const nowhere = { chapters: [], page: null, correctionPage: null, videoSeconds: null }
  const somewhere = { chapters: waves, page: 2, correctionPage: 1, videoSeconds: 270 }
  expect(exercises).toEqual([
    { number: 1, title: 'Ondes', points: 4.5, ...somewhere },
    { number: 2, title: 'Pile', points: 3, ...nowhere },
  ])
  expect(writeExercises(exercises)).toBe(cell)
  expect(v.parse(Exercises, readExercises('2|Pile|3//1|Ondes|4.5'))).toMatchObject([
    { number: 1, title: 'Ondes', points: 4.5, page: null },
    { number: 2 },
  ])
  expect([readExercises(''), writeExercises([])]).toEqual([[], ''])
})

test.each([
  ['un | Ondes | 3', '0.number'],
  ['1 | Ondes | trois', '0.points'],
  ['1 | Ondes | 3 | danse/1', '0.chapters.0.theme'],
  ['1 | Ondes | 3 | ondes', '0.chapters.0.chapter'],
  ['1 | Ondes | 3 | | x', '0.page'],
  ['1 | Ondes | 3 | | 1 | 1 | 99:99', '0.videoSeconds'],
  ['1 | Ondes | 3 // 1 | Pile | 3', undefined],
])('%s is refused', (cell, path) => {
  const { issues = [] } = v.safeParse(Exercises, readExercises(cell))
  expect(issues.map((issue) => v.getDotPath(issue) ?? undefined)).toEqual([path])
})

test('reads the exercises that it has written', () => {
  const titles = fc
    .string({
      unit: fc.oneof(fc.constantFrom('\\', '|', '/', ' ', ';', '"'), fc.string({ maxLength: 2 })),
      maxLength: 30,
    })
    .map((title) => title.trim())
    .filter((title) => title !== '' && isWellFormed(title) && title.length <= 120)
  const place = fc.option(fc.integer({ min: 1, max: 500 }), { nil: null })
  const exercise = fc.record({
    title: titles,
    points: fc.integer({ min: 1, max: 80 }).map((quarters) => quarters / 4),
    chapters: fc.uniqueArray(fc.constantFrom(...chapters), { maxLength: 4 }),
    page: place,
    correctionPage: place,
    videoSeconds: fc.option(fc.integer({ min: 0, max: 36_000 }), { nil: null }),
    help: fc.constantFrom<Pick<ManagedExercise, 'hints' | 'answer'>>(
      {},
      { hints: ['Pensez à a/b.', '1 | 2 // 3'] },
      { answer: { kind: 'number', value: 0.1, unit: 'mol/L', tolerance: 5 } },
      { hints: ['Un \\ seul.'], answer: { kind: 'choice', choices: ['a/b', 'c'], right: 1 } },
    ),
  })
  fc.assert(
    fc.property(fc.array(exercise, { maxLength: 12 }), (some) => {
      const exercises = some.map(({ help, ...each }, index) => ({ ...each, ...help, number: index + 1 }))
      expect(v.parse(Exercises, readExercises(writeExercises(exercises)))).toEqual(exercises)
    }),
    RUNS,
  )
})
