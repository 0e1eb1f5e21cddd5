import { decidePaymentRequest, listPaymentRequests } from '#shared/contract/admin/payments.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { declarePayment, withdrawPayment } from '#shared/contract/payment-requests.ts'
import {
  type ManagedPaymentRequest,
  paymentRequestNumber,
  samplePaymentInput,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { startSite } from '../../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const declare = async (user: User, reference: string) => {
  const body = { ...samplePaymentInput, reference }
  const { json } = await site.call(declarePayment, { ...site.as(user), body })
  return String(json['id'])
}
const list = async (query: Record<string, string>) => {
  const { json } = await admin.asOwner(listPaymentRequests, { query })
  return json as unknown as { items: ManagedPaymentRequest[]; nextCursor: string | null; total: number }
}
const idsOf = ({ items }: { items: ManagedPaymentRequest[] }) => items.map(({ id }) => id)

test.each([
  { status: 'pending', isOldestFirst: true },
  { status: 'refused', isOldestFirst: false },
])('lists what is $status page by page with its total (oldest first: $isOldestFirst)', async (row) => {
  const { status, isOldestFirst } = row
  const ids: string[] = []
  for (const part of ['a', 'b', 'c']) ids.push(await declare(await site.enrol(), `${status} ${part}`))
  const body = { decision: 'refuse', reason: 'Introuvable' }
  if (status === 'refused')
    for (const id of ids.toReversed()) await admin.asOwner(decidePaymentRequest, { params: { id }, body })
  const first = await list({ status, limit: '2' })
  const rest = await list({ status, limit: '2', cursor: first.nextCursor ?? '' })
  expect([...idsOf(first), ...idsOf(rest)]).toEqual(isOldestFirst ? ids : ids.toReversed())
  expect([first.total, rest.total, rest.nextCursor]).toEqual([3, 3, null])
})

test('tells what account and reference did otherwise, however the reference is written', async () => {
  const asking = await site.enrol({ isPremium: true, premiumUntil: '2099-01-31' })
  const students = await Promise.all(Array.from({ length: 5 }, () => site.enrol()))
  const [other, alike, noted, withdrawn, unrelated] = students as [User, User, User, User, User]
  const id = await declare(asking, 'VIR-2027 / 88')
  await declare(other, 'vir 2027-88')
  await declare(alike, 'VlR 2O27 / \u0668\u06f8')
  await declare(unrelated, 'VIR-2027-8')
  const gone = await declare(withdrawn, 'vir202788')
  await site.call(withdrawPayment, { ...site.as(withdrawn), params: { id: gone } })
  const payment = { amount: 250, means: 'Espèces', reference: 'Vir 202788' }
  await admin.asOwner(setPremium, { params: { id: noted.id }, body: { isPremium: true, payment } })
  const [request] = (await list({ search: paymentRequestNumber(id) })).items
  expect(request).toMatchObject({ id, isPremium: true, premiumLastDay: '2099-01-31' })
  const { items } = await list({ search: 'vir 2027-88' })
  expect(items.map(({ email, isFromYoungAccount }) => [email, isFromYoungAccount])).toEqual(
    expect.arrayContaining([[other.email, true]]),
  )
  expect(request?.isFromYoungAccount).toBe(false)
  expect(request?.sameReference.map(({ email }) => email)).toEqual([noted.email, alike.email, other.email])
})
