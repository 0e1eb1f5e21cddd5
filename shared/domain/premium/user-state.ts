import type * as v from 'valibot'
import { choice } from '../../entities/fields.ts'
import type { User } from '../../entities/user.ts'
import { daysBefore, moroccanDay } from '../days/moroccan-day.ts'
import { isPremiumNow } from './premium.ts'

export const userStateLabels = {
  premium: 'Premium',
  ending: 'Premium, fin dans les 30 jours',
  ended: 'Premium terminé',
  never: 'Jamais Premium',
  request: 'Demande en attente',
}
export const UserState = choice(userStateLabels)
export type UserState = v.InferOutput<typeof UserState>

/** Premium that ends at most this many days from today is ending. */
const ENDING_DAYS = 30

/** Returns whether an account is in a part of the list at `now`. Premium that an owner took back was never there. */
export function isInState(
  user: Pick<User, 'isPremium' | 'premiumUntil' | 'openPaymentRequest'>,
  state: UserState,
  now: Date,
): boolean {
  const { isPremium, premiumUntil } = user
  switch (state) {
    case 'premium':
      return isPremiumNow(user, now)
    case 'ending':
      return (
        isPremiumNow(user, now) &&
        premiumUntil !== null &&
        premiumUntil <= daysBefore(moroccanDay(now), -ENDING_DAYS)
      )
    case 'ended':
      return isPremium && !isPremiumNow(user, now)
    case 'never':
      return !isPremium
    case 'request':
      return user.openPaymentRequest !== null
  }
}
