import type { ChapterNumber } from '../../entities/exercise.ts'
import type { ExerciseMark } from '../../entities/practice.ts'
import {
  areMarksValid,
  type ChapterPoints,
  chaptersToWorkOn,
  isSat,
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

const mark = (exercise: number, earned: number): ExerciseMark => ({ exercise, earned })

test.each<[what: string, marks: ExerciseMark[], valid: boolean]>([
  ['no mark', [], true],
  ['a quarter', [mark(1, 6.25)], true],
  ['nothing earned', [mark(1, 0)], true],
  ['all points', [mark(2, 3)], true],
  ['more than the points', [mark(2, 3.25)], false],
  ['less than nothing', [mark(2, -0.25)], false],
  ['a tenth', [mark(2, 0.1)], false],
  ['a missing exercise', [mark(4, 1)], false],
  ['one exercise twice', [mark(1, 1), mark(1, 1)], false],
])('whether %s is valid', (_, marks, valid) => {
  expect(areMarksValid(exercises, marks)).toBe(valid)
})

const [first, second] = [exercises.slice(0, 2), exercises.slice(1, 2)]

test.each<[what: string, of: MarkedPaper['exercises'], marks: ExerciseMark[], score: number | null]>([
  ['nothing is marked', exercises, [], null],
  ['the paper has no exercises', [], [], null],
  ['exercises are left unmarked', exercises, [mark(1, 5)], 5],
  ['everything is marked', exercises, [mark(1, 6.75), mark(2, 2.75), mark(3, 9.75)], 19.25],
  ['the points of the paper are not 20', first, [mark(1, 3.5), mark(2, 1.5)], 10],
  ['the quotient is not finite', second, [mark(2, 1)], 6.67],
])('the score when %s', (_, of, marks, score) => {
  expect(scoreOutOf20({ exercises: of, marks })).toBe(score)
})

test('shares the points of an exercise among its chapters, and lists the chapter with most points lost first', () => {
  const marks = [mark(1, 6), mark(3, 4)]
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
  marks: earned === null ? [] : [mark(1, earned)],
})
const alone = (day: string, earned: number | null): MarkedExercises => ({
  subjectId: 'a',
  exercises: exercises.slice(0, 1).map((each) => ({ ...each, earned, earnedAt: at(day) })),
})

const [ONE, TWO, THREE] = ['2026-03-01', '2026-03-02', '2026-03-03']
const twice = [satOn(THREE, null), satOn(TWO, 5), satOn(ONE, 1), satOn(ONE, 2, 'b')]

test.each<[what: string, exams: MarkedPaper[], papers: MarkedExercises[], points: [number, number]]>([
  ['of a paper that was sat twice the newer examination, unless it has no marks', twice, [], [7, 14]],
  ['a single exercise alone', [], [alone(ONE, 3)], [3, 7]],
  ['a single exercise after the examination', [satOn(ONE, 1)], [alone(TWO, 6)], [6, 7]],
  ['an examination after the single exercise', [satOn(TWO, 1)], [alone(ONE, 6)], [1, 7]],
  ['no removed mark', [satOn(ONE, 1)], [alone(TWO, null)], [1, 7]],
])('counts %s', (_, exams, papers, [earned, possible]) => {
  expect(pointsByChapter(exams, papers)).toEqual([{ ...chemistry, earned, possible }])
})

test('sums up the single exercises of a Moroccan day as one score, newest first', () => {
  const marked = (number: number, points: number, earned: number | null, earnedAt: string) => {
    return { number, points, chapters: [], earned, earnedAt }
  }
  const evening = '2026-03-01T20:00:00.000Z'
  const ofA = [marked(1, 7, 3, at(ONE)), marked(2, 3, 2, evening), marked(3, 3, null, at(TWO))]
  const papers: MarkedExercises[] = [
    { subjectId: 'a', exercises: ofA },
    { subjectId: 'b', exercises: [marked(1, 4, 4, at('2026-03-04'))] },
  ]
  expect(scoresByDay(papers)).toEqual([
    { day: '2026-03-04', exercises: 1, score: 20 },
    { day: '2026-03-01', exercises: 2, score: 10 },
  ])
})

test('lists at most three chapters to work on, and none without lost points', () => {
  const row = (chapter: number, earned: number): ChapterPoints => {
    return { theme: 'mecanique', chapter, earned, possible: 5 }
  }
  expect(chaptersToWorkOn([row(1, 0), row(2, 1), row(3, 2), row(4, 3)])).toHaveLength(3)
  expect(chaptersToWorkOn([row(1, 4), row(2, 5)])).toEqual([row(1, 4)])
})

test.each<[what: string, finishedAt: string | null, marks: number, counts: boolean]>([
  ['half an hour', '2026-03-01T08:30:00.000Z', 0, true],
  ['less than half an hour', '2026-03-01T08:29:59.999Z', 0, false],
  ['a moment, and its mark', '2026-03-01T08:00:10.000Z', 1, true],
  ['an examination that runs', null, 0, false],
])('tells whether a paper counts as sat after %s', (_, finishedAt, earned, counts) => {
  const marks = earned > 0 ? [{ exercise: 1, earned }] : []
  expect(isSat({ startedAt: '2026-03-01T08:00:00.000Z', finishedAt, marks })).toBe(counts)
})
