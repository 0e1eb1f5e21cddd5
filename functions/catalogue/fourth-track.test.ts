import { vi } from 'vitest'
import * as curriculum from '#shared/catalogue/curriculum.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { ImportSite } from '../test-support/import-site.ts'

const added = {
  ...curriculum.trackDefinitions[1],
  code: 'AGR',
  slug: 'science-agronomique',
  label: 'Science Agronomique',
  themes: { electricite: { resourceCount: 4, without: ['Dipôle RC'] }, piles: { resourceCount: 1 } },
}
const track = added.code as TrackCode

// A fourth track needs only its catalogue entry. Modules that use the tracks are imported after this mock.
vi.doMock('#shared/catalogue/curriculum.ts', () => ({
  ...curriculum,
  trackDefinitions: [...curriculum.trackDefinitions.slice(0, 3), added],
}))
const { listSubjects } = await import('#shared/contract/catalogue.ts')
const { addSubject } = await import('#shared/contract/admin/subjects.ts')
const { getOverview } = await import('#shared/contract/admin/overview.ts')
const { sampleSubjectInput } = await import('#shared/contract/samples.ts')
const { startImportSite } = await import('../test-support/import-site.ts')

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
beforeEach(() => site.begin())
afterAll(() => site.stop())

test('accepts and lists its subjects, and shows missing ones to the owner', async () => {
  const missing = async () => {
    const { json } = await site.admin.asOwner(getOverview)
    return (json.missingSubjects as { track: string }[]).filter((subject) => subject.track === track).length
  }
  const before = await missing()
  const body = { ...sampleSubjectInput, year: '2024', track }
  expect((await site.admin.asOwner(addSubject, { body })).status).toBe(201)
  const { json } = await site.call(listSubjects, { query: { track } })
  expect(json.items).toMatchObject([{ id: `bac-${track}-2024-Normale`, track }])
  expect(await missing()).toBe(before - 1)
})
