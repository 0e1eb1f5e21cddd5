import { randomUUID } from 'node:crypto'
import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { answerWith } from '#scripts/local/fake-service.ts'
import { daysBefore, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { claimantFixture, storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createAuditLog } from './audit.ts'
import { createCounters } from './counters.ts'
import { userKey } from './keys.ts'
import { createLeases } from './leases.ts'
import { createUsers } from './users.ts'

let store: TestTable
beforeEach(async () => {
  store = await startTable()
})
afterEach(() => store.stop())

const OWNER = 'owner@exemple.test'

function entryFor(user: User, id = randomUUID()): AuditEntry {
  return {
    id,
    createdAt: new Date().toISOString(),
    actor: { type: 'admin', email: OWNER },
    action: 'UPDATE_PREMIUM',
    target: user.email,
    before: { isPremium: user.isPremium },
    after: { isPremium: !user.isPremium },
  }
}

const madePremium = (user: User): User => ({
  ...user,
  isPremium: true,
  premiumUntil: '2026-07-10',
  updatedAt: new Date(Date.parse(user.updatedAt) + 1).toISOString(),
})

const signInOf = ({ id }: User) => claimantFixture(id)

describe('a change of Premium', () => {
  test('succeeds beside concurrent heartbeats on the same item', async () => {
    const users = createUsers(store.table)
    const leases = createLeases(store.table)
    const audit = createAuditLog(store.table)
    let user = await storeUser(store.table)
    for (let round = 0; round < 10; round += 1) {
      const after = { ...madePremium(user), isPremium: !user.isPremium }
      const at = new Date(Date.now() + round)
      await Promise.all([
        users.changePremium(user, after, entryFor(user)),
        ...Array.from({ length: 5 }, () => leases.renewLease(signInOf(user), user.lease?.id ?? '', at)),
      ])
      const stored = await users.find(user.id)
      expect(stored).toMatchObject({ ...after, lease: { id: user.lease?.id, lastActive: at.toISOString() } })
      if (stored) user = stored
    }
    expect(await audit.listActivity()).toMatchObject([{ count: 10 }])
  })

  test.each([
    { type: 'TransactionConflictException', operation: 'UpdateItem' },
    { type: 'TransactionInProgressException', operation: 'TransactWriteItems' },
  ])('is repeated after $type', async ({ type, operation }) => {
    const user = await storeUser(store.table)
    let failures = 3
    store.failWith((called) => {
      if (called !== operation || failures === 0) return undefined
      failures -= 1
      return { status: 400, type }
    })
    store.operations.clear()
    if (operation === 'UpdateItem')
      await createLeases(store.table).renewLease(signInOf(user), user.lease?.id ?? '', new Date())
    else await createUsers(store.table).changePremium(user, madePremium(user), entryFor(user))
    expect(store.operations.list()).toEqual(Array.from({ length: 4 }, () => operation))
  })
})

describe('an end of Premium that an earlier version stored as an instant', () => {
  const stored = { isPremium: true, premiumUntil: '2026-07-10T23:00:00.000Z' }

  test('is read as the last day, in profiles and in the list of ends', async () => {
    const users = createUsers(store.table)
    const { id } = await storeUser(store.table, stored)
    expect(await users.find(id)).toMatchObject({ isPremium: true, premiumUntil: '2026-07-10' })
    expect(await users.listPremiumEnds()).toEqual(['2026-07-10'])
  })

  test('is kept by other changes, and becomes a day when it is changed', async () => {
    const users = createUsers(store.table)
    const { id } = await storeUser(store.table, stored)
    const change = async (changes: Partial<User>) => {
      const user = await users.find(id)
      if (!user) throw new Error('The user is stored')
      const updatedAt = new Date(Date.parse(user.updatedAt) + 1).toISOString()
      await users.changePremium(user, { ...user, ...changes, updatedAt }, entryFor(user))
      const { Item } = await store.table.client.send(
        new GetCommand({ TableName: store.table.name, Key: userKey(id) }),
      )
      return Item?.['premiumUntil']
    }
    const payment = { amount: 250, means: 'Espèces', reference: '' }
    expect(await change({ payment })).toBe('2026-07-10T23:00:00.000Z')
    expect(await change({ premiumUntil: '2027-07-10' })).toBe('2027-07-10')
    expect(await users.find(id)).toMatchObject({ premiumUntil: '2027-07-10', payment })
  })
})

test.each([
  {
    clocks: 'an hour ahead of UTC',
    lastMoment: '2026-07-10T22:59:59.999Z',
    over: '2026-07-10T23:00:00.000Z',
  },
  { clocks: 'at UTC', lastMoment: '2026-10-10T23:59:59.999Z', over: '2026-10-11T00:00:00.000Z' },
])('counts Premium until the end of its last day, with clocks $clocks', async ({ lastMoment, over }) => {
  const users = createUsers(store.table)
  const day = lastMoment.slice(0, 10)
  const ends = [
    day,
    // The form in which earlier versions stored and imported it.
    `${day}T23:00:00.000Z`,
    `${day}T22:59:59.000Z`,
    over,
  ]
  const others = [null, daysBefore(day, -1), daysBefore(day, 1), `${daysBefore(day, 1)}T22:59:59.000Z`]
  for (const premiumUntil of [...ends, ...others])
    await storeUser(store.table, { isPremium: true, premiumUntil })
  const [later, earlier] = [2, 2]
  const counts = [startOfDay(day), new Date(lastMoment), new Date(over)].map((at) => users.countPremium(at))
  expect(await Promise.all(counts)).toEqual([ends.length + later, ends.length + later, later])
  expect(await users.countPremium(new Date(startOfDay(day).getTime() - 1))).toBe(
    ends.length + later + earlier,
  )
  const inMemory = (await users.listNewest({ limit: 100 })).items
  for (const at of [startOfDay(day), new Date(lastMoment), new Date(over)])
    expect(await users.countPremium(at)).toBe(inMemory.filter((user) => isPremiumNow(user, at)).length)
})

describe('profiles', () => {
  test('that are missing are listed, also when the store answers in parts', async () => {
    const users = createUsers(store.table)
    const known = [await storeUser(store.table), await storeUser(store.table)].map(({ id }) => id)
    const unknown = [randomUUID(), randomUUID()]
    const asked = [...known, ...unknown]
    expect(await users.listMissing([])).toEqual([])
    expect(await users.listMissing(asked)).toEqual(unknown)

    const keys = asked.map((id) => ({ pk: { S: `USER#${id}` }, sk: { S: 'PROFILE' } }))
    let refusals = 2
    store.failWith(() => {
      refusals -= 1
      if (refusals < 0) return undefined
      return answerWith({ Responses: {}, UnprocessedKeys: { [store.table.name]: { Keys: keys } } })
    })
    expect(await users.listMissing(asked)).toEqual(unknown)
    refusals = Number.POSITIVE_INFINITY
    await expect(users.listMissing(asked)).rejects.toMatchObject({ code: 'TEMPORARILY_UNAVAILABLE' })
  })

  test('are removed and counted out once, unless they changed since they were read', async () => {
    const users = createUsers(store.table)
    const student = await storeUser(store.table)
    const blocked = await storeUser(store.table, { blockedAt: student.createdAt })
    expect(await createCounters(store.table).countUsers()).toBe(1)
    const removed = await Promise.all(Array.from({ length: 5 }, () => users.removeProfile(student)))
    expect(removed.filter((result) => result === 'written')).toHaveLength(1)
    expect(await users.find(student.id)).toBeNull()
    expect(await users.removeProfile({ ...blocked, updatedAt: 'earlier' })).toBe('overtaken')
    expect(await users.removeProfile(blocked)).toBe('written')
    expect(await createCounters(store.table).countUsers()).toBe(0)
  })
})
