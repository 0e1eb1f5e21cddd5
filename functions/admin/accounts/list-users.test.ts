import { decidePaymentRequest } from '#shared/contract/admin/payment-requests.ts'
import { blockEmail } from '#shared/contract/admin/security.ts'
import { listUsers } from '#shared/contract/admin/users.ts'
import { declarePayment } from '#shared/contract/payment-requests.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { type Administration, createAdministration } from '../../test-support/administration.ts'
import { type Site, startSite } from '../../test-support/site.ts'

const TODAY = new Date()
let site: Site
let admin: Administration
const users: Record<string, User> = {}
/** The names of the accounts that the test stores, newest first; what is blocked is in no list. */
const NAMES = ['payante', 'finissante', 'finie', 'libre', 'demandeuse', 'bloquee']

beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  admin = await createAdministration(site)
  const ends: Record<string, string | null> = {
    payante: null,
    finissante: day(30),
    finie: day(-1),
    bloquee: null,
  }
  for (const [at, name] of NAMES.entries())
    users[name] = await site.enrol({
      email: `${name}@liste.test`,
      createdAt: new Date(TODAY.getTime() - at * 60_000).toISOString(),
      ...(name in ends && { isPremium: true, premiumUntil: ends[name] ?? null }),
    })
  for (const name of ['finie', 'demandeuse'])
    await site.call(declarePayment, { ...site.as(named(name)), body: samplePaymentInput })
  await admin.asOwner(blockEmail, { body: { email: named('bloquee').email, reason: 'Fraude' } })
})
afterAll(() => site.stop())

const named = (name: string) => users[name] as User
const day = (later: number) => new Date(TODAY.getTime() + later * 86_400_000).toISOString().slice(0, 10)
const list = async (query: Record<string, string>) => {
  const { status, json } = await admin.asOwner(listUsers, { query: { search: 'liste', ...query } })
  const items = json['items'] as User[] | undefined
  return {
    status,
    names: items?.map(({ email }) => email.split('@')[0]),
    total: json['total'],
    nextCursor: json['nextCursor'],
  }
}

test.each([
  { state: 'premium', names: ['payante', 'finissante'] },
  { state: 'ending', names: ['finissante'] },
  { state: 'ended', names: ['finie'] },
  { state: 'never', names: ['libre', 'demandeuse'] },
  { state: 'request', names: ['finie', 'demandeuse'] },
])('lists the part $state, newest first, with its number', async ({ state, names }) => {
  expect(await list({ state })).toMatchObject({ names, total: names.length, nextCursor: null })
})

test('lists a part page by page, each with the whole number', async () => {
  const first = await list({ state: 'premium', limit: '1' })
  expect(first).toMatchObject({ names: ['payante'], total: 2 })
  expect(await list({ state: 'premium', limit: '1', cursor: String(first.nextCursor) })).toMatchObject({
    names: ['finissante'],
    total: 2,
    nextCursor: null,
  })
})

test('lists a part without a search, and searches within a part', async () => {
  const { json } = await admin.asOwner(listUsers, { query: { state: 'premium' } })
  expect(json).toMatchObject({ items: [{ email: 'payante@liste.test' }, {}], total: 2 })
  expect(await list({ state: 'premium', search: 'finissante' })).toMatchObject({ total: 1 })
  expect(await list({ state: 'premium', search: 'libre' })).toMatchObject({ names: [], total: 0 })
})

test('follows a decision about a request', async () => {
  const user = await site.enrol({ email: 'nouvelle@liste.test' })
  const { json } = await site.call(declarePayment, { ...site.as(user), body: samplePaymentInput })
  expect((await list({ state: 'request' })).names).toContain('nouvelle')
  await admin.asOwner(decidePaymentRequest, {
    params: { id: String(json['id']) },
    body: { decision: 'approve' },
  })
  expect((await list({ state: 'request' })).names).not.toContain('nouvelle')
  expect((await list({ state: 'premium' })).names).toContain('nouvelle')
})

test('refuses a state that there is not', async () => {
  expect(await list({ state: 'rich' })).toMatchObject({ status: 400 })
})
