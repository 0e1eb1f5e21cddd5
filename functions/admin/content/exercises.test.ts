import {
  addSubject,
  getExercises,
  importSubjects,
  listManagedSubjects,
  setExercises,
} from '#shared/contract/admin/subjects.ts'
import { getSubject } from '#shared/contract/subject-details.ts'
import type { ManagedExercise } from '#shared/entities/exercise.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { subjectFixture } from '../../test-support/content.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner, listEntries } = await createAdministration(site)
afterAll(() => site.stop())

const KEY = { track: 'SVT', session: 'Normale' } as const
let year = 2010
/** Stores a subject of a year of its own. @returns its id */
async function storeSubject(exercises: ManagedExercise[] = []): Promise<string> {
  year += 1
  await site.stores.subjects.putAll([subjectFixture({ ...KEY, year: String(year), exercises })])
  return `bac-SVT-${year}-Normale`
}
const put = (id: string, exercises: unknown, updatedAt?: unknown) =>
  asOwner(setExercises, {
    params: { id },
    body: { exercises, ...(updatedAt !== undefined && { updatedAt }) },
  })
const read = async (id: string) => (await site.call(getSubject, { params: { id } })).json.exercises
const readOwn = async (id: string) => (await asOwner(getExercises, { params: { id } })).json
const placed = { chapters: [], page: null, correctionPage: 4, videoSeconds: 0 }
const chemistry: ManagedExercise = { number: 2, title: 'Électrolyse', points: 7, ...placed }

test('stores, shows and logs exercises in the order of their numbers, with their help for managers only', async () => {
  const id = await storeSubject()
  expect(await read(id)).toEqual([])
  const answer = await put(id, [chemistry, sampleManagedExercise])
  const exercises = [sampleManagedExercise, chemistry]
  expect(answer).toMatchObject({ status: 200, json: { id, exercises } })
  expect(await read(id)).toEqual([{ ...sampleExercise, hasHelp: true }, chemistry])
  expect((await asOwner(listManagedSubjects)).json.items).toContainEqual(answer.json)
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
  const replaced = await asOwner(addSubject, { body, query: { replace: 'true' } })
  expect(replaced.json).toMatchObject({ exercises: [sampleManagedExercise] })
  const cell = '1 | Un autre titre | 3,25 | ondes/1 | 2 // 2 | Pile | 3'
  const csv = `track;year;session;file;exercises\nSVT;${year};Normale;${SAMPLE_DRIVE_ID};${cell}`
  const answer = await asOwner(importSubjects, { body: csv, headers: { 'content-type': 'text/csv' } })
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
