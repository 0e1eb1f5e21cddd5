import { createCounters } from '#functions/data/counters.ts'
import { createResources } from '#functions/data/resources.ts'
import { createUsers } from '#functions/data/users.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { addMany, enrolMany } from './crowd.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

test('a crowd stands in the table as if each had signed up', async () => {
  await enrolMany(store.table, 0, 30)
  await enrolMany(store.table, 30, 40)
  const lists = createUsers(store.table)
  expect(await createCounters(store.table).countUsers()).toBe(40)
  const page = await lists.listNewest({ search: '', limit: 50 })
  expect(new Set(page.items.map(({ email }) => email)).size).toBe(40)
  const found = await lists.listNewest({ search: '0013@x', limit: 50 })
  expect(found.items.map(({ email }) => email)).toEqual(['0013@x.ma'])
  expect((await lists.listPremium({ limit: 50 })).items).toHaveLength(40)
})

test('resources stand in the table as an import leaves them', async () => {
  await addMany(store.table, 0, 60)
  const found = await createResources(store.table).listNewest({ search: 'enonce', limit: 50 })
  expect(found.items).toHaveLength(50)
  expect(found.nextCursor).not.toBeNull()
})
