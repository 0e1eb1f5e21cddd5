import * as v from 'valibot'
import { Day, Instant } from '../../entities/fields.ts'
import { lastDayBefore } from './moroccan-day.ts'

/**
 * The instant after the last day, which answers contain and earlier versions stored, is accepted too: 23:00 UTC all
 * year round, which is in the same day whether Morocco is at UTC or an hour ahead.
 */
export const LastDay = v.pipe(
  v.string(),
  v.transform((text) => (v.is(Instant, text) ? lastDayBefore(new Date(text)) : text)),
  Day,
)
