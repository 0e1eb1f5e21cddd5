import { randomUUID } from 'node:crypto'
import { exportResources } from '#shared/contract/admin/resources.ts'
import { validationMessages } from '#shared/entities/fields.ts'
import { SAMPLE_DRIVE_ID, UNKNOWN_CONTENT } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { resourceFixture } from '../../test-support/content.ts'
import { csv, HEADER, line, place, startImportSite } from '../../test-support/import-site.ts'
import { resourceValues } from '../document-fields.ts'

const site = await startImportSite()
beforeEach(() => site.begin())
afterAll(() => site.stop())

test('checks and imports a file, which changes nothing when it is imported again', async () => {
  const body = csv(line(), line({ 5: 'correction', 6: 'video' }), '', line({ 2: '2' }))
  expect(await site.send(body, true)).toMatchObject({
    status: 200,
    json: { nextLine: null },
    lines: [2, 3, 5].map((number) => ({ line: number, outcome: 'created', errors: [] })),
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
  expect(updated?.target).toBe('2 ressources')
  const [before, after] = [updated?.before, updated?.after].map((side) => Object.values(side ?? {}))
  const files = [SAMPLE_DRIVE_ID, `${SAMPLE_DRIVE_ID}x`]
  expect(before).toEqual(
    expect.arrayContaining([
      { title, file: files[0], isFree: false },
      { title, isFree: false },
    ]),
  )
  expect(after).toEqual(
    expect.arrayContaining([
      { title, file: files[1], isFree: true },
      { title, isFree: true },
    ]),
  )
})

test('changes the resource in the place of a line, and keeps the fields without a column', async () => {
  const kept = { description: 'Gardée', isFree: true, thumbnail: 'https://exemple.test/x.png' }
  const before = resourceFixture({ ...place, ...kept, title: 'Ancien', size: 10, pages: 2 })
  await site.stores.resources.putAll([before])
  const [after] = (await site.send(csv(line({ 7: 'Nouveau' })))).lines
  expect(after?.outcome).toBe('updated')
  expect(await site.stored()).toMatchObject([
    { ...before, title: 'Nouveau', updatedAt: expect.not.stringMatching(before.updatedAt) },
  ])
  const lists = site.stores.resources
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
  await site.stores.resources.putAll([resource])
  const added = randomUUID()
  const rows = [`${resource.id};${line({ 2: '1', 3: '2011', 7: 'Ailleurs' })}`, `${added};${line()}`]
  expect(await site.outcomes(`id;${HEADER}\n${rows.join('\n')}`)).toEqual(['updated', 'created'])
  expect((await site.stored()).map(({ id, year }) => `${id} ${year}`).toSorted()).toEqual(
    [`${resource.id} 2011`, `${added} 2019`].toSorted(),
  )
})

test("reads Excel's line of the separator and titles with capitals", async () => {
  const body = `sep=,\r\n${[HEADER.toUpperCase(), line({ 7: 'Ondes' })].join('\r\n').replaceAll(';', ',')}`
  const { lines } = await site.send(body)
  expect(lines).toEqual([{ line: 3, outcome: 'created', errors: [] }])
  expect(await site.stored()).toMatchObject([{ title: 'Ondes' }])
})

test.each([
  [{ 0: 'SMX' }, 'track', validationMessages.track],
  [{ 5: 'sujet' }, 'resourceType', 'Valeurs possibles : Énoncé, Corrigé, Cours, Examen'],
  [{ 8: 'x' }, 'file', 'ID Google Drive invalide'],
])('reports the fault of a line with %j, and imports the others', async (changes, path, message) => {
  const { lines } = await site.send(csv(line(changes), line({ 3: '2011' })))
  expect(lines).toMatchObject([
    { line: 2, outcome: 'refused', errors: [{ path, message: expect.stringContaining(message) }] },
    { line: 3, outcome: 'created', errors: [] },
  ])
})

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    line({ 2: String(1 + (index % 2)), 3: String(2008 + Math.floor(index / 2)) }),
  )

test('an import that crashes at a batch leaves whole batches, and a repetition completes them', async () => {
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

test('an export changes nothing when it is imported, and restores its resources in an empty site', async () => {
  const hostile = ['=HYPERLINK("x";"y")', '-1;"deux"', 'a\r\nb\tc', "'@É, '"]
  const youtube = { kind: 'youtube', videoId: '-_abcdefghi' } as const
  await site.stores.resources.putAll([
    ...hostile.map((text) => resourceFixture({ ...place, title: text, description: text })),
    resourceFixture({ file: { kind: 'drive', fileId: SAMPLE_DRIVE_ID, resourceKey: '0-ab_C' } }),
    resourceFixture({ year: '2019', file: { kind: 'coming-soon' }, thumbnail: 'https://a.test/a;b.png' }),
    resourceFixture({ year: '2020', type: 'video', isFree: true, file: youtube }),
  ])
  const before = await site.stored()
  const { text } = await site.admin.asOwner(exportResources)
  expect(text).not.toMatch(/[;\n]"?[=+@-]/)
  expect(new Set(await site.outcomes(text))).toEqual(new Set(['unchanged']))
  await site.begin()
  await site.send(text)
  const fields = (all: readonly Resource[]) =>
    all
      .map((each) => ({ ...each, ...UNKNOWN_CONTENT, version: '', createdAt: '', updatedAt: '' }))
      .toSorted((a, b) => a.id.localeCompare(b.id))
  expect(fields(await site.stored())).toEqual(fields(before))
})

test.each([
  ['', 'Colonnes'],
  ['a;b\n1;2', 'Colonnes inconnues : a, b'],
  ['track;theme\nSM;ondes', 'Colonnes manquantes : chapter'],
  [`${HEADER};title\n`, 'Une colonne figure deux fois'],
  [`${HEADER}\n"SM;ondes`, "n'est pas un CSV lisible"],
  [csv(...Array.from({ length: 100_001 }, () => 'SM')), '100 000 lignes'],
])('refuses a file of another form as a whole (%#)', async (body, message) => {
  const { status, json } = await site.send(body)
  expect(status).toBe(400)
  expect(json.errors).toMatchObject([{ message: expect.stringContaining(message) }])
})

test.each([
  ['commas and quotes', csv(line()).replaceAll(';', ','), 1],
  ['a mark and Windows lines', `\uFEFF${csv(line()).replaceAll('\n', '\r\n')}\r\n`, 1],
  ['tabs', csv(line()).replaceAll(';', '\t'), 1],
  ['a title of two lines', csv(line({ 7: '"Un\ndeux"' }), line({ 3: '2011' })), 2],
])('reads a file with %s', async (_, body, lines) => {
  expect(await site.outcomes(body)).toEqual(Array.from({ length: lines }, () => 'created'))
})

const LIMIT = 5 * 1024 * 1024
const filled = (cell: string, bytes: number) =>
  `${HEADER}\n${cell.repeat(Math.floor((bytes - HEADER.length - 1) / cell.length))}`

test.each([
  ['of 5 MiB without a quotation mark is read', filled('x', LIMIT), 200],
  ['above 5 MiB is refused', filled('x', LIMIT + 10), 413],
  ['of 5 MiB of quotation marks, which JSON doubles, is refused', filled('"', LIMIT), 413],
  ['of half as many quotation marks is read', filled('"', LIMIT / 2), 200],
])('a file %s', async (_, file, status) => {
  const answer = await site.send(file)
  expect(answer.status).toBe(status)
  const detail: unknown = expect.stringMatching(/^Ce fichier est trop volumineux : 5 Mo au plus/)
  if (status === 413) expect(answer.json).toMatchObject({ code: 'PAYLOAD_TOO_LARGE', detail })
})
