import type { ChapterNumber, Exercise } from '../../entities/exercise.ts'
import type { PracticedPaper } from '../../entities/practice.ts'
import type { SubjectItem } from '../../entities/subject.ts'
import { daysBefore, mondayOf, moroccanDay } from '../days/moroccan-day.ts'
import { reviewOf } from './exercise-marks.ts'
import { exerciseMinutes } from './exercise-scope.ts'
import { nextReview } from './review-dates.ts'
import { isSat, pointsByChapter, type SatPaper } from './score.ts'
import {
  chapterGains,
  chapterKey,
  type PaperExercises,
  type PlanDays,
  type PlannedReview,
  type PlannedWeek,
  type PlanReason,
  planReviews,
  weeksUntil,
} from './study-plan.ts'
import { REVISION_DAYS, type TaughtChapter, taughtChapters } from './taught-chapters.ts'

/** A piece of work of a plan, which the account may open. */
export type PlanWork = { minutes: number; why: PlanReason | null } & (
  | { kind: 'chapter'; chapter: ChapterNumber }
  | { kind: 'paper'; subjectId: string }
  | { kind: 'exercise'; subjectId: string; number: number; title: string; isAgain: boolean }
)

export type PlanInput = {
  minutesADay: number
  examMinutes: number
  /** In teaching order. */
  chapters: readonly TaughtChapter[]
  /** The documents marked to be looked at again. */
  reviewed: readonly { chapter: ChapterNumber; seen: string | null }[]
  /** Newest first. */
  papers: readonly Pick<SubjectItem, 'id' | 'isFree' | 'hasFile'>[]
  exercises: readonly PaperExercises[]
  exams: readonly SatPaper[]
  practiced: readonly PracticedPaper[]
  mayOpenPremium: boolean
}

type ExerciseWork = Extract<PlanWork, { kind: 'exercise' }>
type ChosenExercise = { work: ExerciseWork; chapters: readonly ChapterNumber[] }
type Week = ReturnType<typeof weeksUntil>[number] & { minutes: number; work: PlanWork[] }

/** Enough for a sheet or a few pages, and within the shortest day that a student can ask for. */
const CHAPTER_MINUTES = 15
/** The days of a week that a whole paper asks for: the last evenings are not for three hours of work. */
const DAYS_OF_A_PAPER = 3
/** A longer list would not be read. */
const MOST_EXERCISES = 8
/** A week of less work is filled up with chapters. */
const LEAST_WORK = 3
/** A chapter that was just worked on lets others come first. */
const AFTER_WORK = 0.5
/** The order of a week: a paper is sat at its end. */
const RANKS = { chapter: 2, exercise: 3, paper: 4 }
/** The chapters from which a beginner's first exercise is chosen, so that it is short. */
const FIRST_CHAPTERS = 3

/**
 * The plan is within the student's minutes a day; what was not done is not added to later weeks. A week holds what is
 * to be reviewed, a chapter, single exercises in the order in which points can be gained, and at its end a whole paper,
 * the newest first. A beginner's first week begins with one short exercise and its chapter.
 */
export function planWork(input: PlanInput, days: PlanDays): PlannedWeek<PlanWork>[] {
  const weeks = weeksUntil(days).map(
    (week): Week => ({ ...week, minutes: week.days * input.minutesADay, work: [] }),
  )
  const [first] = weeks
  if (!first) return []
  first.minutes -= minutesDone(input, days.today)
  const { gain, why } = chapterGains(input.exercises, pointsByChapter(input.exams, input.practiced))
  const isTaughtBy = taughtChapters(input.chapters, days.exam)
  const chapters = input.chapters.toSorted((one, other) => gain(other) - gain(one))
  const { whole, single } = sharePapers(input)
  const exercises = exercisesLeft(input, [...single, ...whole], why)
  const gains = new Map(chapters.map((chapter) => [chapterKey(chapter), gain(chapter)]))
  const opener = isBeginner(input)
    ? openingExercise(input, exercises, chapters.filter(isTaughtBy(first.from)))
    : undefined
  if (opener && add(first, opener.work)) {
    bringForward(chapters, opener.chapters)
    lower(gains, opener.chapters)
  }
  const reviews = planReviews([...reviewedExercises(input), ...reviewedChapters(input)], days)
  for (const [at, week] of weeks.entries()) {
    week.minutes -= CHAPTER_MINUTES
    addReviews(week, reviews[at] ?? [])
  }
  addPapers(weeks, whole, input, days)
  addExercises(weeks, exercises, gains, isTaughtBy)
  addChapters(weeks, chapters, isTaughtBy, why)
  const rank = (work: PlanWork) => (work === opener?.work ? 0 : work.why === 'due' ? 1 : RANKS[work.kind])
  return weeks.map(({ from, until, work }) => ({
    from,
    until,
    work: work.toSorted((one, other) => rank(one) - rank(other)),
  }))
}

