import * as v from 'valibot'
import { LONGEST_RETENTION } from '../../domain/retention.ts'
import { AccountDay } from '../../entities/account-day.ts'
import { Email, UserId } from '../../entities/fields.ts'
import { queryNumber } from '../query.ts'
import { route } from '../route.ts'

/** A day, with the number of its browsers instead of their names. */
const Figures = v.object({ ...v.omit(AccountDay, ['standsOut']).entries, browsers: v.number() })

/** An account with at least one day that stands out: its most conspicuous day, and all its days, oldest first. */
export const WatchedAccount = v.object({
  userId: UserId,
  email: Email,
  /** True for admins and owners, who cannot be blocked. */
  isAdmin: v.boolean(),
  ...Figures.entries,
  days: v.array(Figures),
})
export type WatchedAccount = v.InferOutput<typeof WatchedAccount>

const DAYS = `Le nombre de jours doit être de 1 à ${LONGEST_RETENTION.accountDays}`

/**
 * Lists the accounts that stand out in the last days, including today, the most conspicuous first, at most 50, without
 * blocked ones.
 */
export const listWatched = route({
  method: 'GET',
  path: '/api/admin/watch',
  access: 'owner',
  query: v.object({ days: v.optional(queryNumber(1, LONGEST_RETENTION.accountDays, DAYS), 7) }),
  response: v.object({ items: v.array(WatchedAccount) }),
})
