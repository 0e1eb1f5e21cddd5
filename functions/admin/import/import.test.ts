import { randomUUID } from 'node:crypto'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import { createResources } from '../../data/resources.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { csv, HEADER, line, place, startImportSite } from '../../test-support/import-site.ts'
import { resourceValues } from '../logged-values.ts'

const site = await startImportSite()
beforeEach(() => site.begin())
afterAll(() => site.stop())

test('checks and imports a file, which changes nothing when it is imported again', async () => {
  const body = csv(line(), line({ 5: 'correction', 6: 'video' }), '', line({ 2: '2' }))
  expect(await site.send(body, true)).toMatchObject({
    status: 200,
    json: { nextLine: null },
    lines: [
      { line: 2, outcome: 'created', errors: [] },
      { line: 3, outcome: 'created', errors: [] },
      { line: 5, outcome: 'created', errors: [] },
    ],
  })
  expect(await site.stored()).toEqual([])
  await site.entries(0)
  expect(await site.outcomes(body)).toEqual(['created', 'created', 'created'])
  const first = await site.stored()
  expect(await site.count()).toBe(3)
  expect(await site.outcomes(body)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(await site.stored()).toEqual(first)
  const [entry] = await site.entries()
  expect(entry).toMatchObject({ action: 'CREATE_RESOURCES', target: '3 ressources', before: null })
  expect(entry?.after).toEqual(
    Object.fromEntries(first.map((resource) => [resource.id, resourceValues(resource)])),
  )
})

test('logs the changed fields of each resource apart from the new resources', async () => {
  await site.send(csv(line(), line({ 2: '2' })))
  const body = [
    `${HEADER};isFree`,
    `${line({ 8: `${SAMPLE_DRIVE_ID}x` })};oui`,
    `${line({ 2: '2' })};oui`,
    `${line({ 2: '3' })};non`,
  ]
  expect(await site.outcomes(body.join('\n'))).toEqual(['updated', 'updated', 'created'])
  const entries = await site.entries(3)
  const updated = entries.find(({ action }) => action === 'UPDATE_RESOURCES')
  const title = 'Énoncé'
  const sides = [updated?.before, updated?.after].map((side) =>
    Object.values(side ?? {}).toSorted((a, b) => Object.keys(b ?? {}).length - Object.keys(a ?? {}).length),
  )
  expect(updated?.target).toBe('2 ressources')
  expect(sides).toEqual([
    [
      { title, file: SAMPLE_DRIVE_ID, isFree: false },
      { title, isFree: false },
    ],
    [
      { title, file: `${SAMPLE_DRIVE_ID}x`, isFree: true },
      { title, isFree: true },
    ],
  ])
})

test('changes the resource in the place of a line, and keeps the fields without a column', async () => {
  const before = resourceFixture({
    ...place,
    title: 'Ancien',
    description: 'Gardée',
    isFree: true,
    thumbnail: 'https://exemple.test/x.png',
    size: 10,
    pages: 2,
  })
  await createResources(site.store.table).putAll([before])
  const [after] = (await site.send(csv(line({ 7: 'Nouveau' })))).lines
  expect(after?.outcome).toBe('updated')
  expect(await site.stored()).toMatchObject([
    { ...before, title: 'Nouveau', updatedAt: expect.not.stringMatching(before.updatedAt) },
  ])
  const lists = createResources(site.store.table)
  const find = async (search: string) => (await lists.listNewest({ search, limit: 10 })).items.length
  expect([await find('nouveau'), await find('ancien')]).toEqual([1, 0])
  expect(await site.count()).toBe(1)
  // A new file is a new version.
  await site.send(csv(line({ 7: 'Nouveau', 8: `${SAMPLE_DRIVE_ID}x` })))
  const [changed] = await site.stored()
  expect(changed).toMatchObject({ size: null, pages: null, description: 'Gardée' })
  expect(changed?.version).not.toBe(before.version)
})

test('keeps the id of a resource whose line moves it', async () => {
  const resource = resourceFixture({ ...place, title: 'Ici' })
  await createResources(site.store.table).putAll([resource])
  const added = randomUUID()
  const rows = [`${resource.id};${line({ 2: '1', 3: '2011', 7: 'Ailleurs' })}`, `${added};${line()}`]
  expect(await site.outcomes(`id;${HEADER}\n${rows.join('\n')}`)).toEqual(['updated', 'created'])
  expect((await site.stored()).map(({ id, year }) => `${id} ${year}`).toSorted()).toEqual(
    [`${resource.id} 2011`, `${added} 2019`].toSorted(),
  )
})

test.each([
  [{ 0: 'SMX' }, 'track', validationMessages.track],
  [{ 2: '99' }, 'chapter', "Ce chapitre n'existe pas"],
  [{ 3: '1999' }, 'year', "L'année doit être comprise entre 2008 et 2100"],
  [{ 5: 'sujet' }, 'resourceType', 'Valeurs possibles : Énoncé, Corrigé, Cours, Examen'],
  [{ 8: 'x' }, 'file', 'ID Google Drive invalide'],
])('reports the fault of a line with %j, and imports the others', async (changes, path, message) => {
  const { lines } = await site.send(csv(line(changes), line({ 3: '2011' })))
  expect(lines).toMatchObject([
    { line: 2, outcome: 'refused', errors: [{ path, message: expect.stringContaining(message) }] },
    { line: 3, outcome: 'created', errors: [] },
  ])
})

describe('an interrupted import', () => {
  const rowsOf = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      line({ 2: String(1 + (index % 2)), 3: String(2008 + Math.floor(index / 2)) }),
    )

  test('that crashes at a batch leaves whole batches, and a repetition completes them', async () => {
    for (const after of [0, 1]) {
      let seen = 0
      site.store.failWith((called) => {
        if (called !== 'TransactWriteItems') return undefined
        seen += 1
        return seen > after ? { status: 500, type: 'InternalServerError' } : undefined
      })
      expect((await site.send(csv(...rowsOf(100)))).json.code).toBe('TEMPORARILY_UNAVAILABLE')
      site.store.failWith(null)
      expect(await site.stored()).toHaveLength(80 * after)
      expect(await site.count()).toBe(80 * after)
    }
    await site.send(csv(...rowsOf(100)))
    expect(await site.stored()).toHaveLength(100)
    expect(await site.count()).toBe(100)
    await site.entries(2)
  })
})
