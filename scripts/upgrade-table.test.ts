import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createPersonalData } from '#functions/data/personal-data.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { createUsers } from '#functions/data/users.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { sampleCopy, sampleResource, sampleSubject, sampleUser } from '#shared/entities/samples.ts'
import { scanPages, writeItems } from './operations/backup/stored-table.ts'
import { createPatientClient, type StoredTable } from './operations/stage-access.ts'
import { upgradeItem } from './operations/upgrade-item.ts'
import { upgradeTable } from './upgrade-table.ts'

const AT = '2026-01-01T00:00:00.000Z'
const { id, email } = sampleUser
const blockedEmail = 'fraude@exemple.test'
const { signal } = new AbortController()

/** As the version before stored them. */
const items = {
  user: {
    pk: `USER#${id}`,
    sk: 'PROFILE',
    gsi1pk: 'USERS',
    gsi1sk: `${AT}#${id}`,
    id,
    email,
    isPremium: false,
    premiumUntil: null,
    isAdmin: false,
    payment: null,
    session: { id: 'a-lease', lastActive: AT },
    createdAt: AT,
    updatedAt: AT,
  },
  address: {
    pk: `ADDRESS#${email}`,
    sk: 'ACCOUNT',
    id,
    email,
    isAdmin: false,
    isPremium: false,
    premiumUntil: null,
    createdAt: AT,
  },
  block: {
    pk: 'BLOCKED',
    sk: blockedEmail,
    email: blockedEmail,
    reason: 'Fraude',
    blockedAt: AT,
    blockedBy: 'SYSTEM',
    account: { id: 'gone', isPremium: true, premiumUntil: null, createdAt: AT },
  },
  resource: (() => {
    const { session, ...resource } = sampleResource
    const keys = { pk: `RESOURCE#${resource.id}`, sk: 'RESOURCE', gsi1pk: 'RESOURCES', gsi1sk: 'x' }
    return { ...keys, ...resource, examSession: session, available: true }
  })(),
  subject: {
    pk: `SUBJECTS#${sampleSubject.track}`,
    sk: `${sampleSubject.year}#${sampleSubject.session}`,
    ...sampleSubject,
    pages: null,
  },
  entry: {
    pk: 'AUDIT',
    sk: `${AT}#an-entry`,
    id: 'an-entry',
    createdAt: AT,
    actor: { type: 'system' },
    action: 'UPDATE_PREMIUM',
    target: email,
    before: null,
    after: null,
  },
  copy: { pk: `COPY#${sampleCopy.code}`, sk: 'COPY', ...sampleCopy },
  emailSearch: { pk: 'EMAILS#e', sk: `leve@exemple.test\t${id}` },
  wordSearch: { pk: 'WORDS#o', sk: `ndes\t${sampleResource.id}` },
  premiumCounter: { pk: 'COUNTERS', sk: 'PREMIUM#none', count: 1 },
  counter: { pk: 'COUNTERS', sk: 'USERS#0', count: 1 },
}

let store: TestTable
let table: StoredTable
beforeAll(async () => {
  store = await startTable()
  table = { client: createPatientClient(), name: store.table.name }
  await writeItems(
    table,
    Object.values(items).map((item) => ({ put: marshall(item) })),
  )
})
afterAll(async () => {
  table.client.destroy()
  await store.stop()
})

test('a dry run counts what would change and writes nothing', async () => {
  expect(await upgradeTable(table, { isDryRun: true, signal })).toEqual({ rewritten: 7, removed: 3 })
  for await (const page of scanPages(table)) expect(page.items).toHaveLength(Object.keys(items).length)
})

test('the repositories read what an upgrade leaves, and a second one changes nothing', async () => {
  expect(await upgradeTable(table, { isDryRun: false, signal })).toEqual({ rewritten: 7, removed: 3 })
  expect(await upgradeTable(table, { isDryRun: false, signal })).toEqual({ rewritten: 0, removed: 0 })
  const users = createUsers(store.table)
  expect(await users.find(id)).toEqual({
    ...sampleUser,
    lease: { id: 'a-lease', lastActive: AT, thumbprint: '' },
  })
  expect(await users.findByEmail(email)).toMatchObject({ id })
  expect((await users.listNewest({ search: 'eleve', limit: 10 })).items).toHaveLength(1)
  const resources = createResources(store.table)
  expect(await resources.find(sampleResource.id)).toEqual(sampleResource)
  expect((await resources.listNewest({ search: 'mecaniques', limit: 10 })).items).toHaveLength(1)
  expect(await createSubjects(store.table).find(sampleSubject)).toEqual({ ...sampleSubject, pages: null })
  expect(await createBlockedEmails(store.table).find(blockedEmail)).toEqual({
    email: blockedEmail,
    reason: 'Fraude',
    blockedAt: AT,
    blockedBy: 'SYSTEM',
  })
  expect(await createPersonalData(store.table).read(sampleUser)).toMatchObject({
    log: [{ action: 'UPDATE_PREMIUM' }],
    copies: [{ code: sampleCopy.code }],
  })
})

test.each(Object.entries(items))('upgrading an upgraded %s changes nothing', (_, item) => {
  const upgraded = upgradeItem(marshall(item))
  expect(upgraded && unmarshall(upgradeItem(upgraded) ?? {})).toEqual(upgraded && unmarshall(upgraded))
})

test('an item that is none of its kind stops the upgrade', () => {
  expect(() => upgradeItem(marshall({ pk: 'USER#1', sk: 'PROFILE', email: 'x' }))).toThrow()
})
