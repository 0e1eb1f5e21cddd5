import { randomUUID } from 'node:crypto'
import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { Resource } from '#shared/entities/resource.ts'
import { documentedResource } from '../test-support/content.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { auditEntry, SYSTEM } from './audit-entry.ts'
import { createDocumentHealth } from './document-health.ts'
import { createDocuments } from './documents.ts'
import { createResourceChanges } from './resource-changes.ts'
import { createResourceLists } from './resource-lists.ts'
import { createResources } from './resources.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

const entry = () =>
  auditEntry(SYSTEM, new Date(), { action: 'CREATE_RESOURCES', target: 'test', before: null, after: null })
const found = async (search: string) =>
  (await createResourceLists(store.table).listNewest({ search, limit: 50 })).items.map(({ id }) => id)

const wordEntries = (letter: string) =>
  new QueryCommand({
    TableName: store.table.name,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': `WORDS#${letter}` },
  })

let time = Date.parse('2026-02-01T00:00:00.000Z')
/** A later state, as every change makes it. */
const later = (resource: Resource, changes: Partial<Resource>): Resource => {
  time += 1
  return { ...resource, ...changes, updatedAt: new Date(time).toISOString() }
}

/** A resource with its search entries. */
async function added(changes: Partial<Resource> = {}): Promise<Resource> {
  const resource = documentedResource(changes)
  await createResourceChanges(store.table).add(resource, entry())
  return resource
}

/** The table as one sees it whose calls wait before each that is about to delete search entries. */
function pausedBeforeDeletions(pause: () => Promise<void>) {
  const { table } = store
  const client = Object.create(table.client) as typeof table.client
  client.send = (async (command: { input: unknown }, ...rest: []) => {
    const isDeletion = /"(?:DeleteRequest|Delete)":\{/.test(JSON.stringify(command.input))
    if (isDeletion) await pause()
    return table.client.send(command as never, ...rest)
  }) as never
  return { ...table, client }
}

test('what an import would forget stays to be found when an edit brings it back meanwhile', async () => {
  const before = await added({ title: 'Alpha commun' })
  const imported = later(before, { title: 'Beta commun' })
  const restored = later(imported, { title: 'Alpha commun' })
  let pauses = 0
  const slow = pausedBeforeDeletions(async () => {
    pauses += 1
    if (pauses === 1) await createResourceChanges(store.table).replace(imported, restored, entry())
  })
  expect(await createResourceChanges(slow).writeBatch([{ before, after: imported }], entry())).toBe(true)
  expect(pauses).toBe(1)
  expect(await found('alpha')).toEqual([before.id])
  expect(await found('beta')).toEqual([])
})

test('an import forgets the words that are gone', async () => {
  const resources = await Promise.all(Array.from({ length: 20 }, () => added({ title: 'Gamma' })))
  const changes = resources.map((before) => ({ before, after: later(before, { title: 'Delta' }) }))
  expect(await createResourceChanges(store.table).writeBatch(changes, entry())).toBe(true)
  const entries = await store.table.client.send(wordEntries('g'))
  expect(entries.Items?.filter(({ sk }) => String(sk).startsWith('gamma'))).toEqual([])
  expect((await found('delta')).toSorted()).toEqual(resources.map(({ id }) => id).toSorted())
})

test.each([
  [
    'the form',
    (before: Resource, after: Resource) => createResourceChanges(store.table).replace(before, after, entry()),
  ],
  [
    'an import',
    (before: Resource, after: Resource) =>
      createResourceChanges(store.table).writeBatch([{ before, after }], entry()),
  ],
])('%s keeps the weight that was noted after it had read the resource', async (_, change) => {
  const before = await added({ size: null, pages: null, isFree: true, type: 'video' })
  const document = await createDocuments(store.table).find(before.id)
  if (!document) throw new Error('not stored')
  await createDocumentHealth(store.table).noteWeight(document, { size: 77, pages: 3 })
  const after = later(before, { title: 'Autre titre', isFree: false })
  expect(await change(before, after)).toBe(true)
  const { find, listFreeVideos } = createResources(store.table)
  expect(await find(before.id)).toEqual({ ...after, size: 77, pages: 3 })
  expect((await listFreeVideos()).map(({ id }) => id)).not.toContain(before.id)
})

test('a new file begins without the weight of the one before', async () => {
  const before = await added({ size: 77, pages: 3 })
  const after = later(before, { version: randomUUID(), size: null, pages: null })
  expect(await createResourceChanges(store.table).replace(before, after, entry())).toBe(true)
  expect(await createResources(store.table).find(before.id)).toEqual(after)
})
