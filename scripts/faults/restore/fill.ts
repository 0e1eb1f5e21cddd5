import { randomBytes, randomUUID } from 'node:crypto'
import { adminActor, auditEntry } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { openTable } from '#functions/data/client.ts'
import { createProgress } from '#functions/data/progress.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { tableShape } from '#functions/data/table-shape.ts'
import { createUsers } from '#functions/data/users.ts'
import { demoResources } from '#scripts/local/demo/resources.ts'
import { demoSubjects } from '#scripts/local/demo/subjects.ts'
import type { TestUsers } from '#scripts/local/test-support/users.ts'
import type { StoredItem } from '#scripts/operations/backup/stored-item.ts'
import { scanPages, writeItems } from '#scripts/operations/backup/stored-table.ts'
import type { StoredTable } from '#scripts/operations/stage-access.ts'
import { newProfile, type User } from '#shared/entities/user.ts'

const NOW = new Date('2026-03-01T10:00:00Z')

/**
 * Fills a table with so many items: what the product's own repositories write of accounts, subjects and resources is a
 * third to a half, and items with values of every type the rest.
 */
export async function fillTable(table: StoredTable, pool: TestUsers, items: number): Promise<void> {
  await addContent(table.name, pool, items)
  let there = 0
  for await (const page of scanPages(table)) there += page.items.length
  for (let from = there; from < items; from += CHUNK) {
    const length = Math.min(CHUNK, items - from)
    await writeItems(
      table,
      Array.from({ length }, (_, index) => ({ put: everyType(from + index) })),
    )
  }
}

const CHUNK = 500

async function addContent(name: string, pool: TestUsers, items: number): Promise<void> {
  const table = openTable(name)
  const [users, blocked, progress] = [createUsers(table), createBlockedEmails(table), createProgress(table)]
  try {
    await createSubjects(table).putAll(demoSubjects())
    await createResources(table).putAll(demoResources().slice(0, items / 60))
    // An account is some thirty items: one for each part of its address, and more.
    for (let index = 0; index < items / 200; index += 1) {
      const { id, email } = pool.enrol({ email: `eleve.${index}@exemple.test` })
      const user: User = { ...newProfile(id, email, NOW), isPremium: index % 3 === 0 }
      await users.createByOperator(user)
      if (index % 10 === 0) {
        const chapter = { userId: id, track: 'SM', theme: 'ondes', chapter: 1 } as const
        await progress.changeMarks(chapter, () => new Map([[randomUUID(), 'done']]), NOW)
      }
      if (index % 50 !== 1) continue
      const by = { email: 'proprietaire@exemple.test' }
      const change = { target: email, before: null, after: { reason: 'Essai', hasAccount: true } }
      const entry = auditEntry(adminActor(by), NOW, { action: 'CREATE_BLOCK', ...change })
      const block = { email, reason: 'Essai', blockedAt: NOW.toISOString(), blockedBy: by.email }
      await blocked.block(user, block, entry)
    }
  } finally {
    table.client.destroy()
  }
}

/** One in so many is near the 400 kB that an item may have. */
const LARGE_EVERY = 2_000
const EXPIRED_EVERY = 500

/** An item with values of every type, in their awkward forms; every so many has expired. */
function everyType(index: number): StoredItem {
  const size = index % LARGE_EVERY === 7 ? 350_000 : 40
  return {
    pk: { S: `TYPES#${index % 97}` },
    sk: { S: String(index) },
    text: { S: `ligne 1\nligne 2\u2028\u0000 « é » 🎓 ${index}` },
    empty: { S: '' },
    digits: { N: `${index + 1}2345678901234567890123456789`.slice(0, 38) },
    tiny: { N: '-1.5E-128' },
    huge: { N: '9.9999999999999999999999999999999999999E+125' },
    bytes: { B: new Uint8Array(randomBytes(size)) },
    noBytes: { B: new Uint8Array() },
    yes: { BOOL: true },
    none: { NULL: true },
    texts: { SS: ['b', 'a', `c${index}`] },
    numbers: { NS: ['3', '-1', '2.50'] },
    byteSet: { BS: [new Uint8Array([2, 255]), new Uint8Array([1])] },
    list: { L: [{ S: 'x' }, { N: '0' }, { L: [] }, { M: {} }] },
    map: {
      M: { B: { S: 'an attribute called B' }, BS: { L: [{ S: 'y' }] }, deep: { M: { n: { N: '1e3' } } } },
    },
    ...(index % EXPIRED_EVERY === 3 && { [tableShape.timeToLive]: { N: '1700000000' } }),
  }
}
