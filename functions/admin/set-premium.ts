import { grantPremium, isPremiumNow, type Offer, revokePremium } from '#shared/domain/premium.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import { assertChangeable } from '#shared/domain/roles.ts'
import type { User } from '#shared/domain/user.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import type { Users } from '../data/users.ts'
import type { Clock } from '../http/clock.ts'
import { getUser } from './get-user.ts'

export type SetPremiumDeps = {
  users: Pick<Users, 'find' | 'changePremium'>
  owners: readonly string[]
  offer: Offer
  clock: Clock
}

/**
 * Gives or takes Premium.
 * 1. Reads the user; owners, admins and oneself cannot be changed.
 * 2. A user who already is as wanted stays as he is: sending a change again has no second effect.
 * 3. Takes the end date from the offer when it is still to come (decision D30).
 * 4. Writes the change, its audit entry and the actor's counter as one.
 * @throws Refusal NOT_FOUND, OWNER_REQUIRED, CONFLICT when somebody else changed the user meanwhile
 */
export async function setPremium(
  deps: SetPremiumDeps,
  actor: User,
  id: string,
  wanted: boolean,
): Promise<User> {
  const before = await getUser(deps, id)
  assertChangeable(before, actor, deps.owners)
  const now = deps.clock.now()
  if (isAsWanted(before, wanted, now)) return before
  const state = wanted ? grantPremium(deps.offer, now) : revokePremium()
  const after = { ...before, ...state, updatedAt: now.toISOString() }
  try {
    await deps.users.changePremium(before, after, premiumEntry(actor, before, after, now))
    return after
  } catch (error) {
    return await sameChangeMeanwhile(deps, error, id, wanted)
  }
}

/** Two equal changes at once: the one that came second finds its work done. */
async function sameChangeMeanwhile(
  { users, clock }: SetPremiumDeps,
  error: unknown,
  id: string,
  wanted: boolean,
): Promise<User> {
  if (!(error instanceof Refusal) || error.code !== 'CONFLICT') throw error
  const current = await getUser({ users }, id)
  if (!isAsWanted(current, wanted, clock.now())) throw error
  return current
}

/** Premium that has run out is given anew; a flag that stands is taken even when it no longer holds. */
function isAsWanted(user: User, wanted: boolean, now: Date): boolean {
  return wanted ? isPremiumNow(user, now) : !user.isPremium
}

function premiumEntry(actor: User, before: User, after: User, now: Date) {
  const valuesOf = ({ isPremium, premiumUntil }: User) => ({ isPremium, premiumUntil })
  return auditEntry(adminActor(actor), now, {
    action: 'UPDATE_PREMIUM',
    target: before.email,
    before: valuesOf(before),
    after: valuesOf(after),
  })
}
