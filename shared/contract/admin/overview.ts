import * as v from 'valibot'
import { Timestamp } from '../../entities/fields.ts'
import { PaperFields } from '../../entities/practice.ts'
import { Subject } from '../../entities/subject.ts'
import { route } from '../define-route.ts'

/** `week` is its Monday, YYYY-MM-DD. */
export const WeekCount = v.object({ week: v.string(), signUps: v.number(), activations: v.number() })
export type WeekCount = v.InferOutput<typeof WeekCount>

export const Overview = v.object({
  users: v.number(),
  premium: v.number(),
  resources: v.number(),
  subjects: v.number(),
  missingSubjects: v.array(v.pick(Subject, ['track', 'year', 'session'])),
  brokenDocuments: v.number(),
  paymentRequests: v.number(),
  newReports: v.number(),
  /** Number of questions that no owner has answered; 0 while the settings turn questions off. */
  openQuestions: v.number(),
  receivedFiles: v.number(),
  /** End of the last check of documents; null when there was none. */
  documentsCheckedAt: v.nullable(Timestamp),
  weeks: v.array(WeekCount),
  cardSales: v.array(v.object({ label: v.string(), used: v.number(), sum: v.number() })),
  isOfferOver: v.boolean(),
  /** Version of the server's time zone data, by which it knows Moroccan days, such as '2026c'; null when unknown. */
  timeZoneData: v.nullable(v.string()),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = route('GET /api/admin/overview', { access: 'owner', response: Overview })

/** Number of marks from which an exercise's average is shown, so that it does not reveal the mark of one student. */
export const LEAST_MARKS = 5

export const SatPaper = v.object({
  ...PaperFields,
  students: v.number(),
  /** Number of them who marked it, or exercises of it by themselves. */
  marked: v.number(),
})
export type SatPaper = v.InferOutput<typeof SatPaper>

export const MarkedExercise = v.object({
  ...PaperFields,
  number: v.number(),
  exercise: v.string(),
  points: v.number(),
  marks: v.number(),
  /** Average share of the possible points: 0 to 1. */
  share: v.number(),
  hints: v.number(),
  wrong: v.number(),
})
export type MarkedExercise = v.InferOutput<typeof MarkedExercise>

export const MOST_EXERCISES = 50

/** Papers by students, most first; exercises with enough marks by `share`, least first. Students are not named. */
export const PracticeStatistics = v.object({ papers: v.array(SatPaper), exercises: v.array(MarkedExercise) })
export type PracticeStatistics = v.InferOutput<typeof PracticeStatistics>

export const getPracticeStatistics = route('GET /api/admin/practice', {
  access: 'owner',
  response: PracticeStatistics,
})

export const PublicationView = v.object({
  state: v.picklist(['never', 'requested', 'running', 'failed', 'published']),
  publishedAt: v.nullable(Timestamp),
  filesWritten: v.number(),
})
export type PublicationView = v.InferOutput<typeof PublicationView>

export const getPublication = route('GET /api/admin/publication', {
  access: 'owner',
  response: PublicationView,
})

export const orderPublication = route('POST /api/admin/publication', {
  access: 'owner',
  response: PublicationView,
  invalidates: [getPublication],
})
