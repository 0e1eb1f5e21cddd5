import type { Exercise } from '../../entities/exercise.ts'
import { type ExerciseMark, MARK_RANGE, type MockExam } from '../../entities/practice.ts'
import type { RunningExam } from '../../entities/user.ts'
import type { Document } from '../documents/document.ts'
import { DomainError } from '../domain-error.ts'
import { areMarksValid, changedMarks } from './score.ts'

/** A student's change of an examination. */
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

/** Returns the time at which an examination was ended or its time was up; null while it runs. */
export function examEnd({ finishedAt, endsAt }: Pick<MockExam, 'finishedAt' | 'endsAt'>, now: Date) {
  return finishedAt ?? (isTimeUp(endsAt, now) ? endsAt : null)
}

/** Returns the examination that an account is sitting at `now`, or null. */
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
  return {
    ...exam,
    finishedAt,
    marks: changedMarks(exam.marks, marks),
    note: note ?? exam.note,
  }
}

/** Returns the minutes from the start to the end, rounded. */
export function minutesSat(startedAt: string, end: string): number {
  return Math.round((Date.parse(end) - Date.parse(startedAt)) / MINUTE_MS)
}

/** Returns the beginning of the id of an examination that starts at a time, ISO 8601 UTC. */
export function sortableTime(at: string): string {
  return at.replaceAll(/[-:.]/g, '')
}

function isTimeUp(endsAt: string, now: Date): boolean {
  return endsAt <= now.toISOString()
}

/** The clocks of two servers may differ a little. */
function later(one: string, other: string): string {
  return one > other ? one : other
}
