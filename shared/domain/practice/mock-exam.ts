import type { Exercise } from '../../entities/exercise.ts'
import {
  type CountedMark,
  type ExerciseMark,
  MARK_RANGE,
  type MockExam,
  type PracticedExercise,
} from '../../entities/practice.ts'
import type { RunningExam } from '../../entities/user.ts'
import type { Document } from '../documents/document.ts'
import { DomainError } from '../domain-error.ts'
import { areMarksValid, changedMarks } from './score.ts'

export type ExamChange = { marks: readonly ExerciseMark[]; finished: boolean; note?: string | undefined }

const MINUTE_MS = 60_000
const STILL_RUNS = "Les notes se donnent à la fin de l'examen blanc."

/** Returns a new examination; `suffix` keeps two of the same millisecond apart. */
export function newMockExam(
  subject: string,
  exercises: readonly Exercise[],
  { minutes, now, suffix }: { minutes: number; now: Date; suffix: string },
): MockExam {
  const startedAt = now.toISOString()
  return {
    id: `${sortableTime(startedAt)}-${suffix}`,
    subjectId: subject,
    startedAt,
    endsAt: new Date(now.getTime() + minutes * MINUTE_MS).toISOString(),
    finishedAt: null,
    exercises: exercises.map(({ number, title, points, chapters }) => ({ number, title, points, chapters })),
    marks: [],
    note: '',
  }
}

/** Null while it runs. */
export function examEnd({ finishedAt, endsAt }: Pick<MockExam, 'finishedAt' | 'endsAt'>, now: Date) {
  return finishedAt ?? (isTimeUp(endsAt, now) ? endsAt : null)
}

export function runningExam(exam: RunningExam | null, now: Date): RunningExam | null {
  return exam && !isTimeUp(exam.endsAt, now) ? exam : null
}

/** Returns whether a running examination closes a document: one that answers its paper. */
export function isClosedByExam(
  exam: RunningExam | null,
  { answersPaper }: Pick<Document, 'answersPaper'>,
  now: Date,
): boolean {
  return answersPaper !== null && runningExam(exam, now)?.subjectId === answersPaper
}

/**
 * Returns an examination after a change. An ended examination stays ended, and exercises without a new mark
 * keep theirs, so that a call that arrives twice or late, or from another device, undoes nothing.
 * @throws DomainError INVALID_REQUEST for marks that do not fit the paper, CONFLICT for marks while it runs
 */
export function changedMockExam(exam: MockExam, { marks, finished, note }: ExamChange, now: Date): MockExam {
  if (!areMarksValid(exam.exercises, marks))
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: 'marks', message: MARK_RANGE }] })
  const finishedAt = examEnd(exam, now) ?? (finished ? later(exam.startedAt, now.toISOString()) : null)
  if (finishedAt === null && marks.length > 0) throw new DomainError('CONFLICT', { detail: STILL_RUNS })
  return { ...exam, finishedAt, marks: changedMarks(exam.marks, marks), note: note ?? exam.note }
}

export function minutesSat(startedAt: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(startedAt)) / MINUTE_MS)
}

function sortableTime(at: string): string {
  return at.replaceAll(/[-:.]/g, '')
}

function isTimeUp(endsAt: string, now: Date): boolean {
  return endsAt <= now.toISOString()
}

/** The clocks of two servers may differ a little. */
function later(one: string, other: string): string {
  return one > other ? one : other
}

/** The newest mark of each exercise, so that a student counts once. A removed mark is counted out. */
export function countedMarks(
  counted: readonly CountedMark[],
  { id, exercises, marks }: Pick<MockExam, 'id' | 'exercises' | 'marks'>,
): CountedMark[] {
  const own = marks.map(({ exercise, earned }) => ({
    exercise,
    earned,
    points: exercises.find(({ number }) => number === exercise)?.points ?? 0,
    examId: id,
  }))
  return newestMarks([...counted.filter(({ examId }) => examId !== id), ...own])
}

/**
 * A mark by itself that was removed is counted out, and that of an examination which it had replaced does not return.
 */
export function countedWithExercises(
  counted: readonly CountedMark[],
  exercises: readonly Pick<PracticedExercise, 'number' | 'points' | 'earned' | 'earnedAt'>[],
): CountedMark[] {
  const alone = exercises.flatMap(({ number, points, earned, earnedAt }) =>
    earned === null || earnedAt === null
      ? []
      : [{ exercise: number, earned, points, examId: sortableTime(earnedAt) }],
  )
  return newestMarks([...counted.filter(({ examId }) => examId.includes('-')), ...alone])
}

function newestMarks(marks: readonly CountedMark[]): CountedMark[] {
  const oldestFirst = marks.toSorted((one, other) => (one.examId < other.examId ? -1 : 1))
  return [...new Map(oldestFirst.map((mark) => [mark.exercise, mark])).values()].toSorted(
    (one, other) => one.exercise - other.exercise,
  )
}
