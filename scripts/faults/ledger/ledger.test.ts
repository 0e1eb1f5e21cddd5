import { randomUUID } from 'node:crypto'
import { resourceValues as valuesOf } from '#functions/admin/views.ts'
import { adminActor, auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { createUsers } from '#functions/data/users.ts'
import { resourceFixture, subjectFixture } from '#functions/test-support/content.ts'
import { userFixture } from '#functions/test-support/people.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { subjectId } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { checkDerived } from './derived.ts'
import { type Item, readItems } from './items.ts'
import { type Ledger, openLedger, readOn } from './ledger.ts'
import { differencesOf, entriesOf, modelOf } from './model.ts'
import { replay } from './replay.ts'

const actor = adminActor({ email: 'proprietaire@panne.bac' })
const subject = subjectFixture()
const resource = resourceFixture()

let store: TestTable
let start: Ledger
let items: Item[]
let blocked: User
let premium: User

/** A little of everything, made by the repositories as the functions make it. */
beforeAll(async () => {
  store = await startTable()
  const { table } = store
  blocked = userFixture({ email: 'bloque@panne.bac', lease: null })
  await createUsers(table).createProfile(blocked)
  start = await openLedger(table)

  premium = userFixture({ email: 'premium@panne.bac', lease: null })
  await createUsers(table).createProfile(
    premium,
    auditEntry(SYSTEM, new Date(), {
      action: 'CREATE_USER',
      target: premium.email,
      before: null,
      after: { isPremium: false, createdAt: premium.createdAt },
    }),
  )
  await givePremium(premium)
  await block(blocked)
  await createSubjects(table).add(
    subject,
    auditEntry(actor, new Date(), {
      action: 'CREATE_SUBJECT',
      target: subjectId(subject),
      before: null,
      after: {
        track: subject.track,
        year: subject.year,
        session: subject.session,
        file: subject.file.fileId,
      },
    }),
  )
  await createResources(table).add(
    resource,
    auditEntry(actor, new Date(), {
      action: 'CREATE_RESOURCE',
      target: resource.id,
      before: null,
      after: valuesOf(resource),
    }),
  )
  const imported = resourceFixture({ id: randomUUID(), title: 'Importée' })
  await createResources(table).writeBatch(
    [{ before: null, after: imported }],
    auditEntry(actor, new Date(), {
      action: 'CREATE_RESOURCES',
      target: '1 ressources',
      before: null,
      after: { createdCount: 1, updatedCount: 0, created: [imported.id], updated: [] },
    }),
  )
  items = await readItems(table)
})

afterAll(() => store.stop())

async function givePremium(user: User): Promise<void> {
  const after = {
    ...user,
    isPremium: true,
    updatedAt: new Date(Date.parse(user.updatedAt) + 1).toISOString(),
  }
  const values = ({ isPremium, premiumUntil, payment }: User) => ({ isPremium, premiumUntil, payment })
  const change = { before: values(user), after: values(after) }
  const entry = auditEntry(actor, new Date(), { action: 'UPDATE_PREMIUM', target: user.email, ...change })
  await createUsers(store.table).changePremium(user, after, entry)
}

async function block({ email }: User): Promise<void> {
  const at = new Date()
  const account = await createUsers(store.table).findByEmail(email)
  const blocking = {
    email,
    reason: 'Fraude',
    blockedAt: at.toISOString(),
    blockedBy: 'proprietaire@panne.bac',
  }
  const change = { before: null, after: { reason: 'Fraude', hasAccount: true } }
  const entry = auditEntry(actor, at, { action: 'CREATE_BLOCK', target: email, ...change })
  await createBlockedEmails(store.table).block(account, blocking, entry)
}

/** Everything that is wrong with a table. */
function faultsOf(all: readonly Item[]): string[] {
  const { told, faults } = replay(start.model, entriesOf(all))
  return [...faults, ...differencesOf(told, modelOf(all)), ...checkDerived(all).faults]
}

test('what the repositories wrote follows from the log', async () => {
  const { faults, entries, open, staleHints } = await readOn(store.table, start)
  expect(faults).toEqual([])
  expect(entries).toHaveLength(6)
  expect(open).toMatchObject([{ kind: 'access change', key: `ACCESS_CHANGES ${blocked.id}` }])
  expect(staleHints).toBe(0)
})

const without = (is: (item: Item) => boolean) => () => items.filter((item) => !is(item))
const withChanged = (is: (item: Item) => boolean, change: object) => () =>
  items.map((item) => (is(item) ? { ...item, ...change } : item))
const isEntry = (action: string) => (item: Item) => item.pk === 'AUDIT' && item.action === action
const isProfileOf = (user: () => User) => (item: Item) => item.pk === `USER#${user().id}`

test.each<{ what: string; tampered: () => Item[] }>([
  ...[
    'CREATE_USER',
    'UPDATE_PREMIUM',
    'CREATE_BLOCK',
    'CREATE_SUBJECT',
    'CREATE_RESOURCE',
    'CREATE_RESOURCES',
  ].map((action) => ({ what: `${action} without its entry`, tampered: without(isEntry(action)) })),
  { what: 'an entry without its profile', tampered: without(isProfileOf(() => premium)) },
  { what: 'an entry without its subject', tampered: without(({ pk }) => pk.startsWith('SUBJECTS#')) },
  { what: 'an entry without its resource', tampered: without(({ pk }) => pk === `RESOURCE#${resource.id}`) },
  { what: 'an entry without its block', tampered: without(({ pk }) => pk === 'BLOCKED') },
  {
    what: 'a subject with another file',
    tampered: withChanged(({ pk }) => pk.startsWith('SUBJECTS#'), {
      file: { kind: 'drive', fileId: 'x'.repeat(25) },
    }),
  },
  {
    what: 'a resource with another title',
    tampered: withChanged(({ pk }) => pk === `RESOURCE#${resource.id}`, { title: 'Autre' }),
  },
  {
    what: 'a profile out of the list',
    tampered: withChanged(
      isProfileOf(() => premium),
      { gsi1pk: 'NONE' },
    ),
  },
  {
    what: 'a blocked profile in the list',
    tampered: withChanged(
      isProfileOf(() => blocked),
      { gsi1pk: 'USERS' },
    ),
  },
  { what: 'a missing address', tampered: without(({ pk }) => pk === 'ADDRESS#premium@panne.bac') },
  {
    what: 'an address that knows nothing of Premium',
    tampered: withChanged(({ pk }) => pk === 'ADDRESS#premium@panne.bac', { isPremium: false }),
  },
  ...['USERS#', 'PREMIUM#', 'RESOURCES'].map((counter) => ({
    what: `a counter ${counter} that is too high`,
    tampered: withChanged(({ pk, sk }) => pk === 'COUNTERS' && sk.startsWith(counter), { count: 7 }),
  })),
  { what: 'an actor who did more', tampered: withChanged(({ pk }) => pk === 'ACTORS', { count: 7 }) },
  { what: 'something else', tampered: () => [...items, { pk: 'SOMETHING', sk: 'ELSE' }] },
])('$what is told', ({ tampered }) => {
  expect(faultsOf(tampered())).not.toEqual([])
})
