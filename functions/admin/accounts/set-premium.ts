import { assertChangeable } from '#shared/domain/accounts/roles.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Offer } from '#shared/domain/premium/offer.ts'
import {
  type Grant,
  grantPremium,
  isPremiumNow,
  isSamePremium,
  type PremiumState,
  revokePremium,
  withPremium,
} from '#shared/domain/premium/premium.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit-entry.ts'
import { answerOvertaken } from '../../data/overtaken.ts'
import type { Deps } from '../../http/deps.ts'
import { count } from '../../http/metrics.ts'
import { findListedUser } from './users.ts'

type WantedPremium = Grant & { isPremium: boolean }

/**
 * Gives or takes Premium, or changes its end or its payment.
 * 1. Owners, admins and oneself cannot be changed.
 * 2. A change that is already made writes nothing.
 * 3. Without an end date, the offer's is taken. When the offer is over, the dashboard demands a date, and a call
 *    without one gives Premium without end.
 * 4. Writes the change, its audit entry and the count of activations as one.
 * @throws DomainError NOT_FOUND, OWNER_REQUIRED, INVALID_REQUEST for a day that is past, CONFLICT
 */
export async function setPremium(
  deps: Pick<Deps, 'users' | 'owners' | 'settings' | 'clock'>,
  actor: User,
  id: string,
  wanted: WantedPremium,
): Promise<User> {
  const [before, offer] = await Promise.all([findListedUser(deps, id), deps.settings.read()])
  assertChangeable(before, actor, deps.owners)
  const now = deps.clock.now()
  const state = stateOf(before, wanted, offer, now)
  if (isSamePremium(before, state)) return before
  if (wanted.isPremium && !isPremiumNow(state, now)) throw untilFault('Cette date est déjà passée')
  const after = withPremium(before, state, now)
  const result = await deps.users.changePremium(before, after, premiumEntry(actor, before, after, now))
  if (result === 'overtaken')
    return answerOvertaken(
      () => findListedUser(deps, id),
      (stored) => isSamePremium(stored, stateOf(stored, wanted, offer, deps.clock.now())),
    )
  count('PremiumChanges')
  return after
}

function stateOf(
  before: User,
  { isPremium, ...grant }: WantedPremium,
  offer: Offer,
  now: Date,
): PremiumState {
  if (isPremium) return grantPremium(before, grant, offer, now)
  return before.isPremium ? revokePremium(before) : before
}

function untilFault(message: string): DomainError {
  return new DomainError('INVALID_REQUEST', { errors: [{ path: 'until', message }] })
}

function premiumEntry(actor: User, before: User, after: User, now: Date) {
  return auditEntry(adminActor(actor), now, {
    action: 'UPDATE_PREMIUM',
    target: before.email,
    before: premiumValues(before),
    after: premiumValues(after),
  })
}
