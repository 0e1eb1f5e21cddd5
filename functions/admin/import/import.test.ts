import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { themesOf } from '#shared/catalogue/themes.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { exportResources, importResources } from '#shared/contract/admin-resources.ts'
import type { FileReference } from '#shared/domain/drive-reference.ts'
import type { Resource } from '#shared/domain/resource.ts'
import { auditOf } from '../../data/audit.ts'
import { auditEntry, SYSTEM } from '../../data/audit-entry.ts'
import { countersOf } from '../../data/counters.ts'
import { resourceChangesOf } from '../../data/resource-changes.ts'
import { resourceListsOf } from '../../data/resource-lists.ts'
import { resourcesOf } from '../../data/resources.ts'
import { type Administration, administrationOf } from '../../test-support/administration.ts'
import { DRIVE_ID, documentedResource } from '../../test-support/content.ts'
import { type Site, startSite } from '../../test-support/site.ts'
import { importResources as runImport } from './import-resources.ts'
import type { LineReport } from './plan.ts'

let site: Site
let admin: Administration
beforeAll(async () => {
  site = await startSite()
  admin = await administrationOf(site)
})
beforeEach(async () => {
  await wipe()
  earlier = new Set((await imports()).map(({ id }) => id))
})
afterAll(() => site.stop())

/** The imports of earlier tests in the log. */
let earlier: ReadonlySet<string>
const imports = async () => {
  const { items } = await auditOf(site.store.table).listNewest({ limit: 1_000 })
  return items.filter(({ action }) => action === 'CREATE_RESOURCES')
}
const entries = async (expected = 1) => {
  const made = (await imports()).filter(({ id }) => !earlier.has(id))
  expect(made).toHaveLength(expected)
  return made
}

async function wipe(): Promise<void> {
  const { remove } = resourceChangesOf(site.store.table)
  for (const resource of await stored()) {
    const entry = { action: 'DELETE_RESOURCE', target: resource.id, before: null, after: null } as const
    await remove(resource, auditEntry(SYSTEM, new Date(), entry))
  }
  expect(await count()).toBe(0)
}

const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'
const line = (changes: Record<number, string> = {}) =>
  Object.assign(['SM', 'ondes', '1', '2019', 'Normale', 'exercise', 'pdf', 'Énoncé', DRIVE_ID], changes).join(
    ';',
  )
const csv = (...lines: string[]) => [HEADER, ...lines].join('\n')

async function send(body: string, dryRun = false) {
  const { status, json } = await admin.asOwner(importResources, {
    body,
    headers: { 'content-type': 'text/csv' },
    query: { dryRun: String(dryRun) },
  })
  return { status, json, lines: (json.lines ?? []) as LineReport[] }
}
const outcomes = async (body: string, dryRun = false) =>
  (await send(body, dryRun)).lines.map(({ outcome }) => outcome)
const stored = async () => {
  const all: Resource[] = []
  for await (const some of resourceListsOf(site.store.table).listAll()) all.push(...some)
  return all
}
const count = () => countersOf(site.store.table).countResources()

test('a file is checked, imported, and changes nothing when it is sent again', async () => {
  const body = csv(line(), line({ 5: 'correction', 6: 'video' }), '', line({ 2: '2' }))
  expect(await send(body, true)).toMatchObject({
    status: 200,
    json: { nextLine: null },
    lines: [
      { line: 2, outcome: 'created', errors: [] },
      { line: 3, outcome: 'created', errors: [] },
      { line: 5, outcome: 'created', errors: [] },
    ],
  })
  expect(await stored()).toEqual([])
  await entries(0)
  expect(await outcomes(body)).toEqual(['created', 'created', 'created'])
  const first = await stored()
  expect(await count()).toBe(3)
  expect(await outcomes(body)).toEqual(['unchanged', 'unchanged', 'unchanged'])
  expect(await stored()).toEqual(first)
  expect(await entries()).toMatchObject([
    { target: '3 ressources', after: { createdCount: 3, updatedCount: 0 } },
  ])
})

