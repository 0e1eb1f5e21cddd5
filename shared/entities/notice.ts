import * as v from 'valibot'
import { Day, Timestamp } from './fields.ts'

/** Number of documents that one actor makes free in a day from which the other owners get a notice. */
export const FREED_FOR_NOTICE = 10

export const NoticeId = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\d-[\w-]{22}$/))

export const Notice = v.object({
  id: NoticeId,
  actor: v.string(),
  day: Day,
  first: Timestamp,
  last: Timestamp,
  documents: v.number(),
})
export type Notice = v.InferOutput<typeof Notice>

export const SAMPLE_NOTICE = { id: '2026-01-01-AbCdEfGhIjKlMnOpQrStUv', documents: 10 } as const
