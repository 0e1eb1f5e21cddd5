import { randomUUID } from 'node:crypto'
import {
  addResource,
  deleteResource,
  getResource,
  listResources,
  updateResource,
} from '#shared/contract/admin/resources.ts'
import { getChapter, listVideos } from '#shared/contract/catalogue.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { createCounters } from '../../data/counters.ts'
import { createDocumentHealth } from '../../data/document-health.ts'
import { createOpenings } from '../../data/openings.ts'
import { createResources } from '../../data/resources.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let admin: Administration
beforeAll(async () => {
  site = await startSite()
  admin = await createAdministration(site)
})
afterAll(() => site.stop())

const input = (changes: object = {}) => ({
  title: 'Énoncé : Dipôle RC - 2020',
  track: 'SM',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2020',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  file: `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/view?usp=sharing`,
  isFree: false,
  ...changes,
})
const add = (changes: object = {}) => admin.asOwner(addResource, { body: input(changes) })
const update = (id: string, changes: object) =>
  admin.asOwner(updateResource, { params: { id }, body: input(changes) })
const remove = (id: string) => admin.asOwner(deleteResource, { params: { id } })
const find = async (search: string) => {
  const { json } = await admin.asOwner(listResources, { query: { search } })
  return (json.items as { id: string }[]).map(({ id }) => id)
}
const count = () => createCounters(site.store.table).countResources()

test('adds, finds, changes and deletes a resource, each with its audit entry', async () => {
  const before = await count()
  const added = await add()
  const id = String(added.json.id)
  expect(added).toMatchObject({
    status: 201,
    json: { ...input({ file: SAMPLE_DRIVE_ID }), description: '', thumbnail: null, captions: null },
  })
  expect((await admin.asOwner(getResource, { params: { id } })).json).toEqual(added.json)
  const list = await admin.asOwner(listResources)
  expect(list.json).toMatchObject({ items: [added.json], nextCursor: null, total: before + 1 })
  expect(await find('dipole r')).toEqual([id])
  const chapter = { params: { track: 'science-math', theme: 'electricite', chapter: '1' } }
  expect((await site.call(getChapter, chapter)).json.items).toMatchObject([{ id, title: input().title }])

  const changes = {
    title: 'Vidéo de cours',
    type: 'video',
    isFree: true,
    file: 'https://youtu.be/abcdefghijk',
  }
  const changed = await update(id, changes)
  expect(changed).toMatchObject({
    status: 200,
    json: {
      id,
      ...changes,
      file: 'https://www.youtube.com/watch?v=abcdefghijk',
      createdAt: added.json.createdAt,
    },
  })
  expect(await find('enonce')).toEqual([])
  expect(await find('COURS')).toEqual([id])
  expect((await site.call(listVideos, {})).json.items).toMatchObject([{ id }])

  expect((await remove(id)).status).toBe(204)
  expect((await remove(id)).json.code).toBe('NOT_FOUND')
  expect((await update(id, {})).json.code).toBe('NOT_FOUND')
  expect(await find('cours')).toEqual([])
  expect(await count()).toBe(before)
  expect(await admin.listEntries(id)).toMatchObject([
    { action: 'DELETE_RESOURCE', before: { title: 'Vidéo de cours' }, after: null },
    { action: 'UPDATE_RESOURCE', before: { file: SAMPLE_DRIVE_ID }, after: { type: 'video', isFree: true } },
    { action: 'CREATE_RESOURCE', before: null, after: { title: input().title, file: SAMPLE_DRIVE_ID } },
  ])
})

test('answers a file with a resource key in a form that can be sent again', async () => {
  const file = `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/view?resourcekey=0-abc`
  const { json } = await add({ title: 'Clé', file, captions: file, type: 'video' })
  expect(json).toMatchObject({ file, captions: file })
  const again = await update(String(json.id), { title: 'Clé', file, captions: file, type: 'video' })
  expect(again.json).toEqual(json)
})

test('gives another file a new version of unknown size, but not another title', async () => {
  const { json } = await add({ title: 'Version', year: '2011' })
  const id = String(json.id)
  const resources = createResources(site.store.table)
  const first = await resources.find(id)
  if (first) await resources.putAll([{ ...first, size: 1_000, pages: 2 }])
  await update(id, { title: 'Autre titre', year: '2011' })
  expect(await resources.find(id)).toMatchObject({ version: first?.version, size: 1_000, pages: 2 })
  site.services.invalidated.clear()
  await update(id, { title: 'Autre titre', year: '2011', file: `${SAMPLE_DRIVE_ID}x` })
  expect(await resources.find(id)).toMatchObject({ size: null, pages: null })
  expect((await resources.find(id))?.version).not.toBe(first?.version)
  expect(site.services.invalidated.list()).toEqual([`/files/${id}/*`])
})

