import * as v from 'valibot'
import { Day, Timestamp } from './fields.ts'

/** Number of documents that one actor makes free in a day from which the other owners get a notice. */
export const FREED_FOR_NOTICE = 10

export const NoticeId = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d-[\w-]{22}$/))

/** A notice to the other owners about many documents that became free on one day. */
export const Notice = v.object({
  id: NoticeId,
  /** An address, or SYSTEM. */
  actor: v.string(),
  /** Moroccan day. */
  day: Day,
  /** Times of the first and the last change. */
  first: Timestamp,
  last: Timestamp,
  documents: v.number(),
})
export type Notice = v.InferOutput<typeof Notice>

/** The notice that the sample request is about. */
export const SAMPLE_NOTICE = { id: '2026-01-01-AbCdEfGhIjKlMnOpQrStUv', documents: 10 } as const
