import * as fc from 'fast-check'
import { exportResources as exportRoute } from '#shared/contract/admin/resources.ts'
import { joinCsvPages } from '#shared/domain/csv/csv-pages.ts'
import { jsonBytes } from '#shared/domain/payload-limit.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { newestFirst } from '../../data/keys.ts'
import { createResources, type Resources } from '../../data/resources.ts'
import { encodeCursor } from '../../data/table/cursor.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { type ImportSite, startImportSite } from '../../test-support/import-site.ts'
import { readCsv, resourceFormat } from './csv.ts'
import { exportResources } from './export-resources.ts'

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
afterAll(() => site.stop())

const LAMBDA_LIMIT = 6 * 1024 * 1024

test.each(['x', Buffer.from('BLOCKED').toString('base64url')])('refuses the cursor %s', async (cursor) => {
  const { status, json } = await site.admin.asOwner(exportRoute, { query: { cursor } })
  expect({ status, code: json.code }).toEqual({ status: 400, code: 'INVALID_REQUEST' })
})

test('exports every row once and in order, in pages that exceed their limit for a single row only', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', '\n', '\u0001'), maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: 250 }),
      fc.integer({ min: 400, max: 60_000 }),
      fc.infiniteStream(fc.boolean()),
      async (descriptions, maxBytes, time) => {
        const deps = {
          resources: listOf(descriptions.map((description) => resourceFixture({ description }))),
        }
        const { csv: whole } = await exportResources(deps, { mayGoOn: () => true })
        const pages: string[] = []
        let cursor: string | undefined
        do {
          const mayGoOn = () => time.next().value === true
          const page = await exportResources(deps, { cursor, mayGoOn, maxBytes })
          pages.push(page.csv)
          cursor = page.nextCursor ?? undefined
          const isSingle = readCsv(page.csv, resourceFormat).length <= 1
          expect(isSingle || jsonBytes(page.csv) <= maxBytes).toBe(true)
        } while (cursor !== undefined)
        expect(joinCsvPages(pages)).toBe(whole)
      },
    ),
    { numRuns: 30 },
  )
})

/** Returns the repository's list over resources in memory. */
function listOf(all: readonly Resource[]): Pick<Resources, 'listPage'> {
  const cursors = all.map((resource) => encodeCursor(newestFirst(resource)))
  return {
    listPage: async ({ limit, cursor }) => {
      const start = cursor === undefined ? 0 : cursors.indexOf(cursor) + 1
      const end = start + limit
      return { items: all.slice(start, end), nextCursor: (end < all.length && cursors[end - 1]) || null }
    },
  }
}

describe('with 4,000 resources of long descriptions', () => {
  const count = 4_000
  beforeAll(async () => {
    const description = 'Énoncé "officiel" avec barème,\nà imprimer ; voir aussi le corrigé. '.repeat(28)
    await createResources(site.store.table).putAll(
      Array.from({ length: count }, (_, index) =>
        resourceFixture({
          description,
          title: `"Exercice" ${index}`,
          createdAt: new Date(Date.UTC(2026, 1, 1) + index).toISOString(),
        }),
      ),
    )
  })

  test('answers pages within the limit of Lambda, each a file, which can be joined to one', async () => {
    const deps = { resources: createResources(site.store.table) }
    const pages: string[] = []
    let cursor: string | undefined
    do {
      const { csv, nextCursor } = await exportResources(deps, { cursor, mayGoOn: () => true })
      expect(jsonBytes(csv)).toBeLessThan(LAMBDA_LIMIT)
      expect(readCsv(csv, resourceFormat).length).toBeGreaterThan(0)
      pages.push(csv)
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(pages.length).toBeGreaterThan(1)
    const whole = readCsv(joinCsvPages(pages), resourceFormat)
    const titles = whole.map(({ cells }) => cells.title)
    const expected = Array.from({ length: count }, (_, index) => `"Exercice" ${count - 1 - index}`)
    expect(expected.filter((title, index) => titles[index] !== title)).toEqual([])
  })

  test('ends a page when its time is over, and continues with the next one', async () => {
    const deps = { resources: createResources(site.store.table) }
    let batches = 0
    const page = await exportResources(deps, { mayGoOn: () => (batches += 1) < 3 })
    expect(readCsv(page.csv, resourceFormat)).toHaveLength(300)
    const next = await exportResources(deps, { cursor: page.nextCursor ?? '', mayGoOn: () => false })
    expect(readCsv(next.csv, resourceFormat)[0]?.cells.title).toBe(`"Exercice" ${count - 301}`)
  })
})
