import * as fc from 'fast-check'
import type { ChapterNumber } from '../../entities/exercise.ts'
import type { ExerciseMark } from '../../entities/practice.ts'
import {
  areMarksValid,
  type ChapterPoints,
  chaptersToWorkOn,
  type MarkedExercises,
  type MarkedPaper,
  pointsByChapter,
  scoreOutOf20,
  scoresByDay,
} from './score.ts'

const waves: ChapterNumber = { theme: 'ondes', chapter: 1 }
const decay: ChapterNumber = { theme: 'nucleaire', chapter: 1 }
const chemistry: ChapterNumber = { theme: 'electrolyse', chapter: 1 }
const exercises: MarkedPaper['exercises'] = [
  { number: 1, points: 7, chapters: [chemistry] },
  { number: 2, points: 3, chapters: [waves] },
  { number: 3, points: 10, chapters: [waves, decay] },
]

test.each<{ what: string; marks: ExerciseMark[]; valid: boolean }>([
  { what: 'no mark', marks: [], valid: true },
  { what: 'a quarter', marks: [{ exercise: 1, earned: 6.25 }], valid: true },
  { what: 'nothing earned', marks: [{ exercise: 1, earned: 0 }], valid: true },
  { what: 'all points', marks: [{ exercise: 2, earned: 3 }], valid: true },
  { what: 'more than the points', marks: [{ exercise: 2, earned: 3.25 }], valid: false },
  { what: 'less than nothing', marks: [{ exercise: 2, earned: -0.25 }], valid: false },
  { what: 'a tenth', marks: [{ exercise: 2, earned: 0.1 }], valid: false },
  { what: 'a missing exercise', marks: [{ exercise: 4, earned: 1 }], valid: false },
  {
    what: 'one exercise twice',
    marks: [
      { exercise: 1, earned: 1 },
      { exercise: 1, earned: 1 },
    ],
    valid: false,
  },
])('$what is valid: $valid', ({ marks, valid }) => {
  expect(areMarksValid(exercises, marks)).toBe(valid)
})

test.each<{ what: string; of?: MarkedPaper['exercises']; marks: ExerciseMark[]; score: number | null }>([
  { what: 'nothing is marked', marks: [], score: null },
  { what: 'the paper has no exercises', of: [], marks: [], score: null },
  { what: 'exercises are left unmarked', marks: [{ exercise: 1, earned: 5 }], score: 5 },
  {
    what: 'everything is marked',
    marks: exercises.map(({ number, points }) => ({ exercise: number, earned: points - 0.25 })),
    score: 19.25,
  },
  {
    what: 'the points of the paper are not 20',
    of: exercises.slice(0, 2),
    marks: [
      { exercise: 1, earned: 3.5 },
      { exercise: 2, earned: 1.5 },
    ],
    score: 10,
  },
  {
    what: 'the quotient is not finite',
    of: exercises.slice(1, 2),
    marks: [{ exercise: 2, earned: 1 }],
    score: 6.67,
  },
])('the score is $score when $what', ({ of = exercises, marks, score }) => {
  expect(scoreOutOf20({ exercises: of, marks })).toBe(score)
})

test('shares the points of an exercise among its chapters, and lists the chapter with most points lost first', () => {
  const marks = [
    { exercise: 1, earned: 6 },
    { exercise: 3, earned: 4 },
  ]
  expect(pointsByChapter([{ subjectId: 'a', exercises, marks, ...ended('2026-03-01') }])).toEqual([
    { ...waves, earned: 2, possible: 8 },
    { ...decay, earned: 2, possible: 5 },
    { ...chemistry, earned: 6, possible: 7 },
  ])
})

const at = (day: string) => `${day}T10:00:00.000Z`
function ended(day: string) {
  return { finishedAt: null, endsAt: at(day) }
}
const satOn = (day: string, earned: number | null, subjectId = 'a'): MarkedPaper => ({
  subjectId,
  ...ended(day),
  exercises: exercises.slice(0, 1),
  marks: earned === null ? [] : [{ exercise: 1, earned }],
})
const alone = (day: string, earned: number | null): MarkedExercises => ({
  subjectId: 'a',
  exercises: exercises.slice(0, 1).map((each) => ({ ...each, earned, earnedAt: at(day) })),
})

