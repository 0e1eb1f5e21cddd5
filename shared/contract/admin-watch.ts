import * as v from 'valibot'
import { AccountDay } from '../entities/account-day.ts'
import { Email, UserId } from '../entities/fields.ts'
import { route } from './route.ts'

const Figures = v.omit(AccountDay, ['browsers', 'standsOut'])

/** An account of which at least one day stands out: its most conspicuous day, and all its days, oldest first. */
export const WatchedAccount = v.object({
  userId: UserId,
  email: Email,
  ...Figures.entries,
  days: v.array(Figures),
})
export type WatchedAccount = v.InferOutput<typeof WatchedAccount>

const DAYS = 'Le nombre de jours doit être de 1 à 90'

/**
 * The accounts that stand out in the last days, the most conspicuous first, at most 50; today is one of the days. Blocked
 * accounts are left out.
 */
export const listWatched = route({
  method: 'GET',
  path: '/api/admin/watch',
  access: 'owner',
  capability: 'admin',
  query: v.object({
    days: v.optional(
      v.pipe(
        v.union([v.string(), v.number()], DAYS),
        v.transform(Number),
        v.integer(DAYS),
        v.minValue(1, DAYS),
        v.maxValue(90, DAYS),
      ),
      7,
    ),
  }),
  response: v.object({ items: v.array(WatchedAccount) }),
})