test('a line changes what stands in its place, and leaves what the file has no column for', async () => {
  const before = documentedResource({
    ...place,
    title: 'Ancien',
    description: 'Gardée',
    isFree: true,
    thumbnail: 'https://exemple.test/x.png',
    size: 10,
    pages: 2,
  })
  await resourcesOf(site.store.table).putAll([before])
  const [after] = (await send(csv(line({ 7: 'Nouveau' })))).lines
  expect(after?.outcome).toBe('updated')
  expect(await stored()).toMatchObject([
    { ...before, title: 'Nouveau', updatedAt: expect.not.stringMatching(before.updatedAt) },
  ])
  const lists = resourceListsOf(site.store.table)
  const find = async (search: string) => (await lists.listNewest({ search, limit: 10 })).items.length
  expect([await find('nouveau'), await find('ancien')]).toEqual([1, 0])
  expect(await count()).toBe(1)
  // A new file is a new version.
  await send(csv(line({ 7: 'Nouveau', 8: `${DRIVE_ID}x` })))
  const [changed] = await stored()
  expect(changed).toMatchObject({ size: null, pages: null, description: 'Gardée' })
  expect(changed?.version).not.toBe(before.version)
})

const place = {
  track: 'SM',
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: '2019',
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
} as const

test('where several stand in one place the title tells which is meant', async () => {
  const twins = ['Exercice 1', 'Exercice 2'].map((title) => documentedResource({ ...place, title }))
  await resourcesOf(site.store.table).putAll(twins)
  const { lines } = await send(csv(line({ 7: 'Exercice 2' }), line({ 7: 'Exercice 3' })))
  expect(lines).toMatchObject([
    { outcome: 'unchanged' },
    { outcome: 'refused', errors: [{ message: expect.stringContaining('Plusieurs ressources') }] },
  ])
})

test('an id keeps a resource itself, wherever its line puts it', async () => {
  const resource = documentedResource({ ...place, title: 'Ici' })
  await resourcesOf(site.store.table).putAll([resource])
  const added = randomUUID()
  const rows = [`${resource.id};${line({ 2: '1', 3: '2001', 7: 'Ailleurs' })}`, `${added};${line()}`]
  expect(await outcomes(`id;${HEADER}\n${rows.join('\n')}`)).toEqual(['updated', 'created'])
  expect((await stored()).map(({ id, year }) => `${id} ${year}`).toSorted()).toEqual(
    [`${resource.id} 2001`, `${added} 2019`].toSorted(),
  )
})

test.each([
  [{ 0: 'SMX' }, 'track', 'La filière doit être SM, PC ou SVT'],
  [{ 1: 'onde' }, 'theme', "Ce thème n'existe pas"],
  [{ 2: '99' }, 'chapter', "Ce chapitre n'existe pas"],
  [{ 3: '19' }, 'year', 'Veuillez entrer une année valide (4 chiffres)'],
  [{ 4: 'Juin' }, 'session', 'La session doit être Normale ou Rattrapage'],
  [{ 5: 'énoncé' }, 'resourceType', 'Cette valeur ne fait pas partie des choix possibles'],
  [{ 6: 'doc' }, 'type', 'Cette valeur ne fait pas partie des choix possibles'],
  [{ 7: '' }, 'title', 'Ce champ est obligatoire'],
  [{ 8: 'x' }, 'file', 'ID Google Drive invalide'],
])('the fault of %j is told in French, and the other lines go in', async (changes, path, message) => {
  const { lines } = await send(csv(line(changes), line({ 3: '2001' })))
  expect(lines).toMatchObject([
    { line: 2, outcome: 'refused', errors: [{ path, message: expect.stringContaining(message) }] },
    { line: 3, outcome: 'created', errors: [] },
  ])
})

