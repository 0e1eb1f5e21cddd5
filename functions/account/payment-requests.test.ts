import { RECEIPT_BUCKET } from '#scripts/local/test-support/services.ts'
import { deleteAccount, getPersonalData } from '#shared/contract/account.ts'
import { decidePaymentRequest, getReceipt } from '#shared/contract/admin/payments.ts'
import type { Route } from '#shared/contract/define-route.ts'
import * as contract from '#shared/contract/payment-requests.ts'
import { endOfDay } from '#shared/domain/days/moroccan-day.ts'
import {
  type OwnPaymentRequest,
  type PaymentRequestInput,
  samplePaymentInput,
  samplePicture,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { createReceiptBucket } from '../aws/buckets.ts'
import { windowAt } from '../data/call-counts.ts'
import { systemClock } from '../http/use-case.ts'
import { createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { leaseFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { setCount } from '../test-support/table.ts'
import { correctPayment, withdrawPayment } from './payment-requests.ts'
import { attachReceipt } from './receipts.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
const requests = site.stores.paymentRequests
afterAll(() => site.stop())
afterEach(() => setClock(null))

const call = (user: User, route: Route, options: object = {}) =>
  site.call(route, { ...site.as(user), ...options })
const input = (changes: Partial<PaymentRequestInput> = {}): PaymentRequestInput => ({
  ...samplePaymentInput,
  note: '',
  ...changes,
})
const declare = async (user: User, changes: Partial<PaymentRequestInput> = {}) => {
  const { status, json, headers } = await call(user, contract.declarePayment, { body: input(changes) })
  return { status, code: json['code'], detail: json['detail'], id: String(json['id']), headers }
}
const listOwn = async (user: User) =>
  (await call(user, contract.listOwnPaymentRequests)).json['items'] as OwnPaymentRequest[]
const decide = (id: string, body: object = { decision: 'approve' }) =>
  admin.asOwner(decidePaymentRequest, { params: { id }, body })
const storedUser = ({ id }: User) => site.stores.users.find(id)
const pictureNames = (id: string) =>
  [...site.services.receipts.objects.keys()].filter((name) => name.startsWith(id.slice(37)))

describe('an account may have', () => {
  test('one open request, which a repeated call returns', async () => {
    const user = await site.enrol()
    const first = await declare(user)
    expect(first.status).toBe(201)
    expect(await declare(user)).toMatchObject({ status: 201, id: first.id })
    expect(await declare(user, { reference: 'VIR-9' })).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      detail: expect.stringContaining('déjà une demande en attente'),
    })
    expect(await listOwn(user)).toMatchObject([{ id: first.id, status: 'pending' }])
  })

  test('three requests on a Moroccan day, including withdrawn ones', async () => {
    const midnight = endOfDay('2027-04-01')
    const now = new Date(midnight.getTime() - 30 * 60_000)
    setClock(now)
    const user = await site.enrol({ lease: leaseFixture(midnight) })
    for (const reference of ['VIR-1', 'VIR-2', 'VIR-3']) {
      const { status, id } = await declare(user, { reference })
      expect(status).toBe(201)
      expect((await call(user, contract.withdrawPayment, { params: { id } })).status).toBe(204)
    }
    const headers = { 'retry-after': '1800' }
    expect(await declare(user, { reference: 'VIR-4' })).toMatchObject({ status: 429, headers })
    setClock(midnight)
    expect((await declare(user, { reference: 'VIR-4' })).status).toBe(201)
  })
})

test('a network may send 600 requests an hour; bodies that are refused use up none of them', async () => {
  const now = new Date('2027-04-02T10:20:00Z')
  setClock(now)
  const address = { kind: 'address', name: '127.0.0.1', route: 'POST /api/account/payment-requests' } as const
  await setCount(site.store.table, address, windowAt(now, 3_600_000).start, 598)
  const lease = leaseFixture(now)
  const user = await site.enrol({ lease })
  for (let times = 0; times < 21; times += 1) expect((await declare(user, { amountDh: -1 })).status).toBe(400)
  expect((await declare(user)).status).toBe(201)
  expect((await declare(await site.enrol({ lease }))).status).toBe(201)
  expect((await declare(await site.enrol({ lease }))).status).toBe(429)
})

test.each(['VIR-\u0415\u041d1', '\u0391\u0392-1', 'K\u0251rim', '\u200b-'])(
  'refuses the reference %j, whose letters could not be compared with others',
  async (reference) => {
    const user = await site.enrol()
    const body = input({ reference })
    const faults = { status: 400, json: { errors: [{ path: 'reference' }] } }
    expect(await call(user, contract.declarePayment, { body })).toMatchObject(faults)
    const { id } = await declare(user, { reference: 'Ça n° 7 — فاطمة ٣' })
    expect(await call(user, contract.correctPayment, { params: { id }, body })).toMatchObject(faults)
  },
)

function depsWith(rival: () => Promise<unknown>) {
  let isFirst = true
  const after =
    <Change extends unknown[], Result>(write: (...change: Change) => Promise<Result>) =>
    async (...change: Change) => {
      const isRivalled = isFirst
      isFirst = false
      if (isRivalled) await rival()
      return write(...change)
    }
  const { add, replace, conclude } = requests
  return {
    paymentRequests: { ...requests, add: after(add), replace: after(replace), conclude: after(conclude) },
    users: site.stores.users,
    settings: site.stores.settings,
    receipts: createReceiptBucket(RECEIPT_BUCKET),
    clock: systemClock,
  }
}
type Deps = ReturnType<typeof depsWith>
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )
const correction = input({ reference: 'VIR-2' })

