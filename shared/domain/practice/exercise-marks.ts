import type { CountedExercise, PracticedExercise, PracticedPaper } from '../../entities/practice.ts'
import { MARK_RANGE } from '../../entities/practice.ts'
import { moroccanDay } from '../days/moroccan-day.ts'
import { DomainError, type FieldFault } from '../domain-error.ts'
import { areMarksValid } from './score.ts'

/** A student's change of one exercise at a time, ISO 8601 UTC. A field that is left out stays. */
export type ExerciseChange = {
  exercise: number
  at: string
  /** Null removes the mark. */
  earned?: number | null | undefined
  /** True to do the exercise again. */
  redo?: boolean | undefined
  /** The number of hints that were asked for. */
  hints?: number | undefined
  /** True when a checked answer was wrong. */
  isWrong?: boolean | undefined
}

/** The change of a paper: of some exercises, and whether the whole paper is done. */
export type PaperChange = {
  exercises: readonly ExerciseChange[]
  done?: { isDone: boolean; at: string } | undefined
}

type Marks = Pick<PracticedPaper, 'exercises' | 'isDone' | 'doneAt'>

export const NO_MARKS: Marks = { exercises: [], isDone: false, doneAt: null }
const UNKNOWN_EXERCISE = "Cet exercice n'est plus dans le sujet"

/**
 * Returns the marks of a paper after some changes. Of each field the newest change counts, whenever it arrives, so that
 * changes made without a network overwrite nothing newer and a repeated request has no effect. Returns `stored` itself
 * when nothing differs. A mark keeps the title, points and chapters that the exercise had then.
 * @param exercises those of the paper today
 * @param now a change that claims a later time is dated now, since clocks of devices may be wrong
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
    else merged.set(change.exercise, changedExercise(kept, change, counted, capped(change.at, now)))
  }
  if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
  const doneAt = done && capped(done.at, now)
  const isDoneNewer = doneAt !== undefined && doneAt > (stored.doneAt ?? '')
  const isSame = [...merged.values()].every((each) => stored.exercises.includes(each))
  if (isSame && !isDoneNewer) return stored
  return {
    exercises: [...merged.values()].toSorted((one, other) => one.number - other.number),
    isDone: isDoneNewer && done ? done.isDone : stored.isDone,
    doneAt: isDoneNewer ? doneAt : stored.doneAt,
  }
}

/**
 * Returns the day of the mark 'à refaire', and the last day on which the exercise was marked afterwards, in the form in
 * which `isDue` and `nextReview` take them; null for an exercise without that mark. Moroccan days.
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

/** Returns `kept` itself when the change is not newer. */
function changedExercise(
  kept: PracticedExercise | undefined,
  { earned, redo, hints = 0, isWrong = false }: ExerciseChange,
  { number, title, points, chapters }: CountedExercise,
  at: string,
): PracticedExercise {
  const before = kept ?? {
    number,
    title,
    points,
    chapters,
    earned: null,
    earnedAt: null,
    redo: false,
    redoAt: null,
    hints: 0,
    wasWrong: false,
  }
  const isMarked = earned !== undefined && at > (before.earnedAt ?? '')
  const isRedo = redo !== undefined && at > (before.redoAt ?? '')
  // Help counts once, whatever the order in which it is told.
  const isHelped = hints > before.hints || (isWrong && !before.wasWrong)
  if (!isMarked && !isRedo && !isHelped) return before
  return {
    ...before,
    ...(isMarked && { title, points, chapters, earned, earnedAt: at }),
    ...(isRedo && { redo, redoAt: at }),
    hints: Math.max(before.hints, hints),
    wasWrong: before.wasWrong || isWrong,
  }
}

function capped(at: string, now: Date): string {
  const latest = now.toISOString()
  return at < latest ? at : latest
}
