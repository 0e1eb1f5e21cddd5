import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { blockEmail, unblockEmail } from '#shared/contract/admin/security.ts'
import { deleteUser, listUsers, setPremium } from '#shared/contract/admin/users.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

/** The accounts at the beginning: free, Premium without end, and Premium as earlier versions stored it. */
const BEGINNINGS: Partial<User>[] = [
  {},
  { isPremium: true, premiumUntil: null },
  { isPremium: true, premiumUntil: '2020-01-01T23:00:00.000Z' },
  { isPremium: true, premiumUntil: '2098-12-31T23:00:00.000Z' },
]

type Step = (user: User) => Promise<unknown>
const setTo =
  (body: object): Step =>
  ({ id }) =>
    admin.asOwner(setPremium, { params: { id }, body })
const block: Step = ({ email }) => admin.asOwner(blockEmail, { body: { email, reason: 'Compte partagé' } })
const unblock: Step = ({ email }) => admin.asOwner(unblockEmail, { params: { email } })
const remove: Step = ({ id }) => admin.asOwner(deleteUser, { params: { id } })
/** A deleted student signs up again. Cognito creates one account for two sign-ups at once. */
const signUps = new Map<string, Promise<void>>()
const signUpAgain: Step = ({ email }) => {
  const pending = signUps.get(email) ?? signUp(email).finally(() => signUps.delete(email))
  signUps.set(email, pending)
  return pending
}
async function signUp(email: string): Promise<void> {
  if (await standing(email)) return
  await site.stores.users.createProfile(newProfile(randomUUID(), email, new Date()))
}

const steps: Record<string, Step> = {
  given: setTo({ isPremium: true }),
  endless: setTo({ isPremium: true, until: null }),
  dated: setTo({ isPremium: true, until: '2098-12-31' }),
  paid: setTo({ isPremium: true, payment: { amount: 250, means: 'Espèces' } }),
  taken: setTo({ isPremium: false }),
  block,
  unblock,
  remove,
  signUpAgain,
}
/** Sequences of steps that run at once. */
const course = fc.array(fc.array(fc.constantFrom(...Object.keys(steps)), { minLength: 1, maxLength: 3 }), {
  maxLength: 6,
})

/** Returns the current account at an address. */
const standing = (email: string) => site.stores.users.findByEmail(email)

async function counted() {
  const { users } = await site.stores.counters.readAll()
  return { users, premium: await site.stores.users.countPremium(new Date()) }
}

test('keeps counts, lists, addresses and blocks in agreement with the accounts under any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...BEGINNINGS), course, async (beginning, rounds) => {
      const before = await counted()
      const user = await storeUser(site.store.table, beginning)
      for (const names of rounds) {
        const now = (await standing(user.email)) ?? user
        await Promise.all(names.map(async (name) => steps[name]?.(now)))
      }
      const after = await standing(user.email)
      const isBlocked = (await site.stores.blocked.find(user.email)) !== null
      // An address and its profile are blocked together or not at all.
      if (after) expect(after.blockedAt !== null).toBe(isBlocked)
      const isListed = after !== null && after.blockedAt === null
      const isCounted = isListed && isPremiumNow(after, new Date())
      expect(await counted()).toEqual({
        users: before.users + Number(isListed),
        premium: before.premium + Number(isCounted),
      })
      const found = await admin.asOwner(listUsers, { query: { search: user.email } })
      expect(idsOf(found.json)).toEqual(isListed ? [after.id] : [])
      const payers = await admin.asOwner(listUsers, { query: { state: 'premium', limit: '100' } })
      expect(idsOf(payers.json).includes(after?.id ?? user.id)).toBe(isCounted)
      // The next sequence begins without this account.
      if (isBlocked) await unblock(user)
      if (after) await remove(after)
      expect(await counted()).toEqual(before)
    }),
    COSTLY_RUNS,
  )
})

function idsOf(json: Record<string, unknown>): string[] {
  return (json.items as { id: string }[]).map(({ id }) => id)
}
