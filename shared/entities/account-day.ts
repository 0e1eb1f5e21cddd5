import * as v from 'valibot'
import { Day } from './fields.ts'

export const AccountDay = v.object({
  day: Day,
  /** Number of different Premium documents that were opened. */
  documents: v.number(),
  deviceChanges: v.number(),
  networks: v.number(),
  /** Names of browsers, such as 'Chrome sur Android', in no order. */
  browsers: v.array(v.string()),
  /** True when two networks alternated more often than for a phone that moves between wifi and mobile data. */
  networksAlternate: v.boolean(),
  /** True when a figure has reached its threshold. Owners see such days. */
  standsOut: v.boolean(),
})
export type AccountDay = v.InferOutput<typeof AccountDay>

/** The figures of a day by which an account may stand out. */
export const WATCHED_FIGURES = [
  'documents',
  'deviceChanges',
  'networks',
] as const satisfies (keyof AccountDay)[]
export type WatchedFigures = Pick<AccountDay, (typeof WATCHED_FIGURES)[number]>
