import { resourceFixture } from '../test-support/content.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createResources } from './resources.ts'

let store: TestTable
beforeEach(async () => {
  store = await startTable()
})
afterEach(() => store.stop())

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
