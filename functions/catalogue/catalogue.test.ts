import { getChapter, getHealth, listSubjects, listVideos } from '#shared/contract/catalogue.ts'
import { getSubject, listExercises } from '#shared/contract/subject-details.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { sampleExercise, sampleManagedExercise } from '#shared/entities/samples.ts'
import { createResources } from '../data/resources.ts'
import { createSubjects } from '../data/subjects.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
  await createSubjects(site.store.table).putAll([
    subjectFixture({ track: 'SVT', year: '2010', session: 'Rattrapage' }),
    subjectFixture({
      track: 'SVT',
      year: '2024',
      session: 'Normale',
      isFree: true,
      exercises: [sampleManagedExercise],
      correction: subjectDocumentFixture({ size: 2_000_000, pages: 9 }),
      video: subjectDocumentFixture({ size: 90_000_000 }),
    }),
    subjectFixture({ track: 'PC', year: '2024' }),
  ])
  const chapter = { track: 'PC', theme: 'electricite', chapter: "Modulation d'amplitude" } as const
  await createResources(site.store.table).putAll([
    resourceFixture({ ...chapter, id: 'r-1', year: '2015', title: 'Énoncé', resourceType: 'exercise' }),
    resourceFixture({ ...chapter, id: 'r-2', year: '2021', file: { kind: 'coming-soon' } }),
    resourceFixture({
      id: 'v-1',
      type: 'video',
      isFree: true,
      title: 'La décroissance',
      description: 'Cours',
      thumbnail: 'https://images.exemple.test/v.jpg',
      file: { kind: 'youtube', videoId: 'abcdefghijk' },
    }),
  ])
})
afterAll(() => site.stop())

test('answers the subjects of a track, newest year first', async () => {
  const { json } = await site.call(listSubjects, { query: { track: 'SVT' } })
  expect(json.items).toEqual([
    {
      id: 'bac-SVT-2024-Normale',
      track: 'SVT',
      year: '2024',
      session: 'Normale',
      hasFile: true,
      size: 1_234_567,
      pages: 6,
      isFree: true,
      hasCorrection: true,
      correction: { size: 2_000_000, pages: 9 },
      hasVideo: true,
      video: { size: 90_000_000, pages: null },
    },
    {
      id: 'bac-SVT-2010-Rattrapage',
      track: 'SVT',
      year: '2010',
      session: 'Rattrapage',
      hasFile: true,
      size: 1_234_567,
      pages: 6,
      isFree: false,
      hasCorrection: false,
      correction: null,
      hasVideo: false,
      video: null,
    },
  ])
})

test('answers one subject as in its list, without references to its files', async () => {
  const { json, text } = await site.call(getSubject, { params: { id: 'bac-SVT-2024-Normale' } })
  const list = await site.call(listSubjects, { query: { track: 'SVT' } })
  const [listed] = list.json.items as object[]
  expect(json).toEqual({ ...listed, exercises: [{ ...sampleExercise, hasHelp: true }] })
  expect(text + list.text).not.toContain(SAMPLE_DRIVE_ID)
  expect(text + list.text).not.toContain('version')
})

test('lists the exercises of a track without their help', async () => {
  const { json } = await site.call(listExercises, { query: { track: 'SVT' } })
  expect(json.items).toEqual([
    { subjectId: 'bac-SVT-2024-Normale', exercises: [{ ...sampleExercise, hasHelp: true }] },
  ])
})

test.each(['bac-SVT-2023-Normale', 'bac-SVT-2024-Normale-correction', 'r-1'])(
  '%s is no subject',
  async (id) => {
    expect(await site.call(getSubject, { params: { id } })).toMatchObject({
      status: 404,
      json: { code: 'NOT_FOUND' },
    })
  },
)

test('answers a chapter by its number, with available and announced resources', async () => {
  const params = { track: 'science-physique', theme: 'electricite', chapter: '4' }
  const { json } = await site.call(getChapter, { params })
  expect(json).toMatchObject({
    track: 'science-physique',
    theme: 'electricite',
    chapter: 4,
    title: "Modulation d'amplitude",
  })
  expect(json.items).toEqual([
    {
      id: 'r-2',
      size: null,
      pages: null,
      title: 'Ondes mécaniques - 2019',
      year: '2021',
      session: 'Rattrapage',
      resourceType: 'correction',
      type: 'pdf',
      isFree: false,
      available: false,
    },
    {
      id: 'r-1',
      size: null,
      pages: null,
      title: 'Énoncé',
      year: '2015',
      session: 'Rattrapage',
      resourceType: 'exercise',
      type: 'pdf',
      isFree: false,
      available: true,
    },
  ])
})

test('answers an empty chapter for one without resources', async () => {
  const params = { track: 'svt', theme: 'piles', chapter: '1' }
  expect((await site.call(getChapter, { params })).json).toMatchObject({
    title: 'Piles électrochimiques',
    items: [],
  })
})

test('answers the free videos, without references to their files', async () => {
  const { json, text } = await site.call(listVideos)
  expect(json.items).toEqual([
    {
      id: 'v-1',
      title: 'La décroissance',
      description: 'Cours',
      track: 'SM',
      theme: 'ondes',
      chapter: 'Ondes mécaniques progressives',
      year: '2019',
      session: 'Rattrapage',
      thumbnail: 'https://images.exemple.test/v.jpg',
      createdAt: '2026-01-01T00:00:00.000Z',
    },
  ])
  expect(text).not.toContain('abcdefghijk')
  expect(text).not.toContain(SAMPLE_DRIVE_ID)
})

test('answers health without caching', async () => {
  expect(await site.call(getHealth)).toMatchObject({
    status: 200,
    json: { status: 'ok' },
    headers: { 'cache-control': 'no-store' },
  })
})
