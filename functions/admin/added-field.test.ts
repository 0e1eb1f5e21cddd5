import * as v from 'valibot'
import { vi } from 'vitest'
import * as entity from '#shared/entities/resource.ts'

const School = v.optional(v.pipe(v.string(), v.maxLength(40)), '')

// A new field needs only the entity, the view that shows it, and the list of searched fields.
vi.doMock('#shared/entities/resource.ts', () => ({
  ...entity,
  Resource: v.object({ ...entity.Resource.entries, school: School }),
  ChapterItem: v.object({ ...entity.ChapterItem.entries, school: School }),
  searchedResourceFields: [...entity.searchedResourceFields, 'school'],
}))
const { getChapter } = await import('#shared/contract/catalogue.ts')
const { addResource, exportResources, getResource, listResources, updateResource } = await import(
  '#shared/contract/admin/resources.ts'
)
const { sampleCall } = await import('../test-support/samples.ts')
const { csv, HEADER, line, startImportSite } = await import('../test-support/import-site.ts')

const site = await startImportSite()
site.store.bypassProxy()
beforeEach(() => site.begin())
afterAll(() => site.stop())

/** Adds the sample resource with these fields. @returns the owner's view of it */
async function add(fields: object) {
  const { body } = sampleCall('addResource')
  const { status, json } = await site.admin.asOwner(addResource, { body: { ...(body as object), ...fields } })
  return { status, json, id: String(json.id) }
}

const school = 'Lycée Moulay Youssef'

test('stores an added field, shows it to owners and students, finds resources by it, and refuses other values', async () => {
  const { id, json } = await add({ school })
  expect(json.school).toBe(school)
  const read = async (of: string) =>
    (await site.admin.asOwner(getResource, { params: { id: of } })).json.school
  expect(await read(id)).toBe(school)
  const chapter = await site.call(getChapter, sampleCall('getChapter'))
  expect(chapter.json.items).toMatchObject([{ id, school }])
  expect(await read((await add({ title: 'Autre' })).id)).toBe('')
  const found = await site.admin.asOwner(listResources, { query: { search: 'youss' } })
  expect(found.json).toMatchObject({ items: [{ id }] })
  const refused = await add({ school: 'x'.repeat(41) })
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'school' }] } })
})

test('changes it alone, with an audit entry of both values', async () => {
  const { id } = await add({ school: 'Avant' })
  const body = { ...(sampleCall('addResource').body as object), school }
  expect((await site.admin.asOwner(updateResource, { params: { id }, body })).json).toMatchObject({ school })
  const [entry] = await site.admin.listEntries(id)
  expect(entry).toMatchObject({ before: { school: 'Avant' }, after: { school } })
})

test('imports and exports it as a column', async () => {
  const [row = ''] = csv(line()).split('\n').slice(1)
  expect(await site.outcomes(`${HEADER};school\n${row};${school}`)).toEqual(['created'])
  expect(await site.stored()).toMatchObject([{ school }])
  const { text } = await site.admin.asOwner(exportResources)
  expect(text).toContain(school)
  expect(await site.outcomes(text)).toEqual(['unchanged'])
})
