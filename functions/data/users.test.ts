import { daysBefore, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import type { User } from '#shared/entities/user.ts'
import { wipe } from '../test-support/content.ts'
import { claimantFixture, storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { auditEntry, createAuditLog, SYSTEM } from './audit.ts'
import { createDeletions } from './deletions.ts'
import { deletionKey, reportId, userKey } from './keys.ts'
import { createLeases } from './leases.ts'
import { createQuestions } from './questions.ts'
import { readOne } from './table/read.ts'
import { createUsers } from './users.ts'

let store: TestTable
let users: ReturnType<typeof createUsers>
beforeAll(async () => {
  store = await startTable()
  users = createUsers(store.table)
})
beforeEach(() => wipe(store.table, /^USER#/))
afterEach(() => store.failWith(null))
afterAll(() => store.stop())

const owner = { type: 'admin', email: 'owner@exemple.test' } as const
const entryFor = ({ email: target }: User) =>
  auditEntry(owner, new Date(), { action: 'UPDATE_PREMIUM', target, before: null, after: null })

const changed = (user: User, changes: Partial<User>): User => ({
  ...user,
  ...changes,
  updatedAt: new Date(Date.parse(user.updatedAt) + 1).toISOString(),
})
const renew = ({ id, lease }: User, at = new Date()) =>
  createLeases(store.table).renewLease(claimantFixture(id), lease?.id ?? '', at)

test('a change of Premium succeeds beside concurrent heartbeats on the same item', async () => {
  let user = await storeUser(store.table)
  for (let round = 1; round <= 3; round += 1) {
    const after = changed(user, { isPremium: !user.isPremium, premiumUntil: '2026-07-10' })
    const at = new Date(Date.now() + round)
    await Promise.all([
      users.changePremium(user, after, entryFor(user)),
      ...Array.from({ length: 5 }, () => renew(user, at)),
    ])
    const stored = await users.find(user.id)
    expect(stored).toMatchObject({ ...after, lease: { id: user.lease?.id, lastActive: at.toISOString() } })
    if (stored) user = stored
  }
  expect(await createAuditLog(store.table).listActivity()).toMatchObject([{ count: 3 }])
})

test.each([
  ['TransactionConflictException', 'UpdateItem', renew],
  [
    'TransactionInProgressException',
    'TransactWriteItems',
    (user: User) => users.changePremium(user, changed(user, { isPremium: true }), entryFor(user)),
  ],
] as const)('a write is repeated after %s', async (type, operation, change) => {
  const user = await storeUser(store.table)
  let failures = 3
  store.failWith((called) => {
    if (called !== operation || failures === 0) return undefined
    failures -= 1
    return { status: 400, type }
  })
  store.operations.clear()
  await change(user)
  expect(store.operations.list()).toEqual(Array(4).fill(operation))
})

test('an end of Premium that an earlier version stored as an instant is a day, and stored so by a change', async () => {
  const stored = '2026-07-10T23:00:00.000Z'
  const { id } = await storeUser(store.table, { isPremium: true, premiumUntil: stored })
  expect(await users.find(id)).toMatchObject({ isPremium: true, premiumUntil: '2026-07-10' })
  expect(await users.listPremiumEnds()).toEqual(['2026-07-10'])
  const change = async (changes: Partial<User>) => {
    const user = (await users.find(id)) as User
    await users.changePremium(user, changed(user, changes), entryFor(user))
    return readOne(store.table, { key: userKey(id), parse: (item) => item?.['premiumUntil'] })
  }
  const payment = { amount: 250, means: 'Espèces', reference: '' }
  expect(await change({ payment })).toBe(stored)
  expect(await change({ premiumUntil: '2027-07-10' })).toBe('2027-07-10')
  expect(await users.find(id)).toMatchObject({ premiumUntil: '2027-07-10', payment })
})

test.each([
  ['an hour ahead of UTC', '2026-07-10T22:59:59.999Z', '2026-07-10T23:00:00.000Z'],
  ['at UTC', '2026-10-10T23:59:59.999Z', '2026-10-11T00:00:00.000Z'],
])('counts Premium until the end of its last day, with clocks %s', async (_, lastMoment, over) => {
  const day = lastMoment.slice(0, 10)
  const [dayBefore, nextDay] = [daysBefore(day, 1), daysBefore(day, -1)]
  // Earlier versions stored and imported instants.
  const ends = [day, `${day}T23:00:00.000Z`, `${day}T22:59:59.000Z`, over]
  for (const premiumUntil of [...ends, null, nextDay, dayBefore, `${dayBefore}T22:59:59.000Z`])
    await storeUser(store.table, { isPremium: true, premiumUntil })
  const begins = startOfDay(day)
  const instants = [new Date(begins.getTime() - 1), begins, new Date(lastMoment), new Date(over)]
  const counts = await Promise.all(instants.map(users.countPremium))
  expect(counts).toEqual([8, 6, 6, 2])
  const { items } = await users.listNewest({ limit: 100 })
  expect(counts).toEqual(instants.map((at) => items.filter((user) => isPremiumNow(user, at)).length))
})

const now = new Date('2026-03-01T10:00:00.000Z')

const expiryOf = (userId: string) =>
  readOne(store.table, { key: deletionKey(userId), parse: (item) => item?.['expiresAt'] })

test('remembers a deletion until it is done, and for two days after that', async () => {
  const user = await storeUser(store.table)
  const deletions = createDeletions(store.table)
  const change = { action: 'DELETE_USER', target: user.email, before: null, after: null } as const
  await users.beginDeletion(user, auditEntry(SYSTEM, now, change))
  expect(await deletions.listRemembered()).toEqual([{ userId: user.id, isDone: false }])
  expect(await expiryOf(user.id)).toBeUndefined()
  await deletions.finish(user.id, now)
  expect(await deletions.listRemembered()).toEqual([{ userId: user.id, isDone: true }])
  expect(await expiryOf(user.id)).toBe(Date.parse('2026-03-03T10:00:00.000Z') / 1000)
})

test('lets no answer of the account be published from its beginning on', async () => {
  const user = await storeUser(store.table)
  const questions = createQuestions(store.table)
  const answered = {
    ...sampleQuestion,
    id: reportId(user.id, 'q'.repeat(22)),
    userId: user.id,
    answer: 'Une réponse',
    answerHtml: '<p>Une réponse</p>',
    answeredAt: sampleQuestion.createdAt,
  }
  await questions.putAll([answered])
  const change = { target: user.email, before: null, after: null } as const
  const deletion = auditEntry(SYSTEM, now, { ...change, action: 'DELETE_USER' })
  await users.beginDeletion(user, deletion)
  const publication = { id: 'p-late', text: 'Une question ?' }
  const published = { ...answered, publication, updatedAt: now.toISOString() }
  const entry = auditEntry(SYSTEM, now, { ...change, action: 'UPDATE_QUESTION' })
  const [question, account] = [
    { before: answered, after: published },
    { before: user, after: user },
  ]
  expect(await questions.replace(question, account, entry)).toBe('conflict')
  expect(await questions.listPublished()).toEqual([])
})