const CHANGES = {
  correct: (deps: Deps, { id }: User, request: string) => correctPayment(deps, id, request, correction),
  withdraw: async (deps: Deps, user: User, request: string) =>
    withdrawPayment(deps, (await storedUser(user)) ?? user, request),
  attach: (deps: Deps, { id }: User, request: string) => attachReceipt(deps, id, request, samplePicture()),
}
const RIVALS = {
  approval: (_: User, id: string) => decide(id),
  refusal: (_: User, id: string) => decide(id, { decision: 'refuse', reason: 'Virement introuvable' }),
  withdrawal: (user: User, id: string) => call(user, contract.withdrawPayment, { params: { id } }),
  correction: (user: User, id: string) =>
    call(user, contract.correctPayment, { params: { id }, body: correction }),
  deletion: (user: User) => call(user, deleteAccount),
}

type Row = { change: keyof typeof CHANGES; rival: keyof typeof RIVALS; code: string; status?: string }
test.each<Row>([
  { change: 'correct', rival: 'approval', code: 'CONFLICT', status: 'approved' },
  { change: 'attach', rival: 'approval', code: 'CONFLICT', status: 'approved' },
  { change: 'correct', rival: 'refusal', code: 'CONFLICT', status: 'refused' },
  { change: 'attach', rival: 'withdrawal', code: 'CONFLICT', status: 'withdrawn' },
  { change: 'withdraw', rival: 'withdrawal', code: 'done', status: 'withdrawn' },
  { change: 'attach', rival: 'correction', code: 'done', status: 'pending' },
  { change: 'attach', rival: 'deletion', code: 'NOT_FOUND' },
])(
  'concurrent changes: $change after $rival ends with $code, and nothing half done',
  async ({ change, rival, code, status }) => {
    const user = await site.enrol()
    const { id } = await declare(user)
    const deps = depsWith(() => RIVALS[rival](user, id))
    expect(await outcome(CHANGES[change](deps, user, id))).toBe(code)
    const [request, account] = [await requests.find(id), await storedUser(user)]
    expect(request?.status).toBe(status)
    const isAttached = change === 'attach' && code === 'done'
    expect(pictureNames(id)).toHaveLength(isAttached ? 1 : 0)
    expect(request?.receipt?.type).toBe(isAttached ? 'image/png' : undefined)
    const reference = rival === 'correction' ? correction.reference : samplePaymentInput.reference
    expect(request?.reference).toBe(status && reference)
    expect(account?.isPremium).toBe(status && status === 'approved')
    expect(account?.openPaymentRequest).toBe(status && (status === 'pending' ? id.slice(37) : null))
  },
)

