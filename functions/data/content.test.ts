import { publicSubject } from '#shared/entities/subject.ts'
import { resourceFixture, subjectDocumentFixture, subjectFixture } from '../test-support/content.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createDocuments } from './documents.ts'
import { createResources } from './resources.ts'
import { createSubjects } from './subjects.ts'

let store: TestTable
beforeEach(async () => {
  store = await startTable()
})
afterEach(() => store.stop())

test('lists the subjects of a track by descending year', async () => {
  const subjects = createSubjects(store.table)
  const years = ['2008', '2025', '2016']
  await subjects.putAll([
    ...years.map((year) => subjectFixture({ track: 'SM', year })),
    subjectFixture({ track: 'SVT', year: '2020' }),
  ])
  store.operations.clear()
  expect((await subjects.listTrack('SM')).map(({ year }) => year)).toEqual(['2025', '2016', '2008'])
  expect(store.operations.list()).toEqual(['Query'])
  expect((await subjects.listAll()).map(({ year }) => year)).toEqual(['2025', '2020', '2016', '2008'])
})

test('lists publicly what the stored subjects say, whichever documents they have', async () => {
  const subjects = createSubjects(store.table)
  await subjects.putAll([
    subjectFixture({ year: '2024' }),
    subjectFixture({ year: '2023', size: 1_000, pages: 6, isFree: true }),
    subjectFixture({ year: '2022', correction: subjectDocumentFixture({ size: 2_000, pages: 9 }) }),
    subjectFixture({ year: '2021', correction: subjectDocumentFixture(), video: subjectDocumentFixture() }),
  ])
  const stored = await subjects.listTrack('SM')
  store.operations.clear()
  const listed = await subjects.listPublic('SM')
  expect(store.operations.list()).toEqual(['Query'])
  expect(listed).toEqual(stored.map(publicSubject))
  expect(listed.map(({ hasCorrection, hasVideo }) => [hasCorrection, hasVideo])).toEqual([
    [false, false],
    [false, false],
    [true, false],
    [true, true],
  ])
  expect(JSON.stringify(listed)).not.toContain('fileId')
})

test('writes more resources than one batch takes, and reads a chapter in one query', async () => {
  const resources = createResources(store.table)
  const many = Array.from({ length: 60 }, (_, index) =>
    resourceFixture({ year: String(2000 + (index % 20)), chapter: 'Dipôle RC', theme: 'electricite' }),
  )
  await resources.putAll([...many, resourceFixture({ theme: 'electricite', chapter: 'Dipôle RL' })])
  store.operations.clear()
  const chapter = await resources.listChapter('SM', 'electricite', 1)
  expect(store.operations.list()).toEqual(['Query'])
  expect(chapter).toHaveLength(60)
  expect(chapter.map(({ year }) => year)).toEqual(
    chapter
      .map(({ year }) => year)
      .toSorted()
      .toReversed(),
  )
  expect(await resources.listChapter('SM', 'electricite', 2)).toHaveLength(1)
  expect(JSON.stringify(chapter)).not.toContain('fileId')
})

test('sends the rest of a batch that the store has taken in part', async () => {
  let refusals = 2
  store.failWith((operation) => {
    if (operation !== 'BatchWriteItem' || refusals === 0) return undefined
    refusals -= 1
    return { status: 400, type: 'ThrottlingException' }
  })
  await createResources(store.table).putAll(Array.from({ length: 30 }, () => resourceFixture()))
  expect(await createResources(store.table).listChapter('SM', 'ondes', 1)).toHaveLength(30)
})

test('lists free videos newest first, without paid videos and free PDFs', async () => {
  const resources = createResources(store.table)
  const video = { type: 'video', isFree: true } as const
  const older = resourceFixture({ ...video, createdAt: '2025-01-01T00:00:00.000Z' })
  const newer = resourceFixture({
    ...video,
    createdAt: '2025-02-01T00:00:00.000Z',
    file: { kind: 'youtube', videoId: 'abcdefghijk' },
  })
  await resources.putAll([
    older,
    newer,
    resourceFixture({ type: 'video' }),
    resourceFixture({ isFree: true }),
  ])
  expect((await resources.listFreeVideos()).map(({ id }) => id)).toEqual([newer.id, older.id])
  expect(await resources.find(newer.id)).toEqual(newer)
})

test('finds a document of each kind by its public id', async () => {
  const subject = subjectFixture({ track: 'SM', year: '2023', session: 'Normale' })
  const resource = resourceFixture({ file: { kind: 'coming-soon' } })
  await createSubjects(store.table).putAll([subject])
  await createResources(store.table).putAll([resource])
  const documents = createDocuments(store.table)
  store.operations.clear()
  expect(await documents.find('bac-SM-2023-Normale')).toMatchObject({ fileName: 'Bac-SM-2023-Normale.pdf' })
  expect(await documents.find(resource.id)).toMatchObject({ id: resource.id, file: { kind: 'coming-soon' } })
  expect(await documents.find('bac-SM-2023-Rattrapage')).toBeNull()
  expect(await documents.find('nothing')).toBeNull()
  expect(store.operations.list()).toEqual(['GetItem', 'GetItem', 'GetItem', 'GetItem'])
})