export function workKey(work: PlanWork): string {
  if (work.kind === 'chapter') return chapterKey(work.chapter)
  return work.kind === 'paper' ? work.subjectId : `${work.subjectId}#${work.number}`
}

function add(week: Week, work: PlanWork): boolean {
  if (work.minutes > week.minutes || week.work.some((each) => workKey(each) === workKey(work))) return false
  week.work.push(work)
  week.minutes -= work.minutes
  return true
}

/** Reviews take half of a week at most, so that a student who has marked much still goes on. */
function addReviews(week: Week, reviews: readonly PlanWork[]) {
  const least = week.minutes / 2
  for (const review of reviews) if (week.minutes - review.minutes >= least) add(week, review)
}

function addPapers(
  weeks: readonly Week[],
  left: readonly string[],
  { exams, examMinutes }: PlanInput,
  { today, exam }: PlanDays,
) {
  const papers = [...left]
  const begin = daysBefore(exam, REVISION_DAYS)
  const monday = mondayOf(today)
  const sat = exams.filter((each) => isSat(each) && (each.finishedAt ?? each.endsAt) >= monday).length
  for (const [at, week] of weeks.entries()) {
    if (week.until < begin) continue
    const most = Math.min(week.isLast ? 2 : 1, Math.floor(week.days / DAYS_OF_A_PAPER)) - (at === 0 ? sat : 0)
    for (const subjectId of papers.slice(0, Math.max(0, most)))
      if (add(week, { kind: 'paper', subjectId, minutes: examMinutes, why: null })) papers.shift()
  }
}

/** Adds to each week the exercises by which most points can be gained, without those of papers that are sat whole. */
function addExercises(
  weeks: readonly Week[],
  all: readonly ChosenExercise[],
  gains: Map<string, number>,
  isTaughtBy: ReturnType<typeof taughtChapters>,
) {
  const planned = new Set(weeks.flatMap(({ work }) => work.map(workKey)))
  const left = new Set(all.filter(({ work }) => !planned.has(work.subjectId)))
  for (const week of weeks)
    while (week.work.filter(({ kind }) => kind === 'exercise').length < MOST_EXERCISES) {
      const next = best(
        [...left].filter(
          ({ work, chapters }) =>
            work.minutes <= week.minutes &&
            !planned.has(workKey(work)) &&
            chapters.every(isTaughtBy(week.from)),
        ),
        ({ chapters }) => Math.max(0, ...chapters.map((chapter) => gains.get(chapterKey(chapter)) ?? 0)),
      )
      if (!next) break
      add(week, next.work)
      left.delete(next)
      lower(gains, next.chapters)
    }
}

/**
 * Adds a chapter to each week; to one of little other work as many as are needed to see all of them before the
 * examination, one a day at most. Those that were seen come again once all have been.
 */
