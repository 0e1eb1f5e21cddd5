import { createResources } from '../../data/resources.ts'
import { csv, type ImportSite, line, startImportSite } from '../../test-support/import-site.ts'
import { importResources as runImport } from './import-resources.ts'

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
beforeEach(() => site.begin())
afterAll(() => site.stop())

test('a call that runs out of time answers with the line to continue from', async () => {
  const rows = Array.from({ length: 200 }, (_, index) =>
    line({
      2: String(1 + (index % 2)),
      3: String(2008 + Math.floor(index / 4)),
      4: index % 4 < 2 ? 'Normale' : 'Rattrapage',
    }),
  )
  const deps = importDeps()
  const actor = { type: 'system' } as const
  let batches = 0
  const result = await runImport(deps, actor, csv(...rows), {
    isDryRun: false,
    mayGoOn: () => (batches += 1) < 2,
  })
  expect(result).toMatchObject({ nextLine: 162 })
  expect(result.lines).toHaveLength(160)
  const rest = await runImport(deps, actor, csv(...rows.slice(160)), { isDryRun: false, mayGoOn: () => true })
  expect(rest.nextLine).toBeNull()
  expect(await site.count()).toBe(200)
  await site.entries(3)
})

test('reports a batch that is overtaken each time, and writes nothing', async () => {
  const deps = importDeps()
  const result = await runImport(
    { ...deps, resources: { ...deps.resources, writeBatch: async () => 'overtaken' } },
    { type: 'system' },
    csv(line(), line({ 0: 'X' })),
    { isDryRun: false, mayGoOn: () => true },
  )
  expect(result.lines).toMatchObject([
    { outcome: 'refused', errors: [{ message: expect.stringContaining("vient d'être modifié") }] },
    { outcome: 'refused', errors: [{ path: 'track' }] },
  ])
  expect(await site.stored()).toEqual([])
})

test('a crash before, in or after a batch leaves whole batches, and a repetition completes them', async () => {
  const rows = Array.from({ length: 100 }, (_, index) =>
    line({ 2: String(1 + (index % 2)), 3: String(2008 + Math.floor(index / 2)) }),
  )
  for (const [operation, after] of [
    ['TransactWriteItems', 0],
    ['TransactWriteItems', 1],
  ] as const) {
    let seen = 0
    site.store.failWith((called) => {
      if (called !== operation) return undefined
      seen += 1
      return seen > after ? { status: 500, type: 'InternalServerError' } : undefined
    })
    const { json } = await site.send(csv(...rows))
    expect(json.code).toBe('TEMPORARILY_UNAVAILABLE')
    site.store.failWith(() => undefined)
    const all = await site.stored()
    expect(all.length % 80).toBe(0)
    expect(await site.count()).toBe(all.length)
  }
  await site.send(csv(...rows))
  expect(await site.stored()).toHaveLength(100)
  expect(await site.count()).toBe(100)
  await site.entries(2)
  const { items } = await createResources(site.store.table).listNewest({ search: 'enonce', limit: 100 })
  expect(items).toHaveLength(100)
})

function importDeps() {
  const { table } = site.store
  return {
    resources: createResources(table),
    edgeCache: { forget: async () => undefined },
    clock: { now: () => new Date() },
  }
}
