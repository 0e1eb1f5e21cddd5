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
const { getChapter, listSubjects } = await import('#shared/contract/catalogue.ts')
const { addSubject } = await import('#shared/contract/admin/subjects.ts')
const { addResource, exportResources, listResources } = await import('#shared/contract/admin/resources.ts')
const { getOverview } = await import('#shared/contract/admin/overview.ts')
const { guessDocument } = await import('#shared/domain/documents/file-name.ts')
const { sampleResourceInput, sampleSubjectInput } = await import('#shared/contract/samples.ts')
const { csv, line, startImportSite } = await import('../test-support/import-site.ts')

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
beforeEach(() => site.begin())
afterAll(() => site.stop())

const chapter = { theme: 'electricite', chapter: 'Dipôle RL' } as const

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

test('accepts its resources, lists them in their chapters, and finds them by its code and its name', async () => {
  const body = { ...sampleResourceInput, ...chapter, track }
  expect((await site.admin.asOwner(addResource, { body })).status).toBe(201)
  await site.admin.asOwner(addResource, { body: sampleResourceInput })
  const params = { track: added.slug, theme: 'electricite', chapter: '1' }
  const { json } = await site.call(getChapter, { params })
  expect(json).toMatchObject({ title: 'Dipôle RL', items: [{ title: sampleResourceInput.title }] })
  const refused = await site.admin.asOwner(addResource, { body: { ...body, chapter: 'Dipôle RC' } })
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'chapter' }] } })
  for (const search of ['agr', 'agronom']) {
    const found = await site.admin.asOwner(listResources, { query: { search } })
    expect(found.json.items).toMatchObject([{ track }])
  }
})

test('exports and imports its resources as CSV', async () => {
  expect(await site.outcomes(csv(line({ 0: track, 1: 'electricite', 2: '1' })))).toEqual(['created'])
  expect(await site.stored()).toMatchObject([{ track, ...chapter }])
  const { text } = await site.admin.asOwner(exportResources)
  expect(text).toContain(`;${track};electricite;`)
  expect(await site.outcomes(text)).toEqual(['unchanged'])
})

test('reads its name in file names, and lists it where a track is unknown', async () => {
  expect(guessDocument('agr_piles_1_2019_N_enonce.pdf')).toMatchObject({ track, theme: 'piles' })
  const { json } = await site.call(listSubjects, { query: { track: 'XY' } })
  expect(json.errors).toEqual([{ path: 'track', message: expect.stringMatching(/ ou AGR$/) }])
})
