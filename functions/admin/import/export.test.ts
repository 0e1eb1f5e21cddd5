import { exportResources as exportRoute } from '#shared/contract/admin/resources.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { createResources } from '../../data/resources.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { place, startImportSite } from '../../test-support/import-site.ts'

const site = await startImportSite()
site.store.bypassProxy()
const resources = createResources(site.store.table)
beforeEach(() => site.begin())
afterAll(() => site.stop())

const readExport = () => site.admin.asOwner(exportRoute)

test('an export changes nothing when it is imported, and restores its resources in an empty site', async () => {
  const hostile = ['=HYPERLINK("x";"y")', '-1;"deux"', 'a\r\nb\tc', "'@É, '"]
  const youtube = { kind: 'youtube', videoId: '-_abcdefghi' } as const
  await resources.putAll([
    ...hostile.map((text) => resourceFixture({ ...place, title: text, description: text })),
    resourceFixture({ file: { kind: 'drive', fileId: SAMPLE_DRIVE_ID, resourceKey: '0-ab_C' } }),
    resourceFixture({ year: '2019', file: { kind: 'coming-soon' }, thumbnail: 'https://a.test/a;b.png' }),
    resourceFixture({ year: '2020', type: 'video', isFree: true, file: youtube }),
  ])
  const before = await site.stored()
  const { text } = await readExport()
  expect(text).not.toMatch(/[;\n]"?[=+@-]/)
  expect(new Set(await site.outcomes(text))).toEqual(new Set(['unchanged']))
  await site.begin()
  await site.send(text)
  const fields = (all: readonly Resource[]) =>
    all
      .map((each) => ({ ...each, version: '', size: null, pages: null, createdAt: '', updatedAt: '' }))
      .toSorted((a, b) => a.id.localeCompare(b.id))
  expect(fields(await site.stored())).toEqual(fields(before))
})
