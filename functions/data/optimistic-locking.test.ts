import { randomUUID } from 'node:crypto'
import { laterThan } from '#shared/domain/days/instant.ts'
import type { Resource } from '#shared/entities/resource.ts'
import type { Subject } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { resourceFixture, subjectFixture } from '../test-support/content.ts'
import { claimantFixture, storeUser } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createAuditLog } from './audit.ts'
import { auditEntry, SYSTEM } from './audit-entry.ts'
import { createBlockedEmails } from './blocked.ts'
import { createDocumentHealth } from './document-health.ts'
import { createDocuments } from './documents.ts'
import { createLeases } from './leases.ts'
import { createResources } from './resources.ts'
import { createSubjects } from './subjects.ts'
import type { WriteResult } from './table/write.ts'
import { createUsers } from './users.ts'

let store: TestTable
beforeEach(async () => {
  store = await startTable()
})
afterEach(() => store.stop())

const now = new Date('2026-02-01T00:00:00.000Z')
const entry = () =>
  auditEntry(SYSTEM, now, { action: 'UPDATE_SUBJECT', target: 'test', before: null, after: null })
const countEntries = async () => (await createAuditLog(store.table).listActivity())[0]?.count ?? 0

type Documented = Subject | Resource

/** Repositories of documents with a stored document and an edit that does not change its file. */
const documents = {
  subject: () => {
    const before = subjectFixture()
    return { repository: createSubjects(store.table), before, id: 'bac-SM-2024-Normale', other: { size: 1 } }
  },
  resource: () => {
    const before = resourceFixture()
    return {
      repository: createResources(store.table),
      before,
      id: before.id,
      other: { title: 'Autre titre' },
    }
  },
}
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

describe.each(Object.entries(documents))('an edit of a %s', (_, prepare) => {
  async function prepared() {
    const { repository, ...rest } = prepare()
    const changes = repository as unknown as Repository
    await changes.putAll([rest.before])
    return { ...rest, changes }
  }
  const find = (id: string) => createDocuments(store.table).find(id)

  test('is not lost when a stale copy is written', async () => {
    const { changes, before, other } = await prepared()
    expect(await changes.replace(before, edited(before, other), entry())).toBe('written')
    const stale = edited(before, { version: randomUUID() })
    expect(await changes.replace(before, stale, entry())).toBe('overtaken')
    expect(await changes.remove(before, entry())).toBe('overtaken')
    expect(await countEntries()).toBe(1)
  })

  test('keeps the size that was stored since the read', async () => {
    const { changes, before, id } = await prepared()
    const document = await find(id)
    if (!document) throw new Error('not stored')
    await createDocumentHealth(store.table).noteSize(document, { size: 77, pages: 3 })
    expect(await changes.replace(before, edited(before, {}), entry())).toBe('written')
    expect(await find(id)).toMatchObject({ size: 77, pages: 3 })
  })

  test('removes the size of a replaced file', async () => {
    const { changes, before, id } = await prepared()
    const document = await find(id)
    if (!document) throw new Error('not stored')
    await createDocumentHealth(store.table).noteSize(document, { size: 77, pages: 3 })
    const after = edited(before, { version: randomUUID(), size: null, pages: null })
    expect(await changes.replace({ ...before, size: null, pages: null }, after, entry())).toBe('written')
    expect(await find(id)).toMatchObject({ size: null, pages: null, version: after.version })
  })
})

test('removes a resource from the list of free videos when it is no longer free', async () => {
  const resources = createResources(store.table)
  const before = resourceFixture({ isFree: true, type: 'video' })
  await resources.putAll([before])
  expect(await resources.replace(before, edited(before, { isFree: false }), entry())).toBe('written')
  expect(await resources.listFreeVideos()).toEqual([])
})

describe('a user', () => {
  const premiumOf = (user: Awaited<ReturnType<typeof storeUser>>) => ({
    ...user,
    isPremium: true,
    updatedAt: laterThan(user.updatedAt, now),
  })

  test.each(['changePremium', 'beginDeletion'] as const)(
    'is not changed by %s on a stale copy',
    async (change) => {
      const users = createUsers(store.table)
      const stale = await storeUser(store.table)
      const current = premiumOf(stale)
      await users.changePremium(stale, current, entry())
      const attempts = {
        changePremium: () => users.changePremium(stale, premiumOf(stale), entry()),
        beginDeletion: () => users.beginDeletion(stale, entry()),
      }
      expect(await attempts[change]()).toBe('overtaken')
      expect(await users.find(stale.id)).toEqual(current)
      expect(await countEntries()).toBe(1)
    },
  )

  test('loses its lease by a block, also one that was claimed since the read', async () => {
    const users = createUsers(store.table)
    const user = await storeUser(store.table, { lease: null })
    await createLeases(store.table).claimLease(
      claimantFixture(user.id),
      { ownSessionId: undefined, newSessionId: randomUUID(), deviceChangesPerDay: 12 },
      now,
    )
    const block = { email: user.email, reason: 'Fraude', blockedAt: now.toISOString(), blockedBy: 'SYSTEM' }
    expect(await createBlockedEmails(store.table).block(user.id, block, entry())).toBe('written')
    expect(await users.find(user.id)).toMatchObject({ blockedAt: now.toISOString(), lease: null })
  })

  test('is not changed by a copy that was read before a block or an unblock', async () => {
    const users = createUsers(store.table)
    const blocked = createBlockedEmails(store.table)
    const user = await storeUser(store.table)
    const block = { email: user.email, reason: 'Fraude', blockedAt: now.toISOString(), blockedBy: 'SYSTEM' }
    const later = { ...entry(), createdAt: laterThan(now.toISOString(), now) }
    const attempt = async (stale: User) => expect(await users.beginDeletion(stale, entry())).toBe('overtaken')
    await blocked.block(user.id, block, entry())
    await attempt(user)
    const during = await users.find(user.id)
    const found = await blocked.findWithAccount(user.email)
    expect(await blocked.unblock(found, block, entry())).toBe('overtaken')
    expect(await blocked.unblock(found, block, later)).toBe('written')
    if (during) await attempt(during)
    expect(await users.find(user.id)).toMatchObject({ blockedAt: null })
  })
})
