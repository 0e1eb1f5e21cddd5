import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { getPersonalData } from '#shared/contract/account.ts'
import { getOverview } from '#shared/contract/admin/overview.ts'
import { listResources } from '#shared/contract/admin/resources.ts'
import { blockEmail, unblockEmail } from '#shared/contract/admin/security.ts'
import { deleteUser, listUsers, setPremium } from '#shared/contract/admin/users.ts'
import type { Route } from '#shared/contract/define-route.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { userKind } from '../data/stored-user.ts'
import { putMany } from '../data/table/write.ts'
import { createAdministration } from '../test-support/administration.ts'
import { resourceFixture } from '../test-support/content.ts'
import { storeUser, userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

// docs/access-patterns.md has the cost of each call; here it stays the same while the table grows.

const site = await startSite()
const admin = await createAdministration(site)
const { table } = site.store
afterAll(() => site.stop())

/** Stores students in batches as sign-ups would, since thousands of transactions would take minutes. */
async function enrolMany(count: number, isPremium: boolean): Promise<void> {
  const users = Array.from({ length: count }, () => {
    const id = randomUUID()
    return userFixture({ id, email: `e-${id.slice(0, 8)}@x.ma`, isPremium, lease: null })
  })
  await putMany(table, users.map(userKind.item))
}
const addMany = (count: number) =>
  site.stores.resources.putAll(
    Array.from({ length: count }, (_, index) =>
      resourceFixture({ title: 'Énoncé', createdAt: new Date(Date.UTC(2026, 0, 1) + index).toISOString() }),
    ),
  )
async function costOf(call: () => Promise<unknown>) {
  site.store.operations.clear()
  await call()
  return { operations: site.store.operations.list().toSorted(), ...site.store.units() }
}
async function costOfSecondPage(route: Route) {
  const first = await admin.asOwner(route, { query: { limit: '20' } })
  const query = { limit: '20', cursor: String(first.json.nextCursor) }
  let shown: unknown
  const cost = await costOf(async () => (shown = (await admin.asOwner(route, { query })).json.items))
  expect(shown).toHaveLength(20)
  return cost
}

test('a page costs the same with 100 and with thousands of accounts and resources', async () => {
  const costs = async () => [await costOfSecondPage(listUsers), await costOfSecondPage(listResources)]
  await enrolMany(100, true)
  await addMany(120)
  const few = await costs()
  await enrolMany(3_000, true)
  await addMany(800)
  expect(await costs()).toEqual(few)
})

test('the overview costs the same with any number of free accounts', async () => {
  const cost = () => costOf(() => admin.asOwner(getOverview))
  const few = await cost()
  await enrolMany(1_000, false)
  expect(await cost()).toEqual(few)
})

test('the data of an account cost the same however long the log is', async () => {
  const user = await site.enrol()
  const cost = () => costOf(() => site.call(getPersonalData, site.as(user)))
  const few = await cost()
  for (let count = 0; count < 50; count += 1)
    await admin.asOwner(setPremium, { params: { id: (await site.enrol()).id }, body: { isPremium: true } })
  expect(await cost()).toEqual(few)
})

site.store.bypassProxy()

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
