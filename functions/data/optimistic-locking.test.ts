import { randomUUID } from 'node:crypto'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { resourceFixture, subjectFixture } from '../test-support/content.ts'
import { claimantFixture, storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { auditEntry, createAuditLog, SYSTEM } from './audit.ts'
import { createBlockedEmails } from './blocked.ts'
import { createLeases } from './leases.ts'
import { createResources } from './resources.ts'
import { createSubjects } from './subjects.ts'
import type { WriteResult } from './table/write.ts'
import { createUsers } from './users.ts'

let store: TestTable
let users: ReturnType<typeof createUsers>
beforeAll(async () => {
  store = await startTable()
  users = createUsers(store.table)
})
afterAll(() => store.stop())

const now = new Date('2026-02-01T00:00:00.000Z')
const entry = (at = now) =>
  auditEntry(SYSTEM, at, { action: 'UPDATE_SUBJECT', target: 'test', before: null, after: null })
const countEntries = async () => (await createAuditLog(store.table).listActivity())[0]?.count ?? 0

type Documented = Subject | Resource
type Repository = {
  putAll(documents: readonly Documented[]): Promise<void>
  replace(before: Documented, after: Documented, log: ReturnType<typeof entry>): Promise<WriteResult>
  remove(document: Documented, log: ReturnType<typeof entry>): Promise<WriteResult>
}

const edited = <D extends Documented>(before: D, changes: Partial<Documented>): D => ({
  ...before,
  ...changes,
  updatedAt: laterThan(before.updatedAt, now),
})

describe.each([
  ['subject', createSubjects, () => subjectFixture(), { isFree: true }],
  ['resource', createResources, () => resourceFixture(), { title: 'Autre titre' }],
] as const)('an edit of a %s', (_, createRepository, create, change) => {
  test('is not lost when a stale copy is written', async () => {
    const repository = createRepository(store.table) as unknown as Repository
    const before = create()
    await repository.putAll([before])
    const count = await countEntries()
    expect(await repository.replace(before, edited(before, change), entry())).toBe('written')
    const stale = edited(before, { version: randomUUID() })
    expect(await repository.replace(before, stale, entry())).toBe('conflict')
    expect(await repository.remove(before, entry())).toBe('conflict')
    expect(await countEntries()).toBe(count + 1)
  })
})

describe('a user', () => {
  const blockOf = ({ email }: User) => {
    return { email, reason: 'Fraude', blockedAt: now.toISOString(), blockedBy: 'SYSTEM' }
  }

  test('is neither changed nor deleted by a stale copy', async () => {
    const stale = await storeUser(store.table)
    const current = { ...stale, isPremium: true, updatedAt: laterThan(stale.updatedAt, now) }
    await users.changePremium(stale, current, entry())
    const count = await countEntries()
    expect(await users.changePremium(stale, { ...current, isPremium: false }, entry())).toBe('conflict')
    expect(await users.beginDeletion(stale, entry())).toBe('conflict')
    expect(await users.find(stale.id)).toEqual(current)
    expect(await countEntries()).toBe(count)
  })

  test('loses its lease by a block, also one that was claimed since the read', async () => {
    const user = await storeUser(store.table, { lease: null })
    const ids = { ownSessionId: undefined, newSessionId: randomUUID(), deviceChangesPerDay: 12 }
    await createLeases(store.table).claimLease(claimantFixture(user.id), ids, now)
    expect(await createBlockedEmails(store.table).block(user.id, blockOf(user), entry())).toBe('written')
    expect(await users.find(user.id)).toMatchObject({ blockedAt: now.toISOString(), lease: null })
  })

  test('is not changed by a copy that was read before a block or an unblock', async () => {
    const blocked = createBlockedEmails(store.table)
    const user = await storeUser(store.table)
    const block = blockOf(user)
    await blocked.block(user.id, block, entry())
    expect(await users.beginDeletion(user, entry())).toBe('conflict')
    const during = (await users.find(user.id)) as User
    const found = await blocked.findWithAccount(user.email)
    expect(await blocked.unblock(found, block, entry())).toBe('conflict')
    expect(await blocked.unblock(found, block, entry(new Date(now.getTime() + 1)))).toBe('written')
    expect(await users.beginDeletion(during, entry())).toBe('conflict')
    expect(await users.find(user.id)).toMatchObject({ blockedAt: null })
  })
})

test('writes more resources than one batch takes, sends the rest again, and reads a chapter in one query', async () => {
  const resources = createResources(store.table)
  const chapter = { theme: 'electricite', chapter: 'Dipôle RC' } as const
  const many = Array.from({ length: 40 }, (_, index) =>
    resourceFixture({ ...chapter, year: String(2000 + (index % 20)) }),
  )
  let refusals = 2
  store.failWith((operation) => {
    if (operation !== 'BatchWriteItem' || refusals === 0) return undefined
    refusals -= 1
    return { status: 400, type: 'ThrottlingException' }
  })
  await resources.putAll([...many, resourceFixture({ ...chapter, chapter: 'Dipôle RL' })])
  store.operations.clear()
  const listed = await resources.listChapter('SM', 'electricite', 1)
  expect(store.operations.list()).toEqual(['Query'])
  const years = many.map(({ year }) => year)
  expect(listed.map(({ year }) => year)).toEqual(years.toSorted().toReversed())
  expect(JSON.stringify(listed)).not.toContain('fileId')
  expect(await resources.listChapter('SM', 'electricite', 2)).toHaveLength(1)
})
