import * as fc from 'fast-check'
import { listThemes } from '#shared/catalogue/themes.ts'
import { exportResources as exportRoute } from '#shared/contract/admin/resources.ts'
import { joinCsvPages } from '#shared/domain/csv/csv-pages.ts'
import { jsonBytes } from '#shared/domain/payload-limit.ts'
import { type FileReference, SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { COSTLY_RUNS, isLongRun, RUNS } from '#shared/test-support/runs.ts'
import { newestFirst } from '../../data/keys.ts'
import { createResources, type Resources } from '../../data/resources.ts'
import { encodeCursor } from '../../data/table/cursor.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { place, startImportSite } from '../../test-support/import-site.ts'
import { readCsv, resourceFormat } from './csv.ts'
import { exportResources } from './export-resources.ts'

const site = await startImportSite()
site.store.bypassProxy()
const resources = createResources(site.store.table)
beforeEach(() => site.begin())
afterAll(() => site.stop())

const readExport = () => site.admin.asOwner(exportRoute)

test('exports a formula as text, and imports it unchanged', async () => {
  const title = '=HYPERLINK("http://exemple.test";"x")'
  await resources.putAll([resourceFixture({ ...place, title, description: '-1' })])
  const { text, headers } = await readExport()
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(text).toContain('"\'=HYPERLINK')
  expect(text).not.toMatch(/[;\n]"?[=+@-]/)
  expect(await site.outcomes(text)).toEqual(['unchanged'])
})

test('does not export the day of a correction, and no import removes it', async () => {
  const correctedOn = '2026-04-13'
  const corrected = resourceFixture({ ...place, title: 'Titre', correctedOn })
  await resources.putAll([corrected])
  const { text } = await readExport()
  expect(text).not.toMatch(/correctedOn|2026-04-13/)
  expect(await site.outcomes(text.replace('Titre', 'Autre titre'))).toEqual(['updated'])
  expect(await site.stored()).toMatchObject([{ id: corrected.id, title: 'Autre titre', correctedOn }])
})

describe('pages of an export', () => {
  test.each(['x', Buffer.from('BLOCKED').toString('base64url')])('refuse the cursor %s', async (cursor) => {
    const { json } = await site.admin.asOwner(exportRoute, { query: { cursor } })
    expect(json.code).toBe('INVALID_REQUEST')
  })

  test('end when the time is over, newest first, and continue with the next resource', async () => {
    const createdAt = (index: number) => new Date(Date.UTC(2026, 1, 1) + index).toISOString()
    await resources.putAll(
      Array.from({ length: 320 }, (_, index) =>
        resourceFixture({ title: `Exercice ${index}`, createdAt: createdAt(index) }),
      ),
    )
    let batches = 0
    const page = await exportResources({ resources }, { mayGoOn: () => (batches += 1) < 3 })
    expect(readCsv(page.csv, resourceFormat)).toHaveLength(300)
    const rest = { cursor: page.nextCursor ?? '', mayGoOn: () => false }
    const next = await exportResources({ resources }, rest)
    expect(readCsv(next.csv, resourceFormat)[0]?.cells.title).toBe('Exercice 19')
  })
})

test('exports every row once and in order, in pages that exceed their limit for a single row only', async () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'é', '"', ';', '\n', '\u0001'), maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(text, { maxLength: isLongRun ? 250 : 40 }),
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
    RUNS,
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

describe('an export of any resources', () => {
  const text = fc
    .string({
      unit: fc.constantFrom('a', 'É', ' ', ';', ',', '"', "'", '=', '-', '@', '\n', '\r\n', '\t'),
      maxLength: 12,
    })
    .map((each) => each.trim())
  const places = listThemes('SM')
    .flatMap(({ slug: theme, chapters }) =>
      chapters.map((chapter) => ({ track: 'SM', theme, chapter }) as const),
    )
    .slice(0, 6)
  const drive = fc.record({
    kind: fc.constant('drive' as const),
    fileId: fc.constantFrom(SAMPLE_DRIVE_ID, `${SAMPLE_DRIVE_ID}-_x`),
    resourceKey: fc.option(fc.constant('0-ab_C'), { nil: undefined }),
  })
  const file: fc.Arbitrary<FileReference> = fc.oneof(
    drive.map(({ resourceKey, ...each }) => (resourceKey ? { ...each, resourceKey } : each)),
    fc.constant({ kind: 'coming-soon' as const }),
  )
  const resource = fc
    .record({
      place: fc.constantFrom(...places),
      title: text.filter((each) => each !== ''),
      description: text,
      year: fc.constantFrom('2019', '2020'),
      session: fc.constantFrom('Normale' as const, 'Rattrapage' as const),
      resourceType: fc.constantFrom('exercise' as const, 'course' as const),
      type: fc.constantFrom('pdf' as const, 'video' as const),
      isFree: fc.boolean(),
      thumbnail: fc.constantFrom(null, 'https://exemple.test/a;b.png'),
      file,
    })
    .map(({ place: where, ...each }) => {
      const isYouTube = each.isFree && each.type === 'video' && each.file.kind === 'coming-soon'
      const youtube = { kind: 'youtube', videoId: '-=@abcdefgh'.replace(/[=@]/g, '_') } as const
      return resourceFixture({ ...where, ...each, file: isYouTube ? youtube : each.file })
    })

  test('changes nothing when it is imported, and restores them in an empty site', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(resource, { minLength: 1, maxLength: 12 }), async (some) => {
        await resources.putAll(some)
        const { text: exported } = await readExport()
        const { lines } = await site.send(exported)
        expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
        expect(lines.length).toBe(await site.count())
      }),
      COSTLY_RUNS,
    )
    const before = await site.stored()
    const { text: exported } = await readExport()
    await site.begin()
    await site.send(exported)
    const fields = (all: readonly Resource[]) =>
      all
        .map((each) => ({ ...each, version: '', size: null, pages: null, createdAt: '', updatedAt: '' }))
        .toSorted((a, b) => a.id.localeCompare(b.id))
    expect(fields(await site.stored())).toEqual(fields(before))
  })
})
