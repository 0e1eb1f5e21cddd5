import * as fc from 'fast-check'
import { listThemes } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { exportResources } from '#shared/contract/admin/resources.ts'
import { type FileReference, SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createResources } from '../../data/resources.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { type ImportSite, place, startImportSite } from '../../test-support/import-site.ts'

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
beforeEach(() => site.begin())
afterAll(() => site.stop())

test('exports a formula as text, and imports it unchanged', async () => {
  const title = '=HYPERLINK("http://exemple.test";"x")'
  await createResources(site.store.table).putAll([resourceFixture({ ...place, title, description: '-1' })])
  const { text, headers } = await site.admin.asOwner(exportResources)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(text).toContain('"\'=HYPERLINK')
  expect(text).not.toMatch(/[;\n]"?[=+@-]/)
  expect(await site.outcomes(text)).toEqual(['unchanged'])
})

test('does not export the day of a correction, and no import removes it', async () => {
  const correctedOn = '2026-04-13'
  const corrected = resourceFixture({ ...place, title: 'Titre', correctedOn })
  await createResources(site.store.table).putAll([corrected])
  const { text } = await site.admin.asOwner(exportResources)
  expect(text).not.toMatch(/correctedOn|2026-04-13/)
  expect(await site.outcomes(text)).toEqual(['unchanged'])
  expect(await site.outcomes(text.replace('Titre', 'Autre titre'))).toEqual(['updated'])
  expect(await site.stored()).toMatchObject([{ id: corrected.id, title: 'Autre titre', correctedOn }])
})

describe('an export of any resources', () => {
  const text = fc
    .string({
      unit: fc.constantFrom('a', 'É', ' ', ';', ',', '"', "'", '=', '-', '@', '\n', '\r\n', '\t'),
      maxLength: 12,
    })
    .map((each) => each.trim())
  const places = TRACK_CODES.flatMap((track) =>
    listThemes(track).flatMap(({ slug, chapters }) =>
      chapters.map((chapter) => ({ track, theme: slug, chapter })),
    ),
  )
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
      place: fc.constantFrom(...places.slice(0, 6)),
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
        await createResources(site.store.table).putAll(some)
        const { text: exported } = await site.admin.asOwner(exportResources)
        const { lines } = await site.send(exported)
        expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
        expect(lines.length).toBe(await site.count())
      }),
      { numRuns: 15 },
    )
    const before = await site.stored()
    const { text: exported } = await site.admin.asOwner(exportResources)
    await site.begin()
    await site.send(exported)
    const fields = (all: readonly Resource[]) =>
      all
        .map((each) => ({ ...each, version: '', size: null, pages: null, createdAt: '', updatedAt: '' }))
        .toSorted((a, b) => a.id.localeCompare(b.id))
    expect(fields(await site.stored())).toEqual(fields(before))
  })
})
