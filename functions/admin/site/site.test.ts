import { routes } from '#shared/contract/routes.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const read = async () => (await site.call(routes.getSettings)).json as SettingsView
const put = (body: unknown) => admin.asOwner(routes.updateSettings, { body })
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
  expect((await admin.asOwner(routes.getStoredSettings)).json).toEqual(json)
  expect(await listEntries()).toEqual([
    expect.objectContaining({
      action: 'UPDATE_SETTINGS',
      before: { priceDh: 250, 'contact.phone': first.contact.phone, announcement: null },
      after: { priceDh: 300, 'contact.phone': wanted.contact.phone, announcement: wanted.announcement },
    }),
  ])
})

test('refuses settings that were changed since they were read', async () => {
  const seen = await read()
  expect((await put({ ...seen, priceDh: 310 })).status).toBe(200)
  expect((await put({ ...seen, priceDh: 320 })).json.code).toBe('CONFLICT')
  expect((await read()).priceDh).toBe(310)
})

test('while the offer is over, a call without a day gives Premium without an end, and the overview says so', async () => {
  await put({ ...(await read()), premiumValidUntil: '2020-07-10' })
  const give = async (body: object) => {
    const { id } = await site.enrol()
    return (await admin.asOwner(routes.setPremium, { params: { id }, body: { isPremium: true, ...body } }))
      .json
  }
  expect(await give({})).toMatchObject({ isPremium: true, premiumUntil: null, premiumLastDay: null })
  expect(await give({ until: '2098-06-30' })).toMatchObject({ premiumLastDay: '2098-06-30' })
  expect((await admin.asOwner(routes.getOverview)).json).toMatchObject({ isOfferOver: true })
})

test('answers the state of the publication, from the first one to one that ended without a result', async () => {
  const now = new Date('2026-06-01T10:00:00.000Z')
  const later = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const publications = site.stores.publications
  const state = async () => (await admin.asOwner(routes.getPublication)).json
  expect(await state()).toEqual({ state: 'never', publishedAt: null, filesWritten: 0 })
  expect((await admin.asOwner(routes.orderPublication)).json).toMatchObject({ state: 'requested' })

  const request = await publications.addRequest()
  await publications.begin(request, { runId: 'a', now: later(1), until: later(300) })
  expect(await state()).toMatchObject({ state: 'running' })
  await publications.finish('a', { now, filesWritten: 7 })
  const published = { publishedAt: now.toISOString(), filesWritten: 7 }
  expect(await state()).toEqual({ state: 'published', ...published })

  await publications.begin(await publications.addRequest(), { runId: 'b', now: later(2), until: later(300) })
  await publications.fail('b', later(3))
  expect(await state()).toMatchObject({ state: 'failed', publishedAt: now.toISOString() })

  await publications.begin(await publications.addRequest(), { runId: 'c', now: later(4), until: later(300) })
  expect(await state()).toMatchObject({ state: 'running' })
  await publications.finish('c', { now, filesWritten: 7 })
  await publications.begin(await publications.addRequest(), { runId: 'd', now: later(5), until: later(-1) })
  expect(await state()).toMatchObject({ state: 'failed' })
})
