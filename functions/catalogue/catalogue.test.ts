import { getChapter, listSubjects, listVideos } from '#shared/contract/catalogue.ts'
import { getSubject, listExercises } from '#shared/contract/subject-details.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { publicSubject } from '#shared/entities/subject.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { startSite } from '../test-support/site.ts'

const older = subjectFixture({ track: 'SVT', year: '2010', session: 'Rattrapage' })
const newer = subjectFixture({
  track: 'SVT',
  year: '2024',
  session: 'Normale',
  isFree: true,
  exercises: [sampleManagedExercise],
  correction: subjectDocumentFixture({ size: 2_000_000, pages: 9 }),
  video: subjectDocumentFixture({ size: 90_000_000 }),
})
const NEWER_ID = 'bac-SVT-2024-Normale'

const site = await startSite()
await site.stores.subjects.putAll([older, newer, subjectFixture({ track: 'PC', year: '2024' })])
const modulation = { track: 'PC', theme: 'electricite', chapter: "Modulation d'amplitude" } as const
const youtube = { kind: 'youtube', videoId: 'abcdefghijk' } as const
await site.stores.resources.putAll([
  resourceFixture({ ...modulation, id: 'r-1', year: '2015', title: 'Énoncé', resourceType: 'exercise' }),
  resourceFixture({ ...modulation, id: 'r-2', year: '2021', file: { kind: 'coming-soon' } }),
  resourceFixture({ id: 'v-1', type: 'video', isFree: true, title: 'La décroissance', file: youtube }),
])
afterAll(() => site.stop())

test('answers the public view of the subjects of a track, newest year first, without their files', async () => {
  const { json, text } = await site.call(listSubjects, { query: { track: 'SVT' } })
  expect(json.items).toEqual([newer, older].map(publicSubject))
  expect(text).not.toMatch(new RegExp(`${SAMPLE_DRIVE_ID}|version`))
})

test('answers one subject as in its list, with its exercises but without their help', async () => {
  const { json, text } = await site.call(getSubject, { params: { id: NEWER_ID } })
  const exercises = [{ ...sampleExercise, hasHelp: true }]
  expect(json).toEqual({ ...publicSubject(newer), exercises })
  expect(text).not.toMatch(new RegExp(`${SAMPLE_DRIVE_ID}|version`))
  const listed = await site.call(listExercises, { query: { track: 'SVT' } })
  expect(listed.json.items).toEqual([{ subjectId: NEWER_ID, exercises }])
})

test('answers a chapter by its number, with available and announced resources', async () => {
  const params = { track: 'science-physique', theme: 'electricite', chapter: '4' }
  const { json, text } = await site.call(getChapter, { params })
  const { items, ...chapter } = json
  const title = "Modulation d'amplitude"
  expect(chapter).toMatchObject({ track: params.track, theme: params.theme, chapter: 4, title })
  expect(items).toMatchObject([
    { id: 'r-2', year: '2021', available: false },
    { id: 'r-1', year: '2015', title: 'Énoncé', resourceType: 'exercise', available: true },
  ])
  expect(text).not.toContain(SAMPLE_DRIVE_ID)
  const empty = await site.call(getChapter, { params: { track: 'svt', theme: 'piles', chapter: '1' } })
  expect(empty.json).toMatchObject({ title: 'Piles électrochimiques', items: [] })
})

test('answers the free videos, without references to their files', async () => {
  const { json, text } = await site.call(listVideos)
  expect(json.items).toMatchObject([
    { id: 'v-1', title: 'La décroissance', track: 'SM', chapter: 'Ondes mécaniques progressives' },
  ])
  expect(text).not.toContain('abcdefghijk')
})