function addChapters(
  weeks: readonly Week[],
  chapters: readonly TaughtChapter[],
  isTaughtBy: ReturnType<typeof taughtChapters>,
  why: (chapter: ChapterNumber) => PlanReason | null,
) {
  const times = new Map<TaughtChapter, number>()
  const timesOf = (chapter: TaughtChapter) => times.get(chapter) ?? 0
  for (const [at, week] of weeks.entries()) {
    week.minutes += CHAPTER_MINUTES
    const aWeek = Math.ceil((chapters.length - times.size) / (weeks.length - at))
    const least = Math.max(LEAST_WORK, Math.min(week.days, aWeek))
    const taught = chapters.filter(isTaughtBy(week.from))
    for (const chapter of taught.toSorted((one, other) => timesOf(one) - timesOf(other))) {
      if (!add(week, chapterWork(chapter, why(chapter)))) continue
      times.set(chapter, timesOf(chapter) + 1)
      if (week.work.length >= least) break
    }
  }
}

function lower(gains: Map<string, number>, chapters: readonly ChapterNumber[]) {
  for (const key of chapters.map(chapterKey)) gains.set(key, (gains.get(key) ?? 0) * AFTER_WORK)
}

function chapterWork(chapter: ChapterNumber, why: PlanReason | null): PlanWork {
  return { kind: 'chapter', chapter, minutes: CHAPTER_MINUTES, why }
}

function isBeginner({ exams, practiced, reviewed }: PlanInput): boolean {
  const hasMarked = practiced.some(
    ({ isDone, exercises }) => isDone || exercises.some(({ earned, redo }) => earned !== null || redo),
  )
  return !hasMarked && reviewed.length === 0 && !exams.some(isSat)
}

/** Returns a short exercise that fits an evening, of the chapters that are worth most, else of any that was taught. */
function openingExercise(
  { minutesADay }: PlanInput,
  exercises: readonly ChosenExercise[],
  taught: readonly ChapterNumber[],
) {
  const keys = new Set(taught.map(chapterKey))
  const open = exercises.filter((exercise) => exercise.chapters.every((each) => keys.has(chapterKey(each))))
  const tonight = open.filter(({ work }) => work.minutes <= minutesADay)
  return (
    shortest(tonight, taught.slice(0, FIRST_CHAPTERS)) ?? shortest(tonight, taught) ?? shortest(open, taught)
  )
}

/** Returns the shortest exercise of some chapters; the first one of several. */
function shortest(exercises: readonly ChosenExercise[], chapters: readonly ChapterNumber[]) {
  const keys = new Set(chapters.map(chapterKey))
  return best(
    exercises.filter((exercise) => exercise.chapters.some((chapter) => keys.has(chapterKey(chapter)))),
    ({ work }) => -work.minutes,
  )
}

function bringForward(chapters: ChapterNumber[], first: readonly ChapterNumber[]) {
  const keys = new Set(first.map(chapterKey))
  const at = chapters.findIndex((chapter) => keys.has(chapterKey(chapter)))
  if (at > 0) chapters.unshift(...chapters.splice(at, 1))
}

function best<Item>(items: readonly Item[], worth: (item: Item) => number): Item | undefined {
  let found: { item: Item; worth: number } | undefined
  for (const item of items) {
    const own = worth(item)
    if (!found || own > found.worth) found = { item, worth: own }
  }
  return found?.item
}

/** Work that is done is no longer left of the day. */
function minutesDone({ exams, practiced, examMinutes }: PlanInput, today: string): number {
  const isToday = (at: string | null) => at !== null && moroccanDay(new Date(at)) === today
  const sat = exams.filter((exam) => isSat(exam) && isToday(exam.finishedAt ?? exam.endsAt))
  const marked = practiced.flatMap(({ exercises }) =>
    exercises.filter(({ earned, earnedAt }) => earned !== null && isToday(earnedAt)),
  )
  return (
    sat.length * examMinutes +
    marked.reduce((sum, exercise) => sum + exerciseMinutes(exercise, examMinutes), 0)
  )
}

function papersLeft({ papers, exams, practiced, mayOpenPremium }: PlanInput): string[] {
  const done = new Set([
    ...exams.filter(isSat).map(({ subjectId }) => subjectId),
    ...practiced.flatMap(({ subjectId, isDone }) => (isDone ? [subjectId] : [])),
  ])
  return papers
    .filter(({ id, isFree, hasFile }) => hasFile && (isFree || mayOpenPremium) && !done.has(id))
    .map(({ id }) => id)
}

