import { routes } from '#shared/contract/routes.ts'
import { type CardView, isCardCode, normalizeCardCode } from '#shared/entities/card.ts'
import type { User } from '#shared/entities/user.ts'
import { auditEntry, SYSTEM } from '../../data/audit.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { storeCard } from '../../test-support/content.ts'
import { startSite } from '../../test-support/site.ts'
import { newBatch } from './change-cards.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const input = { label: 'Librairie des Écoles', count: 30, validUntil: '2999-06-30', premiumUntil: null }
const find = async (search: string) =>
  (await admin.asOwner(routes.listCards, { query: { search } })).json.items as CardView[]
const redeem = (user: User, code: string) =>
  site.call(routes.redeemCard, { ...site.as(user), body: { code } })
const stored = ({ id }: User) => site.stores.users.find(id)

test('a batch has the wanted number of different codes, which are not stored', async () => {
  const { status, json } = await admin.asOwner(routes.createCardBatch, { body: input })
  const { id, codes } = json as { id: string; codes: string[] }
  expect([status, new Set(codes).size]).toEqual([201, 30])
  expect(codes.every((code) => isCardCode(normalizeCardCode(code)))).toBe(true)
  expect(json).toMatchObject({ ...input, priceDh: 250, used: 0, revokedAt: null })
  const cards = await find(id)
  const serials = codes.map((_, at) => `${id}-${String(at + 1).padStart(3, '0')}`)
  expect(cards.map(({ serial }) => serial)).toEqual(serials)
  expect(cards.map(({ ending }) => ending)).toEqual(codes.map((code) => code.slice(-3)))
  const entries = await admin.listEntries(id)
  const everything = JSON.stringify([cards, entries, await batches()])
  for (const code of codes.flatMap((each) => [each, normalizeCardCode(each)]))
    expect(everything).not.toContain(code)
  expect(entries).toMatchObject([{ action: 'CREATE_CODES', after: { ...input, priceDh: 250 } }])
})

const batches = async () => (await admin.asOwner(routes.listCardBatches)).json.items as { id: string }[]

test('a batch with the code of another card is refused, and that card is unchanged', async () => {
  const cards = site.stores.cards
  const { card } = await storeCard(site.store.table)
  const made = await newBatch({ ...input, count: 101 }, 250, new Date())
  const change = { action: 'CREATE_CODES', target: made.batch.id, before: null, after: null } as const
  const entry = auditEntry(SYSTEM, new Date(), change)
  // The last card is in a transaction of its own.
  const withTaken = [...made.cards.slice(1), { ...card, label: 'Kiosque' }]
  expect(await cards.createBatch(made.batch, withTaken, entry)).toBe('conflict')
  expect(await cards.findCard(card.id)).toEqual(card)
})

test('a revoked batch and a revoked card are refused from then on, but a used card cannot be revoked', async () => {
  const [ofBatch, single, used] = await Promise.all(
    Array.from({ length: 3 }, () => storeCard(site.store.table)),
  )
  if (!ofBatch || !single || !used) throw new Error('Three cards are stored')
  await redeem(await site.enrol(), used.code)
  const revokeBatch = (id: string) => admin.asOwner(routes.revokeCardBatch, { params: { id } })
  const revoke = (id: string) => admin.asOwner(routes.revokeCard, { params: { id } })
  for (let times = 0; times < 2; times += 1) {
    expect((await revokeBatch(ofBatch.batch.id)).status).toBe(204)
    expect((await revoke(single.card.id)).status).toBe(204)
  }
  expect(await admin.listEntries(ofBatch.batch.id)).toMatchObject([{ action: 'DELETE_CODES' }])
  expect(await admin.listEntries(single.card.serial)).toHaveLength(1)
  for (const { code } of [ofBatch, single])
    expect((await redeem(await site.enrol(), code)).json).toMatchObject({ code: 'CODE_REVOKED' })
  expect((await revoke(used.card.id)).json).toMatchObject({ code: 'CODE_USED' })
  expect((await revokeBatch('ZZZZZZ')).status).toBe(404)
})

test('an activation is taken back as a whole, and another student can use the card', async () => {
  const [wrong, right] = [await site.enrol(), await site.enrol()]
  const { card, code, batch } = await storeCard(site.store.table)
  await redeem(wrong, code)
  const call = { params: { id: card.id } }
  expect(await admin.atOnce(5, routes.undoCard, call)).toEqual({ 200: 5 })
  const undone = { status: 200, json: { usedAt: null, email: null } }
  expect(await admin.asOwner(routes.undoCard, call)).toMatchObject(undone)
  expect(await stored(wrong)).toMatchObject({ isPremium: false, premiumUntil: null, payment: null })
  const actions = (await admin.listEntries(wrong.email)).map(({ action }) => action)
  expect(actions).toEqual(['UPDATE_CODE', 'REDEEM_CODE'])
  expect((await redeem(right, code)).status).toBe(200)
  expect((await batches()).find(({ id }) => id === batch.id)).toMatchObject({ used: 1 })
})

test('an activation is not taken back when the Premium was changed since', async () => {
  const user = await site.enrol()
  const { card, code } = await storeCard(site.store.table)
  await redeem(user, code)
  await admin.asOwner(routes.setPremium, {
    params: { id: user.id },
    body: { isPremium: true, until: '2999-12-31' },
  })
  expect(await admin.asOwner(routes.undoCard, { params: { id: card.id } })).toMatchObject({
    status: 409,
    json: { code: 'CONFLICT', detail: expect.stringContaining("depuis l'activation de la carte") },
  })
  expect(await stored(user)).toMatchObject({ isPremium: true })
})
