import { routes } from '#shared/contract/routes.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { subjectFixture } from '../../test-support/content.ts'
import { QUEUE_URLS, startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner, listEntries } = await createAdministration(site)
afterAll(() => site.stop())

const FILE = `https://drive.google.com/file/d/${SAMPLE_DRIVE_ID}/view?usp=sharing`
const place = { track: 'SM', theme: 'electricite', chapter: 'Dipôle RC', year: '2020', session: 'Normale' }
const kind = { resourceType: 'exercise', type: 'pdf', file: FILE, isFree: false }
const input = (changes: object = {}) => {
  return { title: 'Énoncé : Dipôle RC - 2020', ...place, ...kind, ...changes }
}
const add = (changes: object = {}) => asOwner(routes.addResource, { body: input(changes) })
const update = (id: string, changes: object) =>
  asOwner(routes.updateResource, { params: { id }, body: input(changes) })
const remove = (id: string) => asOwner(routes.deleteResource, { params: { id } })
const list = async (query: Record<string, string>) => {
  const { json } = await asOwner(routes.listResources, { query })
  const ids = (json.items as { id: string }[]).map(({ id }) => id)
  return { ids, total: json.total, nextCursor: json.nextCursor }
}
const find = async (search: string) => (await list({ search })).ids
const count = () => site.stores.counters.countResources()
const stored = (id: string) => site.stores.resources.find(id)

test('adds, finds, changes and deletes a resource, each with its audit entry', async () => {
  const before = await count()
  const added = await add()
  const id = String(added.json.id)
  const absent = { description: '', thumbnail: null, captions: null }
  const json = { ...input({ file: SAMPLE_DRIVE_ID }), ...absent }
  expect(added).toMatchObject({ status: 201, json })
  expect((await asOwner(routes.getResource, { params: { id } })).json).toEqual(added.json)
  const { json: all } = await asOwner(routes.listResources)
  expect(all).toMatchObject({ items: [added.json], nextCursor: null, total: before + 1 })
  expect(await find('dipole r')).toEqual([id])
  const chapter = { params: { track: 'science-math', theme: 'electricite', chapter: '1' } }
  expect((await site.call(routes.getChapter, chapter)).json.items).toMatchObject([
    { id, title: input().title },
  ])

  const video = { title: 'Vidéo de cours', type: 'video', isFree: true, file: 'https://youtu.be/abcdefghijk' }
  const file = 'https://www.youtube.com/watch?v=abcdefghijk'
  expect(await update(id, video)).toMatchObject({
    status: 200,
    json: { ...video, id, file, createdAt: added.json.createdAt },
  })
  expect(await find('enonce')).toEqual([])
  expect(await find('COURS')).toEqual([id])
  expect((await site.call(routes.listVideos, {})).json.items).toMatchObject([{ id }])

  site.services.invalidated.clear()
  expect((await remove(id)).status).toBe(204)
  expect(site.services.invalidated.list()).toEqual([`/files/${id}/*`])
  expect((await remove(id)).json.code).toBe('NOT_FOUND')
  expect((await update(id, {})).json.code).toBe('NOT_FOUND')
  expect(await find('cours')).toEqual([])
  expect(await count()).toBe(before)
  expect(await listEntries(id)).toMatchObject([
    { action: 'DELETE_RESOURCE', before: { title: 'Vidéo de cours' }, after: null },
    { action: 'UPDATE_RESOURCE', before: { file: SAMPLE_DRIVE_ID }, after: { type: 'video', isFree: true } },
    { action: 'CREATE_RESOURCE', before: null, after: { title: input().title, file: SAMPLE_DRIVE_ID } },
  ])
})

test.each([
  { what: 'another file', changes: { file: `${SAMPLE_DRIVE_ID}x` }, isAnew: true },
  { what: 'captions', changes: { captions: `${SAMPLE_DRIVE_ID}x` }, isAnew: true },
  { what: 'another type', changes: { type: 'video' }, isAnew: true },
  { what: 'another title', changes: { title: 'Autrement dit' }, isAnew: false },
])('gives a resource with $what a new version: $isAnew', async ({ what, changes, isAnew }) => {
  const title = `Version de ${what}`
  const id = String((await add({ title })).json.id)
  const before = { ...(await stored(id)), size: 1_000, pages: 2 }
  await site.stores.resources.putAll([before as never])
  site.services.invalidated.clear()
  expect((await update(id, { title, ...changes })).status).toBe(200)
  const after = await stored(id)
  expect(after?.version !== before.version).toBe(isAnew)
  expect(after).toMatchObject(isAnew ? { size: null, pages: null } : { size: 1_000, pages: 2 })
  expect(site.services.invalidated.list()).toEqual(isAnew ? [`/files/${id}/*`] : [])
})

