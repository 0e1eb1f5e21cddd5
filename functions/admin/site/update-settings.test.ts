import { getOverview } from '#shared/contract/admin/overview.ts'
import { getStoredSettings, updateSettings } from '#shared/contract/admin/settings.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { getSettings } from '#shared/contract/settings.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { type Site, startSite } from '../../test-support/site.ts'

let site: Site
let admin: Administration
beforeAll(async () => {
  site = await startSite()
  admin = await createAdministration(site)
})
afterAll(() => site.stop())

const read = async () => (await site.call(getSettings)).json as SettingsView
const put = (body: unknown) => admin.asOwner(updateSettings, { body })
const listEntries = () => admin.listEntries('SETTINGS')

test("starts from the stage's first values, then answers the stored settings, with an audit entry of the differing fields", async () => {
  const first = await read()
  expect(first).toEqual({ ...sampleSettings, premiumValidUntil: '2099-07-10', version: 0 })
  const wanted = {
    ...first,
    priceDh: 300,
    contact: { ...first.contact, phone: '+212 611 11 11 11' },
    announcement: { text: 'Inscriptions ouvertes', from: '2026-09-01', until: '2026-09-30' },
  }
  const { status, json } = await put(wanted)
  expect({ status, json }).toEqual({ status: 200, json: { ...wanted, inboxFolder: null, version: 1 } })
  expect(await read()).toEqual({ ...wanted, version: 1 })
  expect((await admin.asOwner(getStoredSettings)).json).toEqual(json)
  expect(await listEntries()).toEqual([
    expect.objectContaining({
      action: 'UPDATE_SETTINGS',
      before: { priceDh: 250, 'contact.phone': first.contact.phone, announcement: null },
      after: { priceDh: 300, 'contact.phone': wanted.contact.phone, announcement: wanted.announcement },
    }),
  ])
})

test('writes nothing for settings that are stored already', async () => {
  const before = await read()
  const entries = await listEntries()
  expect((await put(before)).json).toEqual({ ...before, inboxFolder: null })
  expect(await listEntries()).toEqual(entries)
})

test('refuses settings that were changed since they were read', async () => {
  const { version, ...settings } = await read()
  expect((await put({ ...settings, priceDh: 310, version })).status).toBe(200)
  const late = await put({ ...settings, priceDh: 320, version })
  expect(late).toMatchObject({ status: 409, json: { code: 'CONFLICT' } })
  expect((await read()).priceDh).toBe(310)
})

test('answers a repeated change like the first one, also twenty at once', async () => {
  const { version, ...settings } = await read()
  const entries = await listEntries()
  const body = { ...settings, priceDh: 330, version }
  expect(await admin.atOnce(20, updateSettings, { body })).toEqual({ 200: 20 })
  expect((await put(body)).json).toEqual({
    ...settings,
    priceDh: 330,
    inboxFolder: null,
    version: version + 1,
  })
  expect(await listEntries()).toHaveLength(entries.length + 1)
})

test('stores one of twenty different changes made at once', async () => {
  const settings = await read()
  const entries = await listEntries()
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => put({ ...settings, priceDh: 400 + index })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await listEntries()).toHaveLength(entries.length + 1)
  expect((await read()).version).toBe(settings.version + 1)
})

test('answers 304 to a browser that has the current settings', async () => {
  const { headers } = await site.call(getSettings)
  const etag = String(headers?.etag)
  expect((await site.call(getSettings, { headers: { 'if-none-match': etag } })).status).toBe(304)
})

describe('while the offer is over', () => {
  beforeAll(async () => {
    await put({ ...(await read()), premiumValidUntil: '2020-07-10' })
  })

  test('gives Premium without an end to a call that names none', async () => {
    const { id } = await site.enrol()
    const { json } = await admin.asOwner(setPremium, { params: { id }, body: { isPremium: true } })
    expect(json).toMatchObject({ isPremium: true, premiumUntil: null, premiumLastDay: null })
  })

  test('gives Premium until a day that the owner names', async () => {
    const { id } = await site.enrol()
    const { json } = await admin.asOwner(setPremium, {
      params: { id },
      body: { isPremium: true, until: '2098-06-30' },
    })
    expect(json).toMatchObject({ isPremium: true, premiumLastDay: '2098-06-30' })
  })

  test('is shown in the overview', async () => {
    expect((await admin.asOwner(getOverview)).json).toMatchObject({ isOfferOver: true })
  })
})
