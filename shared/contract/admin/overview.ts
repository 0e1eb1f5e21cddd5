import * as v from 'valibot'
import { Timestamp } from '../../entities/fields.ts'
import { Subject } from '../../entities/subject.ts'
import { route } from '../route.ts'

/** What happened in a week; `week` is its Monday, YYYY-MM-DD. */
export const WeekCount = v.object({ week: v.string(), signUps: v.number(), activations: v.number() })
export type WeekCount = v.InferOutput<typeof WeekCount>

/** Live figures for the owner's first look. */
export const Overview = v.object({
  users: v.number(),
  /** Accounts whose Premium holds now. */
  premium: v.number(),
  resources: v.number(),
  subjects: v.number(),
  /** The papers that are missing from the years that the tables show. */
  missingSubjects: v.array(v.pick(Subject, ['track', 'year', 'session'])),
  brokenDocuments: v.number(),
  /** Payments that students have declared and that wait for a decision. */
  paymentRequests: v.number(),
  /** When the documents were last looked through; null: never. */
  documentsCheckedAt: v.nullable(Timestamp),
  /** The last twelve weeks, oldest first. */
  weeks: v.array(WeekCount),
  /** Cards that were used, and what they cost, by their place of sale, most first. */
  cardSales: v.array(v.object({ label: v.string(), used: v.number(), sum: v.number() })),
  /** Whether the configured offer has ended. */
  isOfferOver: v.boolean(),
  /** The version of the time zone data by which the server knows the days of Morocco, such as '2026c'; null: unknown. */
  timeZoneData: v.nullable(v.string()),
})
export type Overview = v.InferOutput<typeof Overview>

export const getOverview = route({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'owner',
  capability: 'admin',
  response: Overview,
})