test('accepts two resources that differ by their title alone', async () => {
  const ids = [await add({ title: 'Exercice 1' }), await add({ title: 'Exercice 2' })].map(
    ({ json }) => json.id,
  )
  expect(new Set(ids).size).toBe(2)
})

test('adds a resource again when the first one was changed since', async () => {
  const first = String((await add({ title: 'Encore' })).json.id)
  await update(first, { title: 'Plus le même' })
  const second = String((await add({ title: 'Encore' })).json.id)
  expect(second).not.toBe(first)
  expect((await add({ title: 'Encore' })).json.id).toBe(second)
})

test('makes one of several different changes at once, and refuses the others', async () => {
  const id = String((await add({ title: 'Disputé' })).json.id)
  const titles = Array.from({ length: 10 }, (_, index) => `Disputé ${index}`)
  const answers = await Promise.all(titles.map((title) => update(id, { title })))
  const done = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ json }) => json.code === 'CONFLICT')).toHaveLength(10 - done.length)
  expect(await admin.listEntries(id)).toHaveLength(1 + done.length)
  const stored = await createResources(site.store.table).find(id)
  expect(done.map(({ json }) => json.title)).toContain(stored?.title)
  expect(await find('dispute')).toEqual([id])
})
test.each([
  [{ title: ' ' }, 'title'],
  [{ chapter: 'Ondes' }, 'chapter'],
  [{ file: 'https://youtu.be/abcdefghijk' }, 'file'],
  [{ thumbnail: 'http://exemple.test/x.png' }, 'thumbnail'],
])('%j is refused', async (changes, path) => {
  const { status, json } = await add(changes)
  expect({ status, paths: (json.errors as { path: string }[]).map((error) => error.path) }).toEqual({
    status: 400,
    paths: [path],
  })
})

test.each([
  { what: 'another file', changes: { file: SAMPLE_DRIVE_ID.replace('1', '2') }, isAnew: true },
  { what: 'captions', changes: { captions: SAMPLE_DRIVE_ID.replace('1', '3') }, isAnew: true },
  { what: 'another type', changes: { type: 'video' }, isAnew: true },
  { what: 'another title', changes: { title: 'Autrement dit' }, isAnew: false },
])('gives a resource with $what a new version: $isAnew', async ({ changes, isAnew }) => {
  const id = String((await add({ title: `Version ${randomUUID()}` })).json.id)
  const versionOf = async () => (await createResources(site.store.table).find(id))?.version
  const before = await versionOf()
  expect((await update(id, changes)).status).toBe(200)
  expect((await versionOf()) !== before).toBe(isAnew)
})

test.each([
  ['title', { title: 'Ondes \uD83D' }],
  ['description', { description: '\uDE00' }],
  ['thumbnail', { thumbnail: 'https://a.exemple.test/\uD83D' }],
])('refuses a %s that was cut within a character, with its field', async (path, changes) => {
  const { status, json } = await add(changes)
  expect({ status, errors: json.errors }).toMatchObject({ status: 400, errors: [{ path }] })
})

test('lists the resources in a state, with a search, their number and pages', async () => {
  const ids: string[] = []
  for (const chapter of ['Dipôle RC', 'Dipôle RL', 'Dipôle RC']) {
    const { json } = await add({ title: `Filtre ${chapter} ${ids.length}`, chapter })
    ids.push(String(json.id))
  }
  const [first = '', second = '', third = ''] = ids
  const openings = createOpenings(site.store.table)
  await openings.count(second, new Date())
  await openings.count(third, new Date(Date.now() - 366 * 86_400_000))
  const health = createDocumentHealth(site.store.table)
  const since = new Date().toISOString()
  await health.markBroken({ id: first, title: 'Filtre', fault: 'trashed', since })

  const listed = async (query: Record<string, string>) => {
    const { json } = await admin.asOwner(listResources, { query })
    const items = json.items as { id: string }[]
    return { ids: items.map(({ id }) => id), total: json.total, nextCursor: json.nextCursor }
  }
  expect(await listed({ state: 'broken' })).toEqual({ ids: [first], total: 1, nextCursor: null })
  expect(await listed({ state: 'unopened', search: 'filtre' })).toMatchObject({
    ids: [third, first],
    total: 2,
  })
  const page = await listed({ state: 'unopened', search: 'filtre', limit: '1' })
  expect(page).toMatchObject({ ids: [third], total: 2 })
  const cursor = String(page.nextCursor)
  expect(await listed({ state: 'unopened', search: 'filtre', limit: '1', cursor })).toMatchObject({
    ids: [first],
    nextCursor: null,
  })
  expect((await admin.asOwner(listResources, { query: { state: 'lost' } })).status).toBe(400)
})