/**
 * Shares the papers that are left: those whose exercises are not known and the newest half of the others may be sat
 * whole, so that the other half remains for single exercises.
 */
function sharePapers(input: PlanInput) {
  const left = papersLeft(input)
  const known = new Set(
    input.exercises.flatMap((paper) => (paper.exercises.length > 0 ? paper.subjectId : [])),
  )
  const withExercises = left.filter((each) => known.has(each))
  const single = withExercises.slice(Math.ceil(withExercises.length / 2))
  return { single, whole: left.filter((each) => !single.includes(each)) }
}

/** Returns the unmarked exercises of the papers that are left, in their order. */
function exercisesLeft(
  { exercises, practiced, examMinutes }: PlanInput,
  left: readonly string[],
  why: (chapter: ChapterNumber) => PlanReason | null,
): ChosenExercise[] {
  const byPaper = new Map(exercises.map((paper) => [paper.subjectId, paper.exercises]))
  const touched = new Set(
    practiced.flatMap(({ subjectId, exercises: marks }) =>
      marks.flatMap(({ number, earned, redo }) =>
        earned !== null || redo ? [`${subjectId}#${number}`] : [],
      ),
    ),
  )
  return left.flatMap((subjectId) =>
    (byPaper.get(subjectId) ?? [])
      .filter(({ number }) => !touched.has(`${subjectId}#${number}`))
      .map((exercise) => ({
        work: exerciseWork(subjectId, exercise, examMinutes, {
          isAgain: false,
          why: strongest(exercise.chapters.map(why)),
        }),
        chapters: exercise.chapters,
      })),
  )
}

function exerciseWork(
  subjectId: string,
  { number, title, points }: Pick<Exercise, 'number' | 'title' | 'points'>,
  examMinutes: number,
  more: Pick<ExerciseWork, 'isAgain' | 'why'>,
): ExerciseWork {
  return {
    kind: 'exercise',
    subjectId,
    number,
    title,
    minutes: exerciseMinutes({ points }, examMinutes),
    ...more,
  }
}

function strongest(reasons: readonly (PlanReason | null)[]): PlanReason | null {
  return (['lost', 'yearly', 'often'] as const).find((reason) => reasons.includes(reason)) ?? null
}

/** The documents of a chapter are one review, which was seen when the last of them was. */
function reviewedChapters({ reviewed, chapters }: PlanInput): PlannedReview<PlanWork>[] {
  const taught = new Set(chapters.map(chapterKey))
  const reviews = new Map<string, PlannedReview<PlanWork>>()
  for (const { chapter, seen } of reviewed) {
    if (!taught.has(chapterKey(chapter))) continue
    const before = reviews.get(chapterKey(chapter))
    const work = chapterWork(chapter, 'due')
    // The days on which they are due are listed document by document.
    reviews.set(chapterKey(chapter), { work, next: null, seen: before ? earlier(before.seen, seen) : seen })
  }
  return [...reviews.values()]
}

/** Returns the earlier day; null, for never, is the earliest. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return null
  return one < other ? one : other
}

/** Without those of papers that were deleted since or are closed to the account. */
function reviewedExercises({
  practiced,
  papers,
  mayOpenPremium,
  examMinutes,
}: PlanInput): PlannedReview<PlanWork>[] {
  const open = new Set(papers.filter(({ isFree }) => isFree || mayOpenPremium).map(({ id }) => id))
  return practiced.flatMap(({ subjectId, exercises }) =>
    exercises.flatMap((exercise): PlannedReview<PlanWork>[] => {
      const review = reviewOf(exercise)
      if (!review || !open.has(subjectId)) return []
      const work = exerciseWork(subjectId, exercise, examMinutes, { isAgain: true, why: 'due' })
      return [{ work, next: nextReview(review), seen: review.seen }]
    }),
  )
}
