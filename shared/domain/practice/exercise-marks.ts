import {
  type CountedExercise,
  MARK_RANGE,
  type PracticedExercise,
  type PracticedPaper,
} from '../../entities/practice.ts'
import { moroccanDay } from '../days/moroccan-day.ts'
import { DomainError, type FieldFault } from '../domain-error.ts'
import { areMarksValid } from './score.ts'

/** ISO 8601 UTC. A field that is left out stays. */
export type ExerciseChange = {
  exercise: number
  at: string
  /** Null removes the mark. */
  earned?: number | null | undefined
  redo?: boolean | undefined
  hints?: number | undefined
  isWrong?: boolean | undefined
}

export type PaperChange = {
  exercises: readonly ExerciseChange[]
  done?: { isDone: boolean; at: string } | undefined
}

type Marks = Pick<PracticedPaper, 'exercises' | 'isDone' | 'doneAt'>

export const NO_MARKS: Marks = { exercises: [], isDone: false, doneAt: null }
export const UNMARKED = {
  earned: null,
  earnedAt: null,
  redo: false,
  redoAt: null,
  hints: 0,
  wasWrong: false,
} satisfies Omit<PracticedExercise, keyof CountedExercise>

const UNKNOWN_EXERCISE = "Cet exercice n'est plus dans le sujet"

/**
 * The change of a field that arrives last counts, whatever time it claims, since clocks of devices may be wrong.
 * Returns `stored` itself when nothing differs. A mark keeps the title, points and chapters that the exercise had then.
 * @throws DomainError INVALID_REQUEST for a mark out of range or an unknown exercise
 */
export function mergeExerciseMarks(
  stored: Marks,
  { exercises: changes, done }: PaperChange,
  exercises: readonly CountedExercise[],
  now: Date,
): Marks {
  const merged = new Map(stored.exercises.map((each) => [each.number, each]))
  const errors: FieldFault[] = []
  for (const [index, change] of changes.entries()) {
    const kept = merged.get(change.exercise)
    const counted = exercises.find(({ number }) => number === change.exercise) ?? kept
    const message = faultOf(change, counted)
    if (message !== null || counted === undefined)
      errors.push({ path: `exercises.${index}`, message: message ?? UNKNOWN_EXERCISE })
    else merged.set(change.exercise, changedExercise(kept, change, counted, now))
  }
  if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
  const doneAt = done ? newDate(done.at, now, done.isDone === stored.isDone, stored.doneAt) : null
  const isSame = [...merged.values()].every((each) => stored.exercises.includes(each))
  if (isSame && doneAt === null) return stored
  return {
    exercises: [...merged.values()].toSorted((one, other) => one.number - other.number),
    isDone: done && doneAt !== null ? done.isDone : stored.isDone,
    doneAt: doneAt ?? stored.doneAt,
  }
}

/**
 * The day of the mark 'à refaire', and the last day on which the exercise was marked afterwards, as `isDue` takes them.
 */
export function reviewOf({
  redo,
  redoAt,
  earnedAt,
}: Pick<PracticedExercise, 'redo' | 'redoAt' | 'earnedAt'>): { marked: string; seen: string | null } | null {
  if (!redo || redoAt === null) return null
  const marked = moroccanDay(new Date(redoAt))
  const worked = earnedAt === null ? null : moroccanDay(new Date(earnedAt))
  return { marked, seen: worked !== null && worked > marked ? worked : null }
}

function faultOf({ exercise, earned }: ExerciseChange, counted: CountedExercise | undefined): string | null {
  if (!counted) return UNKNOWN_EXERCISE
  if (earned === undefined || earned === null) return null
  return areMarksValid([counted], [{ exercise, earned }]) ? null : MARK_RANGE
}

/** Returns `kept` itself when the change is known. */
function changedExercise(
  kept: PracticedExercise | undefined,
  { at, earned, redo, hints = 0, isWrong = false }: ExerciseChange,
  { number, title, points, chapters }: CountedExercise,
  now: Date,
): PracticedExercise {
  const before = kept ?? { number, title, points, chapters, ...UNMARKED }
  const earnedAt = earned === undefined ? null : newDate(at, now, earned === before.earned, before.earnedAt)
  const redoAt = redo === undefined ? null : newDate(at, now, redo === before.redo, before.redoAt)
  // Help counts once, whatever the order in which it is told.
  const isHelped = hints > before.hints || (isWrong && !before.wasWrong)
  if (earnedAt === null && redoAt === null && !isHelped) return before
  return {
    ...before,
    ...(earnedAt !== null && { title, points, chapters, earned: earned ?? null, earnedAt }),
    ...(redoAt !== null && { redo: redo ?? false, redoAt }),
    hints: Math.max(before.hints, hints),
    wasWrong: before.wasWrong || isWrong,
  }
}

/** Returns the date of a change; null for one that repeats what is stored. */
function newDate(at: string, now: Date, isSameValue: boolean, before: string | null): string | null {
  const arrivedAt = now.toISOString()
  const claimed = at < arrivedAt ? at : arrivedAt
  if (before === null || claimed > before) return claimed
  return isSameValue ? null : arrivedAt
}
