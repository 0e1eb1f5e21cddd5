import { getStoredSheet, listSheets, setSheet } from '#shared/contract/admin/sheets.ts'
import { getSheet } from '#shared/contract/site-texts.ts'
import { MAX_SHEET_LENGTH, type ManagedSheet } from '#shared/entities/sheet.ts'
import { wideTable } from '#shared/writing/test-support/hostile-texts.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const TEXT = '# Célérité\n\n$v = \\lambda f$'
/** Each test has a chapter of its own. */
let chapters = 0
const newChapter = () => {
  chapters += 1
  return { track: 'science-math', theme: 'mecanique', chapter: String(chapters) }
}
type Address = ReturnType<typeof newChapter>
const read = (params: Address) => site.call(getSheet, { params })
const put = (params: Address, body: object) => admin.asOwner(setSheet, { params, body })
const stored = async (params: Address) =>
  (await admin.asOwner(getStoredSheet, { params })).json as unknown as ManagedSheet
const listEntries = ({ chapter }: Address) => admin.listEntries(`SM/mecanique/${chapter}`)

test('is written, read by everyone as HTML, changed and removed, each with its text before and after in the log', async () => {
  const params = newChapter()
  expect(await stored(params)).toEqual({ markdown: '', html: '', version: null, updatedAt: null })
  expect((await read(params)).status).toBe(404)

  const first = await put(params, { markdown: TEXT, version: null })
  expect(first).toMatchObject({ status: 200, json: { markdown: TEXT, version: expect.any(String) } })
  const { version } = first.json
  expect(await stored(params)).toEqual(first.json)
  const { status, json, headers } = await read(params)
  expect({ status, json }).toEqual({ status: 200, json: first.json })
  expect(json['html']).toContain('<h3>Célérité</h3>\n<p><math>')
  expect(headers['cache-control']).toContain('s-maxage=30')
  const { json: list } = await admin.asOwner(listSheets)
  const { updatedAt } = first.json
  const place = { track: 'SM', theme: 'mecanique', chapter: 'Lois de Newton' }
  expect(list['items']).toContainEqual({ ...place, updatedAt })

  const second = await put(params, { markdown: '**Autre**', version })
  expect(second).toMatchObject({ status: 200, json: { html: '<p><strong>Autre</strong></p>\n' } })
  expect(second.json['version']).not.toBe(version)
  const removed = await put(params, { markdown: ' \n', version: second.json['version'] })
  expect(removed).toMatchObject({ status: 200, json: { markdown: '', version: null } })
  expect((await read(params)).status).toBe(404)
  expect(await listEntries(params)).toMatchObject([
    { action: 'DELETE_SHEET', before: { markdown: '**Autre**' }, after: null },
    { action: 'UPDATE_SHEET', before: { markdown: TEXT }, after: { markdown: '**Autre**' } },
    { action: 'CREATE_SHEET', before: null, after: { markdown: TEXT } },
  ])
})

test.each([
  { track: 'science-math', theme: 'mecanique', chapter: '99' },
  { track: 'svt', theme: 'electrolyse', chapter: '1' },
])('does not exist for $track/$theme/$chapter, which is not taught', async (params) => {
  expect((await read(params)).status).toBe(404)
  expect((await admin.asOwner(getStoredSheet, { params })).status).toBe(404)
  expect((await put(params, { markdown: TEXT, version: null })).status).toBe(404)
})

test.each([
  { of: 'a new sheet', first: null, late: 'unread' },
  { of: 'a sheet that another owner has written', first: TEXT, late: null },
  { of: 'a sheet that another owner has changed', first: TEXT, late: 'an earlier one' },
])('another version of $of is refused', async ({ first, late }) => {
  const params = newChapter()
  if (first !== null) await put(params, { markdown: first, version: null })
  const before = await stored(params)
  expect(await put(params, { markdown: 'Le mien', version: late })).toMatchObject({
    status: 409,
    json: { code: 'CONFLICT', detail: expect.stringContaining('Votre texte reste ici') },
  })
  expect(await stored(params)).toEqual(before)
})

const TOO_LONG = 'Ce texte a trop de formules ou de tableaux.'

test.each([
  { markdown: 'Soit\n\n$\\foo$', faults: ['Ligne 3 : Commande inconnue : \\foo'] },
  { markdown: 'a'.repeat(MAX_SHEET_LENGTH + 1), faults: [expect.any(String)] },
  { markdown: `${'"'.repeat(13_000)}\n\n${'$(((((((((($\n'.repeat(520)}`, faults: [TOO_LONG] },
  { markdown: wideTable(MAX_SHEET_LENGTH), faults: [TOO_LONG] },
])('names what is wrong with $markdown.length characters, and stores nothing', async (row) => {
  const { markdown, faults } = row
  const params = { track: 'svt', theme: 'ondes', chapter: '3' }
  const { status, json } = await put(params, { markdown, version: null })
  const errors: unknown = faults.map((message) => ({ path: 'markdown', message }))
  expect({ status, errors: json['errors'] }).toEqual({ status: 400, errors })
  expect((await stored(params)).version).toBeNull()
})