test.each([
  [`id;isFree;${HEADER}`, `a b;oui;${line()}`, 'id', "L'identifiant n'est pas valide"],
  [`id;isFree;${HEADER}`, `bac-SM-2020-Normale;oui;${line()}`, 'id', 'sujet du bac'],
  [`id;isFree;${HEADER}`, `;peut-être;${line()}`, 'isFree', 'oui ou non'],
  [`thumbnail;captions;${HEADER}`, `http://x;;${line()}`, 'thumbnail', "L'adresse n'est pas valide"],
  [`thumbnail;captions;${HEADER}`, `;x;${line()}`, 'captions', 'ID Google Drive invalide'],
])('%s / %s', async (header, row, path, message) => {
  const { lines } = await send(`${header}\n${row}`)
  expect(lines).toMatchObject([
    { outcome: 'refused', errors: [{ path, message: expect.stringContaining(message) }] },
  ])
})

test('a resource that a file tells of twice goes in once', async () => {
  const { lines } = await send(csv(line(), line({ 7: 'Autre' })))
  expect(lines).toMatchObject([
    { outcome: 'created' },
    { outcome: 'refused', errors: [{ message: 'Même ressource que la ligne 2' }] },
  ])
})

test.each([
  ['', 'Colonnes'],
  ['a;b\n1;2', 'Colonnes inconnues : a, b'],
  ['track;theme\nSM;ondes', 'Colonnes manquantes : chapter'],
  [`${HEADER};title\n`, 'Une colonne figure deux fois'],
  [`${HEADER}\n"SM;ondes`, "n'est pas un CSV lisible"],
  [csv(...Array.from({ length: 5_001 }, () => 'SM')), '5 000 lignes'],
])('what is no such file is refused whole (%#)', async (body, message) => {
  const { status, json } = await send(body)
  expect(status).toBe(400)
  expect(json.errors).toMatchObject([{ message: expect.stringContaining(message) }])
})

test.each([
  ['commas and quotes', csv(line()).replaceAll(';', ','), 1],
  ['a mark and Windows lines', `\uFEFF${csv(line()).replaceAll('\n', '\r\n')}\r\n`, 1],
  ['tabs', csv(line()).replaceAll(';', '\t'), 1],
  ['a title of two lines', csv(line({ 7: '"Un\ndeux"' }), line({ 3: '2001' })), 2],
])('a file with %s is read', async (_, body, lines) => {
  expect(await outcomes(body)).toEqual(Array.from({ length: lines }, () => 'created'))
})