test.each<{
  what: string
  exams: MarkedPaper[]
  papers: MarkedExercises[]
  earned: number
  possible: number
}>([
  {
    what: 'of a paper that was sat twice the newer examination, unless it has no marks',
    exams: [
      satOn('2026-03-03', null),
      satOn('2026-03-02', 5),
      satOn('2026-03-01', 1),
      satOn('2026-03-01', 2, 'b'),
    ],
    papers: [],
    earned: 7,
    possible: 14,
  },
  {
    what: 'a single exercise alone',
    exams: [],
    papers: [alone('2026-03-01', 3)],
    earned: 3,
    possible: 7,
  },
  {
    what: 'a single exercise after the examination',
    exams: [satOn('2026-03-01', 1)],
    papers: [alone('2026-03-02', 6)],
    earned: 6,
    possible: 7,
  },
  {
    what: 'an examination after the single exercise',
    exams: [satOn('2026-03-02', 1)],
    papers: [alone('2026-03-01', 6)],
    earned: 1,
    possible: 7,
  },
  {
    what: 'no removed mark',
    exams: [satOn('2026-03-01', 1)],
    papers: [alone('2026-03-02', null)],
    earned: 1,
    possible: 7,
  },
])('counts $what', ({ exams, papers, earned, possible }) => {
  expect(pointsByChapter(exams, papers)).toEqual([{ ...chemistry, earned, possible }])
})

test('sums up the single exercises of a Moroccan day as one score, newest first', () => {
  const papers: MarkedExercises[] = [
    {
      subjectId: 'a',
      exercises: [
        { number: 1, points: 7, chapters: [], earned: 3, earnedAt: at('2026-03-01') },
        { number: 2, points: 3, chapters: [], earned: 2, earnedAt: '2026-03-01T20:00:00.000Z' },
        { number: 3, points: 3, chapters: [], earned: null, earnedAt: at('2026-03-02') },
      ],
    },
    {
      subjectId: 'b',
      exercises: [{ number: 1, points: 4, chapters: [], earned: 4, earnedAt: at('2026-03-04') }],
    },
  ]
  expect(scoresByDay(papers)).toEqual([
    { day: '2026-03-04', exercises: 1, score: 20 },
    { day: '2026-03-01', exercises: 2, score: 10 },
  ])
})

test('lists at most three chapters to work on, and none without lost points', () => {
  const row = (chapter: number, earned: number): ChapterPoints => ({
    theme: 'mecanique',
    chapter,
    earned,
    possible: 5,
  })
  expect(chaptersToWorkOn([row(1, 0), row(2, 1), row(3, 2), row(4, 3)])).toHaveLength(3)
  expect(chaptersToWorkOn([row(1, 4), row(2, 5)])).toEqual([row(1, 4)])
})

const paper = fc
  .uniqueArray(
    fc.record({
      number: fc.integer({ min: 1, max: 8 }),
      quarters: fc.integer({ min: 1, max: 40 }),
      share: fc.integer({ min: 0, max: 4 }),
      chapters: fc.uniqueArray(
        fc.record({ theme: fc.constantFrom('ondes', 'mecanique'), chapter: fc.integer({ min: 1, max: 3 }) }),
        { minLength: 1, maxLength: 3, selector: ({ theme, chapter }) => `${theme}${chapter}` },
      ),
    }),
    { minLength: 1, maxLength: 6, selector: ({ number }) => number },
  )
  .map((rows) => ({
    subjectId: 'paper',
    ...ended('2026-03-01'),
    exercises: rows.map(({ number, quarters, chapters }) => ({ number, points: quarters / 4, chapters })),
    marks: rows.map(({ number, quarters, share }) => ({
      exercise: number,
      earned: Math.floor((quarters * share) / 4) / 4,
    })),
  }))

test('keeps a score within 0 to 20, and the points of the chapters add up to those of the paper', () => {
  fc.assert(
    fc.property(paper, (sat) => {
      expect(areMarksValid(sat.exercises, sat.marks)).toBe(true)
      const score = scoreOutOf20(sat)
      expect(score).toBeGreaterThanOrEqual(0)
      expect(score).toBeLessThanOrEqual(20)
      const chapters = pointsByChapter([sat])
      const total = (of: readonly number[]) => of.reduce((all, each) => all + each, 0)
      const possible = total(sat.exercises.map(({ points }) => points))
      // Each chapter is rounded to a hundredth.
      expect(Math.abs(total(chapters.map((each) => each.possible)) - possible)).toBeLessThan(0.06)
      expect(chapters.every(({ earned, possible: most }) => earned <= most)).toBe(true)
    }),
  )
})
