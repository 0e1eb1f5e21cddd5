import { routes } from '#shared/contract/routes.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { samplePaymentInput } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { systemClock } from '../../http/use-case.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { OWNER_EMAILS, PRIMARY_OWNER } from '../../test-support/people.ts'
import { storeOwnRequest } from '../../test-support/samples.ts'
import { startSite } from '../../test-support/site.ts'
import { decidePaymentRequest } from './payment-requests.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const OFFER_END = '2099-07-10'
const REASON = 'Nous ne trouvons pas ce paiement.'
const approval = { decision: 'approve' } as const
const refusal = { decision: 'refuse', reason: REASON } as const
const { means, reference, amountDh } = samplePaymentInput

async function payer(changes: Partial<User> = {}) {
  const user = await site.enrol(changes)
  const { json } = await site.call(routes.declarePayment, { ...site.as(user), body: samplePaymentInput })
  return { user, id: String(json['id']), updatedAt: String(json['updatedAt']) }
}

const decide = async (id: string, body: object) => {
  const { status, json } = await admin.asOwner(routes.decidePaymentRequest, { params: { id }, body })
  return { status, code: json['code'], detail: json['detail'], request: json }
}
const storedUser = ({ id }: User) => site.stores.users.find(id)
const storedRequest = (id: string) => site.stores.paymentRequests.find(id)
const activations = async () => {
  const { json } = await admin.asOwner(routes.getOverview)
  return (json['weeks'] as { activations: number }[]).at(-1)?.activations
}

async function outcomeOf({ user, id }: { user: User; id: string }) {
  const [request, account] = await Promise.all([storedRequest(id), storedUser(user)])
  return {
    status: request?.status,
    reason: request?.reason,
    isPremium: account?.isPremium,
    isOpen: account && account.openPaymentRequest !== null,
    entries: (await admin.listEntries(user.email)).map(({ action }) => action),
  }
}
const closed = { reason: null, isOpen: false }
const approved = { ...closed, status: 'approved', isPremium: true, entries: ['APPROVE_PAYMENT'] }
const refused = {
  ...closed,
  status: 'refused',
  reason: REASON,
  isPremium: false,
  entries: ['REFUSE_PAYMENT'],
}

test('an approval gives Premium until the end of the offer, notes the payment, and is logged and counted', async () => {
  const one = await payer()
  const before = (await activations()) ?? 0
  expect(await decide(one.id, { ...approval, updatedAt: one.updatedAt })).toMatchObject({
    status: 200,
    request: {
      status: 'approved',
      isPremium: true,
      premiumLastDay: OFFER_END,
      decidedBy: PRIMARY_OWNER,
      approval: { amountDh, premiumUntil: OFFER_END },
    },
  })
  expect(await outcomeOf(one)).toEqual(approved)
  const payment = { amount: amountDh, means, reference }
  expect(await storedUser(one.user)).toMatchObject({ premiumUntil: OFFER_END, payment })
  expect(await admin.listEntries(one.user.email)).toMatchObject([
    {
      before: { isPremium: false },
      after: { isPremium: true, premiumUntil: OFFER_END, payment, request: one.id.slice(-4) },
    },
  ])
  expect(await activations()).toBe(before + 1)
  const today = moroccanDay(new Date())
  const { json } = await admin.asOwner(routes.listPayments, { query: { from: today, to: today } })
  expect(json['items']).toContainEqual(
    expect.objectContaining({ email: one.user.email, amount: amountDh, means, reference }),
  )
})

test('a refusal leaves the account as it is, and is logged with what was declared', async () => {
  const one = await payer()
  expect(await decide(one.id, refusal)).toMatchObject({ status: 200, request: { reason: REASON } })
  expect(await outcomeOf(one)).toEqual(refused)
  expect(await storedUser(one.user)).toMatchObject({ premiumUntil: null, payment: null })
  expect(await admin.listEntries(one.user.email)).toMatchObject([
    { before: null, after: { means, reference, amountDh, reason: REASON } },
  ])
})

const SAME = { status: 200 }
const alreadyApproved = { status: 409, code: 'CONFLICT', detail: 'Cette demande est déjà approuvée.' }
const alreadyRefused = { status: 409, code: 'CONFLICT', detail: 'Cette demande est déjà refusée.' }
const inFull = { ...approval, until: OFFER_END, amountDh }
const later = { ...inFull, until: '2098-01-01' }
const another = { ...refusal, reason: 'Incomplet' }

test.each([
  { next: 'the same approval', first: approval, second: approval, answer: SAME },
  { next: 'it in full', first: approval, second: inFull, answer: SAME },
  { next: 'another day', first: approval, second: later, answer: alreadyApproved },
  { next: 'another amount', first: approval, second: { ...inFull, amountDh: 100 }, answer: alreadyApproved },
  { next: 'a refusal', first: approval, second: refusal, answer: alreadyApproved },
  { next: 'the same refusal', first: refusal, second: refusal, answer: SAME },
  { next: 'another reason', first: refusal, second: another, answer: alreadyRefused },
  { next: 'an approval', first: refusal, second: approval, answer: alreadyRefused },
])('$first.decision, then $next: $answer.status, and nothing changes', async ({ first, second, answer }) => {
  const one = await payer()
  await decide(one.id, { ...first, updatedAt: one.updatedAt })
  expect(await decide(one.id, { ...second, updatedAt: one.updatedAt })).toMatchObject(answer)
  expect(await outcomeOf(one)).toEqual(first === approval ? approved : refused)
})

