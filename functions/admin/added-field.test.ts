import * as v from 'valibot'
import { vi } from 'vitest'
import * as entity from '#shared/entities/resource.ts'
import type { ImportSite } from '../test-support/import-site.ts'

const school = v.optional(v.pipe(v.string(), v.maxLength(40)), '')

// A new field needs only the entity, the view that shows it, and the list of searched fields.
vi.doMock('#shared/entities/resource.ts', () => ({
  ...entity,
  Resource: v.object({ ...entity.Resource.entries, school }),
  ChapterItem: v.object({ ...entity.ChapterItem.entries, school }),
  searchedResourceFields: [...entity.searchedResourceFields, 'school'],
}))
const { getChapter } = await import('#shared/contract/catalogue.ts')
const { addResource, exportResources, getResource, listResources, updateResource } = await import(
  '#shared/contract/admin/resources.ts'
)
const { sampleCall } = await import('../test-support/samples.ts')
const { csv, HEADER, line, startImportSite } = await import('../test-support/import-site.ts')

let site: ImportSite
beforeAll(async () => {
  site = await startImportSite()
})
beforeEach(() => site.begin())
afterAll(() => site.stop())

/** Adds the sample resource with these fields. @returns the owner's view of it */
async function add(fields: object) {
  const { body } = sampleCall('addResource')
  const { status, json } = await site.admin.asOwner(addResource, { body: { ...(body as object), ...fields } })
  return { status, json, id: String(json.id) }
}

test('stores an added field and shows it to owners and students', async () => {
  const { id, json } = await add({ school: 'Lycée Moulay Youssef' })
  expect(json.school).toBe('Lycée Moulay Youssef')
  const read = await site.admin.asOwner(getResource, { params: { id } })
  expect(read.json.school).toBe('Lycée Moulay Youssef')
  const chapter = await site.call(getChapter, sampleCall('getChapter'))
  expect(chapter.json.items).toMatchObject([{ id, school: 'Lycée Moulay Youssef' }])
})

test('reads resources that were stored without it, and refuses invalid values', async () => {
  const { id } = await add({})
  expect((await site.admin.asOwner(getResource, { params: { id } })).json.school).toBe('')
  const refused = await add({ school: 'x'.repeat(41) })
  expect(refused).toMatchObject({ status: 400, json: { errors: [{ path: 'school' }] } })
})

test('changes it alone, with an audit entry of both values', async () => {
  const { id } = await add({ school: 'Avant' })
  const { body } = sampleCall('addResource')
  const changed = await site.admin.asOwner(updateResource, {
    params: { id },
    body: { ...(body as object), school: 'Après' },
  })
  expect(changed).toMatchObject({ status: 200, json: { school: 'Après' } })
  const [entry] = await site.admin.listEntries(id)
  expect(entry).toMatchObject({ before: { school: 'Avant' }, after: { school: 'Après' } })
})

test('finds resources by it', async () => {
  const { id } = await add({ school: 'Lycée Moulay Youssef' })
  await add({ title: 'Autre' })
  const { json } = await site.admin.asOwner(listResources, { query: { search: 'youss' } })
  expect(json).toMatchObject({ items: [{ id }] })
})

test('imports and exports it as a column', async () => {
  const [row = ''] = csv(line()).split('\n').slice(1)
  expect(await site.outcomes(`${HEADER};school\n${row};Lycée Hassan II`)).toEqual(['created'])
  expect(await site.stored()).toMatchObject([{ school: 'Lycée Hassan II' }])
  const { text } = await site.admin.asOwner(exportResources)
  expect(text).toContain('Lycée Hassan II')
  expect(await site.outcomes(text)).toEqual(['unchanged'])
})
