import type { ChapterNumber, Exercise } from '../../entities/exercise.ts'
import type { PracticedPaper } from '../../entities/practice.ts'
import type { SubjectItem } from '../../entities/subject.ts'
import { reviewOf } from './exercise-marks.ts'
import { nextReview } from './review-dates.ts'
import { type PlannedReview, type PlannedWeek, planStudy, planWeeks } from './study-plan.ts'

/** A piece of work of a plan. `isOpen` is false where the account may not open the paper. */
export type PlanWork =
  | { kind: 'chapter'; chapter: ChapterNumber }
  | { kind: 'paper'; subjectId: string; isOpen: boolean }
  | {
      kind: 'exercise'
      subjectId: string
      number: number
      title: string
      /** True for one that the student has marked to be done again. */
      isAgain: boolean
      isOpen: boolean
    }

/** The parts of a plan, all of one track. */
export type PlanInput = {
  /** To be worked on or looked at again, the most urgent first. */
  chapters: readonly ChapterNumber[]
  /** The documents marked to be looked at again. */
  reviewed: readonly { chapter: ChapterNumber; seen: string | null }[]
  /** Newest first. */
  papers: readonly Pick<SubjectItem, 'id' | 'isFree' | 'hasFile'>[]
  /** The exercises of the papers. */
  exercises: readonly { subjectId: string; exercises: readonly Exercise[] }[]
  /** The examinations that the student has sat. */
  exams: readonly { subjectId: string }[]
  /** The papers of which the student has marked exercises, or which are done. */
  practiced: readonly PracticedPaper[]
  mayOpenPremium: boolean
}

type Days = { today: string; exam: string }

/** With papers and reviews beside them, more would not be done. */
const EXERCISES_A_WEEK = 3

/**
 * Returns the plan of a student until the examination: reviews when they are due and in the last fortnight, a chapter a
 * week, the papers that are left, and up to three exercises a week, those of urgent chapters first. Where the account
 * lacks Premium, its free papers and exercises come first.
 */
export function planWork(input: PlanInput, days: Days): PlannedWeek<PlanWork>[] {
  const { chapters, papers } = input
  const isOpen = new Map(papers.map(({ id, isFree }) => [id, isFree || input.mayOpenPremium]))
  const left = papersLeft(input)
  const weeks = planWeeks([], days).length
  const plan = planStudy<PlanWork>(
    {
      urgent: chapters.map((chapter) => ({ kind: 'chapter', chapter })),
      rest: openFirst(
        left.map(({ id }) => ({ kind: 'paper' as const, subjectId: id, isOpen: isOpen.get(id) ?? false })),
      ),
      more: openFirst(exercisesLeft(input, isOpen)).slice(0, EXERCISES_A_WEEK * weeks),
      reviews: [...reviewedChapters(input), ...reviewedExercises(input, isOpen)],
    },
    days,
  )
  return plan.map((week) => ({ ...week, work: distinct(week.work) }))
}

/** Returns a text that distinguishes a piece of work from the others of its week. */
export function workKey(work: PlanWork): string {
  if (work.kind === 'chapter') return `${work.chapter.theme}/${work.chapter.chapter}`
  return work.kind === 'paper' ? work.subjectId : `${work.subjectId}#${work.number}`
}

/** Returns the papers with a file that were neither sat nor ticked as done. */
function papersLeft({ papers, exams, practiced }: PlanInput) {
  const done = new Set([
    ...exams.map(({ subjectId }) => subjectId),
    ...practiced.flatMap(({ subjectId, isDone }) => (isDone ? [subjectId] : [])),
  ])
  return papers.filter(({ id, hasFile }) => hasFile && !done.has(id))
}

/** Returns the unmarked exercises of the papers that are left: those of urgent chapters, of old papers first. */
function exercisesLeft(input: PlanInput, isOpen: ReadonlyMap<string, boolean>) {
  const { chapters, exercises, practiced } = input
  const isLeft = new Set(papersLeft(input).map(({ id }) => id))
  const touched = new Set(
    practiced.flatMap(({ subjectId, exercises: marks }) =>
      marks.flatMap(({ number, earned, redo }) =>
        earned !== null || redo ? [`${subjectId}#${number}`] : [],
      ),
    ),
  )
  const urgency = (exercise: Exercise) => {
    const at = chapters.findIndex(({ theme, chapter }) =>
      exercise.chapters.some((one) => one.theme === theme && one.chapter === chapter),
    )
    return at === -1 ? chapters.length : at
  }
  return exercises
    .toReversed()
    .filter(({ subjectId }) => isLeft.has(subjectId))
    .flatMap(({ subjectId, exercises: all }) => all.map((exercise) => ({ subjectId, exercise })))
    .filter(({ subjectId, exercise }) => !touched.has(`${subjectId}#${exercise.number}`))
    .toSorted((one, other) => urgency(one.exercise) - urgency(other.exercise))
    .map(({ subjectId, exercise: { number, title } }) => ({
      kind: 'exercise' as const,
      subjectId,
      number,
      title,
      isAgain: false,
      isOpen: isOpen.get(subjectId) ?? false,
    }))
}

/** The documents of a chapter are one review, which was seen when the last of them was. */
function reviewedChapters({ reviewed }: PlanInput): PlannedReview<PlanWork>[] {
  const reviews = new Map<string, PlannedReview<PlanWork>>()
  for (const { chapter, seen } of reviewed) {
    const key = `${chapter.theme}/${chapter.chapter}`
    const before = reviews.get(key)
    const work = { kind: 'chapter', chapter } as const
    // The days on which they are due are listed document by document.
    reviews.set(key, { work, next: null, seen: before ? earlier(before.seen, seen) : seen })
  }
  return [...reviews.values()]
}

/** Returns the earlier day; null, for never, is the earliest. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return one < other ? one : other
}

function reviewedExercises(
  { practiced }: PlanInput,
  isOpen: ReadonlyMap<string, boolean>,
): PlannedReview<PlanWork>[] {
  return practiced.flatMap(({ subjectId, exercises }) =>
    exercises.flatMap((exercise): PlannedReview<PlanWork>[] => {
      const review = reviewOf(exercise)
      // A paper that was deleted since has no page.
      if (!review || !isOpen.has(subjectId)) return []
      const { number, title } = exercise
      const work = {
        kind: 'exercise',
        subjectId,
        number,
        title,
        isAgain: true,
        isOpen: isOpen.get(subjectId) === true,
      } as const
      return [{ work, next: nextReview(review), seen: review.seen }]
    }),
  )
}

function openFirst<Work extends { isOpen: boolean }>(works: readonly Work[]): Work[] {
  return works.toSorted((one, other) => Number(other.isOpen) - Number(one.isOpen))
}

/** A chapter may be urgent and to be reviewed in the same week. */
function distinct(works: readonly PlanWork[]): PlanWork[] {
  return [...new Map(works.map((work) => [workKey(work), work])).values()]
}
