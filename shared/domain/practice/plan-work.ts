import type { ChapterNumber, Exercise } from '../../entities/exercise.ts'
import type { PracticedPaper } from '../../entities/practice.ts'
import type { SubjectItem } from '../../entities/subject.ts'
import { daysBefore, moroccanDay } from '../days/moroccan-day.ts'
import { reviewOf } from './exercise-marks.ts'
import { exerciseMinutes } from './exercise-scope.ts'
import { nextReview } from './review-dates.ts'
import { isSat, pointsByChapter, type SatPaper } from './score.ts'
import {
  chapterGains,
  chapterKey,
  mondayOf,
  type PaperExercises,
  type PlanDays,
  type PlannedReview,
  type PlannedWeek,
  type PlanReason,
  planReviews,
  weeksUntil,
} from './study-plan.ts'

/** A piece of work of a plan, which the account may open. */
export type PlanWork = { minutes: number; why: PlanReason | null } & (
  | { kind: 'chapter'; chapter: ChapterNumber }
  | { kind: 'paper'; subjectId: string }
  | {
      kind: 'exercise'
      subjectId: string
      number: number
      title: string
      isAgain: boolean
    }
)

export type PlanInput = {
  minutesADay: number
  examMinutes: number
  chapters: readonly ChapterNumber[]
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
/** Before, a whole paper asks for chapters that no class has had yet. */
const PAPER_DAYS = 56
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
  const chapters = input.chapters.toSorted((one, other) => gain(other) - gain(one))
  const left = papersLeft(input)
  const half = Math.ceil(left.length / 2)
  const exercises = exercisesLeft(input, [...left.slice(half), ...left.slice(0, half)], why)
  const opener = isBeginner(input)
    ? (shortest(exercises, chapters.slice(0, FIRST_CHAPTERS)) ?? shortest(exercises, chapters))
    : undefined
  if (opener && add(first, opener.work)) bringForward(chapters, opener.chapters)
  const reviews = planReviews([...reviewedExercises(input), ...reviewedChapters(input)], days)
  for (const [at, week] of weeks.entries()) {
    week.minutes -= CHAPTER_MINUTES
    addReviews(week, reviews[at] ?? [])
  }
  addPapers(weeks, left.slice(0, half), input, days)
  addExercises(weeks, exercises, gain)
  const toRead = chapters.map((chapter) => chapterWork(chapter, why(chapter)))
  for (const week of weeks) {
    week.minutes += CHAPTER_MINUTES
    let isAdded = addNext(week, toRead)
    while (isAdded && week.work.length < LEAST_WORK) isAdded = addNext(week, toRead)
  }
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

/** Adds the first chapter that is not in the week yet, and takes it from those that are left. */
function addNext(week: Week, chapters: PlanWork[]): boolean {
  const at = chapters.findIndex((chapter) => add(week, chapter))
  if (at >= 0) chapters.splice(at, 1)
  return at >= 0
}

function addPapers(
  weeks: readonly Week[],
  left: readonly string[],
  { exams, examMinutes }: PlanInput,
  { today, exam }: PlanDays,
) {
  const papers = [...left]
  const begin = daysBefore(exam, PAPER_DAYS)
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
  gain: (chapter: ChapterNumber) => number,
) {
  const planned = new Set(weeks.flatMap(({ work }) => work.map(workKey)))
  const gains = new Map<string, number>()
  const gainNow = (chapter: ChapterNumber) => gains.get(chapterKey(chapter)) ?? gain(chapter)
  const left = new Set(all.filter(({ work }) => !planned.has(work.subjectId)))
  for (const week of weeks)
    while (week.work.filter(({ kind }) => kind === 'exercise').length < MOST_EXERCISES) {
      const next = best(
        [...left].filter(({ work }) => work.minutes <= week.minutes && !planned.has(workKey(work))),
        ({ chapters }) => Math.max(0, ...chapters.map(gainNow)),
      )
      if (!next) break
      add(week, next.work)
      left.delete(next)
      for (const chapter of next.chapters) gains.set(chapterKey(chapter), gainNow(chapter) * AFTER_WORK)
    }
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