test("an account's data contain its requests with their pictures, and its deletion removes both", async () => {
  const user = await site.enrol()
  const { id } = await declare(user, { note: 'Versé par ma mère' })
  await call(user, contract.attachReceipt, { params: { id }, body: samplePicture() })
  const picture = Buffer.from(await samplePicture().arrayBuffer()).toString('base64')
  const { paymentRequests } = (await call(user, getPersonalData)).json
  expect(paymentRequests).toMatchObject([{ id, note: 'Versé par ma mère', picture }])
  expect(pictureNames(id)).toHaveLength(1)
  expect((await call(user, deleteAccount)).status).toBe(204)
  expect(await requests.find(id)).toBeNull()
  expect(pictureNames(id)).toEqual([])
})

const clean = Buffer.from(await samplePicture().arrayBuffer())

describe('a receipt', () => {
  const OTHER = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAG0lEQVQImWM8YKDwnwEKEgQWwJgMTAw4AOkSACWDAyd+LOqRAAAAAElFTkSuQmCC',
    'base64',
  )
  let user: User
  let params: { id: string }
  beforeEach(async () => {
    user = await site.enrol()
    params = { id: (await declare(user)).id }
  })
  const attach = (body: Uint8Array, type = 'image/png') =>
    call(user, contract.attachReceipt, { params, body, headers: { 'content-type': type } })
  const show = () => admin.asOwner(getReceipt, { params })

  test('that is no whole picture is refused, and nothing is stored', async () => {
    const refusal = { status: 400, json: { code: 'INVALID_REQUEST' } }
    expect(await attach(Buffer.from('<!doctype html><script/>'), 'image/jpeg')).toMatchObject(refusal)
    expect(await attach(clean.subarray(0, -20))).toMatchObject(refusal)
    expect(pictureNames(params.id)).toEqual([])
    expect((await show()).status).toBe(404)
  })

  test('that is also a page is served as a picture only, whatever type was sent', async () => {
    const both = Buffer.concat([clean, Buffer.from('<html><script>alert(document.domain)</script>')])
    expect((await attach(both, 'text/html')).status).toBe(204)
    const answer = await show()
    const headers = {
      'content-type': 'image/png',
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    }
    expect(answer).toMatchObject({ status: 200, headers })
    expect(Buffer.from(answer.text, 'base64')).toEqual(clean)
  })

  test('replaces an earlier one, and the same one is stored once', async () => {
    await attach(clean)
    const [first] = pictureNames(params.id)
    for (let times = 0; times < 2; times += 1) await attach(OTHER)
    const names = pictureNames(params.id)
    expect(names).toHaveLength(1)
    expect(names).not.toContain(first)
    expect(Buffer.from((await show()).text, 'base64')).toEqual(OTHER)
  })

  const receipts = createReceiptBucket(RECEIPT_BUCKET)
  const deps = { ...site.stores, receipts, clock: systemClock }

  test('is there while its request names it, also when an earlier one is sent again at the same time', async () => {
    await attach(clean)
    const replace = async (...change: Parameters<typeof requests.replace>) => {
      const result = await requests.replace(...change)
      await attach(clean)
      return result
    }
    const rivalled = { ...deps, paymentRequests: { ...requests, replace } }
    await attachReceipt(rivalled, user.id, params.id, new Blob([OTHER]))
    expect(Buffer.from((await show()).text, 'base64')).toEqual(clean)
    expect(pictureNames(params.id)).toHaveLength(1)
  })

  test('is gone once its request is withdrawn, also when its deletion was interrupted', async () => {
    await attach(clean)
    const remove = () => Promise.reject(new Error('interrupted'))
    const interrupted = withdrawPayment({ ...deps, receipts: { ...receipts, remove } }, user, params.id)
    await expect(interrupted).rejects.toThrow('interrupted')
    expect((await show()).status).toBe(404)
    expect(await listOwn(user)).toMatchObject([{ status: 'withdrawn', hasReceipt: false }])
    expect((await call(user, contract.withdrawPayment, { params })).status).toBe(204)
    expect(pictureNames(params.id)).toEqual([])
  })
})
