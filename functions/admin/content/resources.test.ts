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
import { createAdministration } from '../../test-support/administration.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
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
const list = async (query: Record<string, string>) => {
  const { json } = await admin.asOwner(listResources, { query })
  const ids = (json.items as { id: string }[]).map(({ id }) => id)
  return { ids, total: json.total, nextCursor: json.nextCursor }
}
const find = async (search: string) => (await list({ search })).ids
const count = () => createCounters(site.store.table).countResources()
const stored = (id: string) => createResources(site.store.table).find(id)

test('adds, finds, changes and deletes a resource, each with its audit entry', async () => {
  const before = await count()
  const added = await add()
  const id = String(added.json.id)
  const absent = { description: '', thumbnail: null, captions: null }
  const json = { ...input({ file: SAMPLE_DRIVE_ID }), ...absent }
  expect(added).toMatchObject({ status: 201, json })
  expect((await admin.asOwner(getResource, { params: { id } })).json).toEqual(added.json)
  const { json: all } = await admin.asOwner(listResources)
  expect(all).toMatchObject({ items: [added.json], nextCursor: null, total: before + 1 })
  expect(await find('dipole r')).toEqual([id])
  const chapter = { params: { track: 'science-math', theme: 'electricite', chapter: '1' } }
  expect((await site.call(getChapter, chapter)).json.items).toMatchObject([{ id, title: input().title }])

  const video = { title: 'Vidéo de cours', type: 'video', isFree: true, file: 'https://youtu.be/abcdefghijk' }
  const file = 'https://www.youtube.com/watch?v=abcdefghijk'
  expect(await update(id, video)).toMatchObject({
    status: 200,
    json: { ...video, id, file, createdAt: added.json.createdAt },
  })
  expect(await find('enonce')).toEqual([])
  expect(await find('COURS')).toEqual([id])
  expect((await site.call(listVideos, {})).json.items).toMatchObject([{ id }])

  site.services.invalidated.clear()
  expect((await remove(id)).status).toBe(204)
  expect(site.services.invalidated.list()).toEqual([`/files/${id}/*`])
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
  const video = { title: 'Clé', file, captions: file, type: 'video' }
  const { json } = await add(video)
  expect(json).toMatchObject({ file, captions: file })
  expect((await update(String(json.id), video)).json).toEqual(json)
})

test.each([
  { what: 'another file', changes: { file: `${SAMPLE_DRIVE_ID}x` }, isAnew: true },
  { what: 'captions', changes: { captions: `${SAMPLE_DRIVE_ID}x` }, isAnew: true },
  { what: 'another type', changes: { type: 'video' }, isAnew: true },
  { what: 'another title', changes: { title: 'Autrement dit' }, isAnew: false },
])(
  'gives a resource with $what a new version of unknown size: $isAnew',
  async ({ what, changes, isAnew }) => {
    const title = `Version de ${what}`
    const id = String((await add({ title })).json.id)
    const before = { ...(await stored(id)), size: 1_000, pages: 2 }
    await createResources(site.store.table).putAll([before as never])
    site.services.invalidated.clear()
    expect((await update(id, { title, ...changes })).status).toBe(200)
    const after = await stored(id)
    expect(after?.version !== before.version).toBe(isAnew)
    expect(after).toMatchObject(isAnew ? { size: null, pages: null } : { size: 1_000, pages: 2 })
    expect(site.services.invalidated.list()).toEqual(isAnew ? [`/files/${id}/*`] : [])
  },
)

test('adds a resource again when the first one was changed since, and one of another title', async () => {
  const first = String((await add({ title: 'Encore' })).json.id)
  await update(first, { title: 'Plus le même' })
  const second = String((await add({ title: 'Encore' })).json.id)
  expect(second).not.toBe(first)
  expect((await add({ title: 'Encore' })).json.id).toBe(second)
  expect((await add({ title: 'Encore une' })).json.id).not.toBe(second)
})

test('makes one of several different changes at once, and refuses the others', async () => {
  const id = String((await add({ title: 'Disputé' })).json.id)
  const titles = Array.from({ length: 10 }, (_, index) => `Disputé ${index}`)
  const answers = await Promise.all(titles.map((title) => update(id, { title })))
  const done = answers.filter(({ status }) => status === 200)
  expect(answers.filter(({ json }) => json.code === 'CONFLICT')).toHaveLength(10 - done.length)
  expect(await admin.listEntries(id)).toHaveLength(1 + done.length)
  expect(done.map(({ json }) => json.title)).toContain((await stored(id))?.title)
  expect(await find('dispute')).toEqual([id])
})

test.each([
  [{ chapter: 'Ondes' }, 'chapter'],
  [{ title: 'Ondes \uD83D' }, 'title'],
  [{ description: '\uDE00' }, 'description'],
  [{ thumbnail: 'https://a.exemple.test/\uD83D' }, 'thumbnail'],
])('refuses %j with its field', async (changes, path) => {
  const { status, json } = await add(changes)
  expect({ status, errors: json.errors }).toMatchObject({ status: 400, errors: [{ path }] })
})

test('lists the resources in a state, with a search, their number and pages', async () => {
  const ids: string[] = []
  for (const chapter of ['Dipôle RC', 'Dipôle RL', 'Dipôle RC'])
    ids.push(String((await add({ title: `Filtre ${chapter} ${ids.length}`, chapter })).json.id))
  const [first = '', second = '', third = ''] = ids
  const openings = createOpenings(site.store.table)
  await openings.count(second, new Date())
  await openings.count(third, new Date(Date.now() - 366 * 86_400_000))
  const broken = { id: first, title: 'Filtre', fault: 'trashed', since: new Date().toISOString() } as const
  await createDocumentHealth(site.store.table).markBroken(broken)

  expect(await list({ state: 'broken' })).toEqual({ ids: [first], total: 1, nextCursor: null })
  const unopened = { state: 'unopened', search: 'filtre', limit: '1' }
  const page = await list(unopened)
  expect(page).toMatchObject({ ids: [third], total: 2 })
  const cursor = String(page.nextCursor)
  expect(await list({ ...unopened, cursor })).toMatchObject({ ids: [first], nextCursor: null })
})
