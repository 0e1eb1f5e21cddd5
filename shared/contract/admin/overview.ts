import * as v from 'valibot'
import { Timestamp } from '../../entities/fields.ts'
import { Subject } from '../../entities/subject.ts'
import { route } from '../route.ts'

/** Events of a week; `week` is its Monday, YYYY-MM-DD. */
export const WeekCount = v.object({ week: v.string(), signUps: v.number(), activations: v.number() })
export type WeekCount = v.InferOutput<typeof WeekCount>

/** Current figures for the owner's first page. */
export const Overview = v.object({
  users: v.number(),
  /** Accounts whose Premium is valid now. */
  premium: v.number(),
  resources: v.number(),
  subjects: v.number(),
  /** The papers that are missing in the years of the tables. */
  missingSubjects: v.array(v.pick(Subject, ['track', 'year', 'session'])),
  brokenDocuments: v.number(),
  /** Number of open payment requests. */
  paymentRequests: v.number(),
  /** Number of reported errors that no owner has decided about. */
  newReports: v.number(),
  /** Number of questions that no owner has answered; 0 while the settings turn questions off. */
  openQuestions: v.number(),
  /** Number of files in the inbox folder that wait for an owner's decision. */
  receivedFiles: v.number(),
  /** End of the last check of documents; null when there was none. */
  documentsCheckedAt: v.nullable(Timestamp),
  /** The last twelve weeks, oldest first. */
  weeks: v.array(WeekCount),
  /** Used cards and their price in all, by label, most first. */
  cardSales: v.array(v.object({ label: v.string(), used: v.number(), sum: v.number() })),
  /** True when the configured offer has ended. */
  isOfferOver: v.boolean(),
  /** Version of the server's time zone data, by which it knows Moroccan days, such as '2026c'; null when unknown. */
  timeZoneData: v.nullable(v.string()),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = route({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'owner',
  response: Overview,
})
