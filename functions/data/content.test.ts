import { resourceFixture } from '../test-support/content.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createResources, type Resources } from './resources.ts'

let store: TestTable
let resources: Resources
beforeAll(async () => {
  store = await startTable()
  resources = createResources(store.table)
})
afterAll(() => store.stop())

test('writes more resources than one batch takes, sends the rest again, and reads a chapter in one query', async () => {
  const chapter = { theme: 'electricite', chapter: 'Dipôle RC' } as const
  const many = Array.from({ length: 40 }, (_, index) =>
    resourceFixture({ ...chapter, year: String(2000 + (index % 20)) }),
  )
  let refusals = 2
  store.failWith((operation) => {
    if (operation !== 'BatchWriteItem' || refusals === 0) return undefined
    refusals -= 1
    return { status: 400, type: 'ThrottlingException' }
  })
  await resources.putAll([...many, resourceFixture({ ...chapter, chapter: 'Dipôle RL' })])
  store.operations.clear()
  const listed = await resources.listChapter('SM', 'electricite', 1)
  expect(store.operations.list()).toEqual(['Query'])
  const years = many.map(({ year }) => year)
  expect(listed.map(({ year }) => year)).toEqual(years.toSorted().toReversed())
  expect(JSON.stringify(listed)).not.toContain('fileId')
  expect(await resources.listChapter('SM', 'electricite', 2)).toHaveLength(1)
})
