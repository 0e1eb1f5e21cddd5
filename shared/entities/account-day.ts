import * as v from 'valibot'
import { Day } from './fields.ts'

/** What an account did on one day in Morocco. */
export const AccountDay = v.object({
  day: Day,
  /** How many documents with a price were opened; the same one again does not count. */
  documents: v.number(),
  /** How often another browser took the session over. */
  deviceChanges: v.number(),
  /** From how many networks. */
  networks: v.number(),
  /** From which browsers, such as 'Chrome sur Android', in no order. */
  browsers: v.array(v.string()),
  /** Whether two networks took turns more often than a phone that moves between wifi and mobile data. */
  networksAlternate: v.boolean(),
  /** Whether a figure has reached its threshold; the owners see such days. */
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
