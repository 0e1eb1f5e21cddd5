import * as v from 'valibot'
import { Day, Timestamp } from './fields.ts'

/** Documents that one actor made free in a day; so many are worth a notice to the other owners. */
export const FREED_FOR_NOTICE = 10

export const NoticeId = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d-[\w-]{22}$/))

/** Many documents that became free on one day, as the other owners are told. */
export const Notice = v.object({
  id: NoticeId,
  /** An address, or SYSTEM. */
  actor: v.string(),
  /** In Morocco. */
  day: Day,
  /** Of the first and the last change. */
  first: Timestamp,
  last: Timestamp,
  documents: v.number(),
})
export type Notice = v.InferOutput<typeof Notice>
