import { createPublications } from '#functions/data/site.ts'
import type { Stores } from '#functions/data/stores.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { publish } from './publish.ts'

let store: TestTable
let publications: Stores['publications']
beforeAll(async () => {
  store = await startTable()
  publications = createPublications(store.table)
})
afterAll(() => store.stop())

const run = (runId: string) => ({ runId, now: new Date(), until: new Date(Date.now() + 60_000) })

test('waits for the publication that covers its request, not for the one under way', async () => {
  const first = await publications.addRequest()
  await publications.begin(first, run('a'))
  const steps = [
    () => publications.finish('a', { now: new Date(), filesWritten: 1 }),
    async () => {
      await publications.begin(await publications.addRequest(), run('b'))
    },
    () => publications.finish('b', { now: new Date(), filesWritten: 2 }),
  ]
  expect(await publish(publications, async () => steps.shift()?.())).toBe(2)
  expect(steps).toEqual([])
})

test('ends with an error when its publication fails', async () => {
  const fail = async () => {
    await publications.begin(await publications.addRequest(), run('c'))
    await publications.fail('c', new Date())
  }
  await expect(publish(publications, fail)).rejects.toThrow('La publication a échoué')
})