test('of five approvals and five refusals at once one kind has its effect, once, and the others are told so', async () => {
  const one = await payer()
  const before = (await activations()) ?? 0
  const [approvals, refusals] = await Promise.all(
    [approval, refusal].map((body) =>
      admin.atOnce(5, routes.decidePaymentRequest, { params: { id: one.id }, body }),
    ),
  )
  const isApproved = approvals?.[200] === 5
  const [done, late] = [{ 200: 5 }, { '409 CONFLICT': 5 }]
  expect([approvals, refusals]).toEqual(isApproved ? [done, late] : [late, done])
  expect(await outcomeOf(one)).toEqual(isApproved ? approved : refused)
  expect(await activations()).toBe(before + (isApproved ? 1 : 0))
})

describe('between the reading of a request and its end', () => {
  type Payer = Awaited<ReturnType<typeof payer>>
  const asStudent = ({ user, id }: Payer) => ({ ...site.as(user), params: { id } })
  const RIVALS = {
    'is withdrawn': (one: Payer) => site.call(routes.withdrawPayment, asStudent(one)),
    'is corrected': (one: Payer) =>
      site.call(routes.correctPayment, { ...asStudent(one), body: { ...samplePaymentInput, amountDh: 200 } }),
    'loses its account by a block': ({ user }: Payer) =>
      admin.asOwner(routes.blockEmail, { body: { email: user.email, reason: 'Fraude' } }),
    'loses its account by its deletion': ({ user }: Payer) => site.call(routes.deleteAccount, site.as(user)),
    'is preceded by another activation': ({ user: { id } }: Payer) =>
      admin.asOwner(routes.setPremium, { params: { id }, body: { isPremium: true, until: '2100-01-31' } }),
  }

  /** Approves a request that another change reaches first. */
  async function approveAfter(rival: keyof typeof RIVALS, one: Payer, updatedAt?: string) {
    const paymentRequests = site.stores.paymentRequests
    let isFirst = true
    const conclude: typeof paymentRequests.conclude = async (...change) => {
      if (isFirst) {
        isFirst = false
        await RIVALS[rival](one)
      }
      return paymentRequests.conclude(...change)
    }
    const deps = {
      ...site.stores,
      paymentRequests: { ...paymentRequests, conclude },
      owners: OWNER_EMAILS.split(','),
      clock: systemClock,
    }
    const owner = await site.stores.users.findByEmail(PRIMARY_OWNER)
    return decidePaymentRequest(deps, owner as User, one.id, {
      ...approval,
      reason: '',
      ...(updatedAt !== undefined && { updatedAt }),
    })
  }

  test.each([
    ['is withdrawn', 'CONFLICT', { isPremium: false, status: 'withdrawn' }],
    ['is corrected', 'CONFLICT', { isPremium: false, status: 'pending' }],
    ['loses its account by a block', 'CONFLICT', { isPremium: false, status: 'refused' }],
    ['loses its account by its deletion', 'NOT_FOUND', { isPremium: undefined, status: undefined }],
  ] as const)('a request that %s is not approved: %s', async (rival, code, left) => {
    const one = await payer()
    await expect(approveAfter(rival, one, one.updatedAt)).rejects.toMatchObject({ code })
    const outcome = await outcomeOf(one)
    expect(outcome).toMatchObject(left)
    expect(outcome.entries).not.toContain('APPROVE_PAYMENT')
  })

  test('an account that another owner activates for longer keeps the later end', async () => {
    const one = await payer()
    await approveAfter('is preceded by another activation', one)
    expect(await storedUser(one.user)).toMatchObject({
      premiumUntil: '2100-01-31',
      payment: { amount: amountDh, means, reference },
    })
  })
})

test.each([
  { until: '2098-12-31', amount: 199.5 },
  { until: null, amount: amountDh },
])('an approval may name another day and amount: $until, $amount', async ({ until, amount }) => {
  const one = await payer()
  expect((await decide(one.id, { ...approval, until, amountDh: amount })).status).toBe(200)
  const premium = { isPremium: true, premiumUntil: until, payment: { amount } }
  expect(await storedUser(one.user)).toMatchObject(premium)
})

test.each([
  { what: 'a day that is past', body: { ...approval, until: '2020-01-01' }, path: 'until' },
  { what: 'a refusal without a reason', body: { decision: 'refuse', reason: '  ' }, path: 'reason' },
  { what: 'an amount of nothing', body: { ...approval, amountDh: 0 }, path: 'amountDh' },
])('refuses $what', async ({ body, path }) => {
  const one = await payer()
  expect(await decide(one.id, body)).toMatchObject({ status: 400, request: { errors: [{ path }] } })
  expect(await outcomeOf(one)).toMatchObject({ status: 'pending', isPremium: false, entries: [] })
})

test.each([
  { whose: 'their own', find: () => site.stores.users.findByEmail(PRIMARY_OWNER) },
  { whose: "an admin's", find: () => site.enrol({ isAdmin: true }) },
])('an owner may not approve $whose request', async ({ find }) => {
  const user = (await find()) as User
  await storeOwnRequest(site, user)
  const id = `${user.id}_${(await storedUser(user))?.openPaymentRequest}`
  expect(await decide(id, approval)).toMatchObject({ status: 403, code: 'OWNER_REQUIRED' })
  expect(await outcomeOf({ user, id })).toMatchObject({ status: 'pending', isPremium: false, isOpen: true })
})