test('what would be a formula is no formula in the file, and comes back as it was', async () => {
  const title = '=HYPERLINK("http://exemple.test";"x")'
  await resourcesOf(site.store.table).putAll([documentedResource({ ...place, title, description: '-1' })])
  const { text, headers } = await admin.asOwner(exportResources)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(text).toContain('"\'=HYPERLINK')
  expect(text).not.toMatch(/[;\n]"?[=+@-]/)
  expect(await outcomes(text)).toEqual(['unchanged'])
})

test('twenty times at once has one effect and one entry', async () => {
  const body = csv(...Array.from({ length: 30 }, (_, index) => line({ 3: String(1990 + index) })))
  const answers = await Promise.all(Array.from({ length: 20 }, () => outcomes(body)))
  const heard = new Set(answers.flat())
  expect([...heard].toSorted()).toEqual(['created', 'unchanged'])
  expect(await stored()).toHaveLength(30)
  expect(await count()).toBe(30)
  await entries(1)
})

test('a call that runs out of time says from where to go on', async () => {
  const rows = Array.from({ length: 200 }, (_, index) =>
    line({ 2: String(1 + (index % 2)), 3: String(1900 + index) }),
  )
  const deps = importDeps()
  const actor = { type: 'system' } as const
  let batches = 0
  const result = await runImport(deps, actor, csv(...rows), {
    isDryRun: false,
    mayGoOn: () => (batches += 1) < 2,
  })
  expect(result).toMatchObject({ nextLine: 162 })
  expect(result.lines).toHaveLength(160)
  const rest = await runImport(deps, actor, csv(...rows.slice(160)), { isDryRun: false, mayGoOn: () => true })
  expect(rest.nextLine).toBeNull()
  expect(await count()).toBe(200)
  await entries(3)
})

test('a batch that somebody else overtakes again and again is told, and nothing of it is written', async () => {
  const deps = importDeps()
  const result = await runImport(
    { ...deps, resourceChanges: { writeBatch: async () => false } },
    { type: 'system' },
    csv(line(), line({ 0: 'X' })),
    { isDryRun: false, mayGoOn: () => true },
  )
  expect(result.lines).toMatchObject([
    { outcome: 'refused', errors: [{ message: expect.stringContaining("vient d'être modifiée") }] },
    { outcome: 'refused', errors: [{ path: 'track' }] },
  ])
  expect(await stored()).toEqual([])
})

test('a crash before, in or after a batch leaves whole batches, and the file sent again finishes', async () => {
  const rows = Array.from({ length: 100 }, (_, index) => line({ 3: String(1900 + index) }))
  for (const [operation, after] of [
    ['BatchWriteItem', 0],
    ['TransactWriteItems', 1],
  ] as const) {
    let seen = 0
    site.store.failWith((called) => {
      if (called !== operation) return undefined
      seen += 1
      return seen > after ? { status: 500, type: 'InternalServerError' } : undefined
    })
    const { json } = await send(csv(...rows))
    expect(json.code).toBe('TEMPORARILY_UNAVAILABLE')
    site.store.failWith(() => undefined)
    const all = await stored()
    expect(all.length % 80).toBe(0)
    expect(await count()).toBe(all.length)
  }
  await send(csv(...rows))
  expect(await stored()).toHaveLength(100)
  expect(await count()).toBe(100)
  await entries(2)
  const { items } = await resourceListsOf(site.store.table).listNewest({ search: 'enonce', limit: 100 })
  expect(items).toHaveLength(100)
}, 60_000)

function importDeps() {
  const { table } = site.store
  return {
    resources: resourcesOf(table),
    resourceLists: resourceListsOf(table),
    resourceChanges: resourceChangesOf(table),
    edgeCache: { forget: async () => undefined },
    clock: { now: () => new Date() },
  }
}

describe('whatever is stored', () => {
  const text = fc
    .string({
      unit: fc.constantFrom('a', 'É', ' ', ';', ',', '"', "'", '=', '-', '@', '\n', '\r\n', '\t'),
      maxLength: 12,
    })
    .map((each) => each.trim())
  const places = TRACK_CODES.flatMap((track) =>
    themesOf(track).flatMap(({ slug, chapters }) =>
      chapters.map((chapter) => ({ track, theme: slug, chapter })),
    ),
  )
  const drive = fc.record({
    kind: fc.constant('drive' as const),
    fileId: fc.constantFrom(DRIVE_ID, `${DRIVE_ID}-_x`),
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
      return documentedResource({ ...where, ...each, file: isYouTube ? youtube : each.file })
    })

  test('comes out of the export so that the import changes nothing, and builds it anew elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(resource, { minLength: 1, maxLength: 12 }), async (some) => {
        await resourcesOf(site.store.table).putAll(some)
        const { text: exported } = await admin.asOwner(exportResources)
        const { lines } = await send(exported)
        expect(lines.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([])
        expect(lines.length).toBe(await count())
      }),
      { numRuns: 15 },
    )
    const before = await stored()
    const { text: exported } = await admin.asOwner(exportResources)
    await wipe()
    await send(exported)
    const fields = (all: readonly Resource[]) =>
      all
        .map((each) => ({ ...each, version: '', size: null, pages: null, createdAt: '', updatedAt: '' }))
        .toSorted((a, b) => a.id.localeCompare(b.id))
    expect(fields(await stored())).toEqual(fields(before))
  }, 60_000)
})

test.each([
  ['column names', 'x;'.repeat(2_500_000), /^Colonnes inconnues : x, x, x, x, x\.\.\.$/],
  ['a single name', 'x'.repeat(5_000_000), /^Colonnes inconnues : x{40}$/],
  ['empty lines', HEADER + '\n'.repeat(5_000_000), /^Un fichier peut avoir 5 000 lignes au plus$/],
])('megabytes of %s are refused in a sentence', async (_, body, sentence) => {
  const { status, json } = await send(body)
  expect({ status, detail: json.detail }).toEqual({ status: 400, detail: expect.stringMatching(sentence) })
})
