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
import { createSubjects } from '../../data/subjects.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { subjectFixture } from '../../test-support/content.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let asOwner: Administration['asOwner']
let listEntries: Administration['listEntries']
beforeAll(async () => {
  site = await startSite()
  ;({ asOwner, listEntries } = await createAdministration(site))
})
afterAll(() => site.stop())

const KEY = { track: 'SVT', session: 'Normale' } as const
let year = 2010
/** Stores a subject of a year of its own. @returns its id */
async function storeSubject(exercises: ManagedExercise[] = []): Promise<string> {
  year += 1
  await createSubjects(site.store.table).putAll([subjectFixture({ ...KEY, year: String(year), exercises })])
  return `bac-SVT-${year}-Normale`
}
const put = (id: string, exercises: unknown) => asOwner(setExercises, { params: { id }, body: { exercises } })
const read = async (id: string) => (await site.call(getSubject, { params: { id } })).json.exercises
const chemistry: ManagedExercise = {
  number: 2,
  title: 'Électrolyse',
  points: 7,
  chapters: [],
  page: null,
  correctionPage: 4,
  videoSeconds: 0,
}

test('stores, shows and logs exercises in the order of their numbers, with their help for managers only', async () => {
  const id = await storeSubject()
  expect(await read(id)).toEqual([])
  const answer = await put(id, [chemistry, sampleManagedExercise])
  const stored = [sampleManagedExercise, chemistry]
  expect(answer).toMatchObject({ status: 200, json: { id, exercises: stored } })
  expect(await read(id)).toEqual([{ ...sampleExercise, hasHelp: true }, chemistry])
  expect((await asOwner(listManagedSubjects)).json.items).toContainEqual(answer.json)
  expect(await listEntries(id)).toMatchObject([
    { action: 'UPDATE_EXERCISES', before: { exercises: [] }, after: { exercises: stored } },
  ])
})

test('refuses a list that was made from an older state, unless it is stored already', async () => {
  const id = await storeSubject()
  const params = { id }
  const { updatedAt } = (await asOwner(getExercises, { params })).json
  const body = { exercises: [sampleExercise], updatedAt }
  expect((await asOwner(setExercises, { params, body })).status).toBe(200)
  expect((await asOwner(setExercises, { params, body })).status).toBe(200)
  expect(await asOwner(setExercises, { params, body: { exercises: [chemistry], updatedAt } })).toMatchObject({
    status: 409,
    json: { code: 'CONFLICT' },
  })
  expect(await read(id)).toEqual([sampleExercise])
  expect(await listEntries(id)).toHaveLength(1)
})

test('keeps the exercises when the files change', async () => {
  const id = await storeSubject([sampleExercise])
  const body = { ...KEY, year: String(year), file: `${SAMPLE_DRIVE_ID}other` }
  expect(await asOwner(addSubject, { body, query: { replace: 'true' } })).toMatchObject({
    status: 201,
    json: { exercises: [sampleExercise] },
  })
  expect(await read(id)).toEqual([sampleExercise])
})

test('keeps the help of an exercise when a file without help is imported', async () => {
  const id = await storeSubject([sampleManagedExercise])
  const cell = '1 | Un autre titre | 3,25 | ondes/1 | 2 // 2 | Pile | 3'
  const body = `track;year;session;file;exercises\nSVT;${year};Normale;${SAMPLE_DRIVE_ID};${cell}`
  const answer = await asOwner(importSubjects, { body, headers: { 'content-type': 'text/csv' } })
  expect(answer.json.lines).toMatchObject([{ outcome: 'updated' }])
  const { hints, answer: number } = sampleManagedExercise
  expect((await asOwner(getExercises, { params: { id } })).json.exercises).toMatchObject([
    { number: 1, title: 'Un autre titre', hints, answer: number },
    { number: 2, title: 'Pile' },
  ])
})

test.each<{ what: string; exercises: unknown; path: string; message: string }>([
  {
    what: 'a chapter that the track does not teach',
    exercises: [
      {
        ...chemistry,
        chapters: [
          { theme: 'ondes', chapter: 1 },
          { theme: 'electrolyse', chapter: 1 },
        ],
      },
    ],
    path: 'exercises.0.chapters.1',
    message: "Ce chapitre n'existe pas",
  },
  {
    what: 'two exercises of one number',
    exercises: [sampleExercise, { ...chemistry, number: 1 }],
    path: 'exercises',
    message: 'Deux exercices portent le même numéro',
  },
  {
    what: 'a tenth of a point',
    exercises: [{ ...chemistry, points: 0.1 }],
    path: 'exercises.0.points',
    message: 'Les points vont de 0,25 à 20, par quart de point',
  },
  {
    what: 'thirteen exercises',
    exercises: Array.from({ length: 13 }, () => chemistry),
    path: 'exercises',
    message: 'Un sujet a 12 exercices au plus',
  },
])('refuses $what, and changes nothing', async ({ exercises, path, message }) => {
  const id = await storeSubject([sampleExercise])
  expect(await put(id, exercises)).toMatchObject({
    status: 400,
    json: { code: 'INVALID_REQUEST', errors: expect.arrayContaining([{ path, message }]) },
  })
  expect(await read(id)).toEqual([sampleExercise])
  expect(await listEntries(id)).toEqual([])
})

test.each(['bac-SVT-2009-Normale', 'no-subject'])('answers 404 for the exercises of %s', async (id) => {
  expect((await put(id, [])).json.code).toBe('NOT_FOUND')
  expect((await asOwner(getExercises, { params: { id } })).json.code).toBe('NOT_FOUND')
})