test('has the file behind the same link looked at, which may be new, and is saved without the queue', async () => {
  const title = 'Le même lien'
  const id = String((await add({ title })).json.id)
  site.services.messages.clear()
  expect((await update(id, { title })).status).toBe(200)
  const body = JSON.stringify({ documentId: id })
  expect(site.services.messages.list()).toEqual([{ queueUrl: QUEUE_URLS.all, body }])
  site.services.failWith(() => ({ status: 403, type: 'AccessDenied' }))
  expect((await update(id, { title })).status).toBe(200)
  site.services.failWith(null)
})

const KEY = { track: 'SVT', session: 'Normale' } as const
let year = 2010
/** Stores a subject of a year of its own. @returns its id */
async function storeSubject(exercises: ManagedExercise[] = []): Promise<string> {
  year += 1
  await site.stores.subjects.putAll([subjectFixture({ ...KEY, year: String(year), exercises })])
  return `bac-SVT-${year}-Normale`
}
const put = (id: string, exercises: unknown, updatedAt?: unknown) =>
  asOwner(routes.setExercises, {
    params: { id },
    body: { exercises, ...(updatedAt !== undefined && { updatedAt }) },
  })
const read = async (id: string) => (await site.call(routes.getSubject, { params: { id } })).json.exercises
const readOwn = async (id: string) => (await asOwner(routes.getExercises, { params: { id } })).json
const placed = { chapters: [], page: null, correctionPage: 4, videoSeconds: 0 }
const chemistry: ManagedExercise = { number: 2, title: 'Électrolyse', points: 7, ...placed }

test('stores, shows and logs exercises in the order of their numbers, with their help for managers only', async () => {
  const id = await storeSubject()
  expect(await read(id)).toEqual([])
  const mole = { kind: 'number', value: 6.02e23, unit: 'mol^-1', tolerance: 1 } as const
  const exercises = [sampleManagedExercise, { ...chemistry, answer: mole }]
  const answer = await put(id, exercises.toReversed())
  expect(answer).toMatchObject({ status: 200, json: { id, exercises } })
  expect(await read(id)).toEqual([sampleExercise, chemistry].map((each) => ({ ...each, hasHelp: true })))
  expect((await asOwner(routes.listManagedSubjects)).json.items).toContainEqual(answer.json)
  const entry = { action: 'UPDATE_EXERCISES', before: { exercises: [] }, after: { exercises } }
  expect(await listEntries(id)).toMatchObject([entry])
})

test('refuses a list that was made from an older state, unless it is stored already', async () => {
  const id = await storeSubject()
  const { updatedAt } = await readOwn(id)
  for (let times = 0; times < 2; times += 1)
    expect((await put(id, [sampleExercise], updatedAt)).status).toBe(200)
  expect((await put(id, [chemistry], updatedAt)).json.code).toBe('CONFLICT')
  expect(await read(id)).toEqual([sampleExercise])
  expect(await listEntries(id)).toHaveLength(1)
})

test('keeps the exercises when the files change, and their help when a file without help is imported', async () => {
  const id = await storeSubject([sampleManagedExercise])
  const body = { ...KEY, year: String(year), file: `${SAMPLE_DRIVE_ID}other` }
  const replaced = await asOwner(routes.addSubject, { body, query: { replace: 'true' } })
  expect(replaced.json).toMatchObject({ exercises: [sampleManagedExercise] })
  const cell = '1 | Un autre titre | 3,25 | ondes/1 | 2 // 2 | Pile | 3'
  const csv = `track;year;session;file;exercises\nSVT;${year};Normale;${SAMPLE_DRIVE_ID};${cell}`
  const answer = await asOwner(routes.importSubjects, { body: csv, headers: { 'content-type': 'text/csv' } })
  expect(answer.json.lines).toMatchObject([{ outcome: 'updated' }])
  const { hints, answer: number } = sampleManagedExercise
  expect((await readOwn(id)).exercises).toMatchObject([
    { number: 1, title: 'Un autre titre', hints, answer: number },
    { number: 2, title: 'Pile' },
  ])
})

test('refuses a chapter that its track does not teach, and changes nothing', async () => {
  const id = await storeSubject([sampleExercise])
  const chapters = ['ondes', 'electrolyse'].map((theme) => ({ theme, chapter: 1 }))
  const errors = [{ path: 'exercises.0.chapters.1', message: "Ce chapitre n'existe pas" }]
  expect(await put(id, [{ ...chemistry, chapters }])).toMatchObject({ status: 400, json: { errors } })
  expect(await read(id)).toEqual([sampleExercise])
  expect(await listEntries(id)).toEqual([])
})
