import * as v from 'valibot'
import { ChapterNumber, type Exercise, PAPER_POINTS, QUARTER } from '../../entities/exercise.ts'
import type { ExerciseMark, MockExam, PracticedPaper } from '../../entities/practice.ts'
import { moroccanDay } from '../days/moroccan-day.ts'

type ScoredExercise = Pick<Exercise, 'number' | 'points' | 'chapters'>

export type MarkedPaper = Pick<MockExam, 'subjectId' | 'endsAt' | 'finishedAt'> & {
  exercises: readonly ScoredExercise[]
  marks: readonly ExerciseMark[]
}

export type SatPaper = MarkedPaper & Pick<MockExam, 'startedAt'>

/** Less is a look at the paper. */
const LEAST_SITTING_MS = 30 * 60_000

/** Returns whether a paper counts as sat: the student has marked it, or worked on it for half an hour. */
export function isSat({
  startedAt,
  finishedAt,
  marks,
}: Pick<SatPaper, 'startedAt' | 'finishedAt' | 'marks'>): boolean {
  const lasted = finishedAt === null ? 0 : Date.parse(finishedAt) - Date.parse(startedAt)
  return marks.length > 0 || lasted >= LEAST_SITTING_MS
}

export type MarkedExercises = Pick<PracticedPaper, 'subjectId'> & {
  exercises: readonly (ScoredExercise & Pick<PracticedPaper['exercises'][number], 'earned' | 'earnedAt'>)[]
}

/** A mark of an exercise, of an examination or by itself; `at` is the time at which it was worked on. */
type Work = Omit<ScoredExercise, 'number'> & { exercise: string; earned: number; at: string }

/** Possible and earned points of a chapter's exercises. An exercise of several chapters is shared equally. */
export const ChapterPoints = v.object({ ...ChapterNumber.entries, earned: v.number(), possible: v.number() })
export type ChapterPoints = v.InferOutput<typeof ChapterPoints>

/** Each mark is of one of the paper's exercises, at most once, within its points and in quarter points. */
export function areMarksValid(exercises: readonly ScoredExercise[], marks: readonly ExerciseMark[]): boolean {
  const points = new Map(exercises.map((exercise) => [exercise.number, exercise.points]))
  const isUnique = new Set(marks.map(({ exercise }) => exercise)).size === marks.length
  return (
    isUnique &&
    marks.every(({ exercise, earned }) => {
      const most = points.get(exercise)
      return most !== undefined && earned >= 0 && earned <= most && Number.isInteger(earned / QUARTER)
    })
  )
}

/** Returns marks after a change, by exercise; those of other exercises stay. */
export function changedMarks(
  marks: readonly ExerciseMark[],
  changed: readonly ExerciseMark[],
): ExerciseMark[] {
  const others = marks.filter(({ exercise }) => !changed.some((mark) => mark.exercise === exercise))
  return [...others, ...changed].toSorted((one, other) => one.exercise - other.exercise)
}

/**
 * Returns the score out of 20, to two digits. Exercises without a mark count as 0; a paper with another sum of points
 * is scaled to 20.
 * @returns null while nothing is marked
 */
export function scoreOutOf20({ exercises, marks }: Pick<MarkedPaper, 'exercises' | 'marks'>): number | null {
  const possible = sum(exercises.map(({ points }) => points))
  if (marks.length === 0 || possible === 0) return null
  return round((sum(marks.map(({ earned }) => earned)) * PAPER_POINTS) / possible)
}

/** Most points lost first. The newest work counts. In an examination with marks, exercises without one count as 0. */
export function pointsByChapter(
  exams: readonly MarkedPaper[],
  papers: readonly MarkedExercises[] = [],
): ChapterPoints[] {
  const points = new Map<string, ChapterPoints>()
  for (const { earned: all, points: most, chapters } of newestWork([
    ...exams.flatMap(workOfExam),
    ...papers.flatMap(workOfPaper),
  ]))
    for (const { theme, chapter } of chapters) {
      const key = `${theme}/${chapter}`
      const { earned, possible } = points.get(key) ?? { earned: 0, possible: 0 }
      points.set(key, {
        theme,
        chapter,
        earned: earned + all / chapters.length,
        possible: possible + most / chapters.length,
      })
    }
  return [...points.values()]
    .map((each) => ({ ...each, earned: round(each.earned), possible: round(each.possible) }))
    .toSorted((one, other) => lost(other) - lost(one))
}

function newestWork(all: readonly Work[]): Iterable<Work> {
  const newest = new Map<string, Work>()
  for (const work of all) if (work.at > (newest.get(work.exercise)?.at ?? '')) newest.set(work.exercise, work)
  return newest.values()
}

function workOfExam({ subjectId, exercises, marks, finishedAt, endsAt }: MarkedPaper): Work[] {
  if (marks.length === 0) return []
  const earnedBy = new Map(marks.map(({ exercise, earned }) => [exercise, earned]))
  return exercises.map(({ number, points, chapters }) => ({
    exercise: `${subjectId}#${number}`,
    points,
    chapters,
    earned: earnedBy.get(number) ?? 0,
    at: finishedAt ?? endsAt,
  }))
}

function workOfPaper({ subjectId, exercises }: MarkedExercises): Work[] {
  return exercises.flatMap(({ number, points, chapters, earned, earnedAt }) =>
    earned === null || earnedAt === null
      ? []
      : [{ exercise: `${subjectId}#${number}`, points, chapters, earned, at: earnedAt }],
  )
}

export type DayScore = { day: string; exercises: number; score: number }

export function scoresByDay(papers: readonly MarkedExercises[]): DayScore[] {
  const days = new Map<string, { exercises: number; earned: number; possible: number }>()
  for (const { earned, points, at } of papers.flatMap(workOfPaper)) {
    const day = moroccanDay(new Date(at))
    const sums = days.get(day) ?? { exercises: 0, earned: 0, possible: 0 }
    days.set(day, {
      exercises: sums.exercises + 1,
      earned: sums.earned + earned,
      possible: sums.possible + points,
    })
  }
  return [...days]
    .map(([day, { exercises, earned, possible }]) => ({
      day,
      exercises,
      score: round((earned * PAPER_POINTS) / possible),
    }))
    .toSorted((one, other) => (one.day < other.day ? 1 : -1))
}

/** Returns the chapters to work on, at most three: those with most points lost. */
export function chaptersToWorkOn(points: readonly ChapterPoints[]): ChapterPoints[] {
  return points.filter((each) => lost(each) > 0).slice(0, 3)
}

function lost({ possible, earned }: ChapterPoints): number {
  return possible - earned
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function round(points: number): number {
  return Math.round(points * 100) / 100
}
