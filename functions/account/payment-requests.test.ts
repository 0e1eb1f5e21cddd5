import { deleteAccount, getPersonalData } from '#shared/contract/account.ts'
import { decidePaymentRequest } from '#shared/contract/admin/payment-requests.ts'
import { blockEmail } from '#shared/contract/admin/security.ts'
import * as contract from '#shared/contract/payment-requests.ts'
import type { Route } from '#shared/contract/route.ts'
import { endOfDay } from '#shared/domain/days/moroccan-day.ts'
import {
  type OwnPaymentRequest,
  type PaymentRequestInput,
  samplePaymentInput,
  samplePicture,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { createPaymentRequests, type PaymentRequests } from '../data/payment-requests.ts'
import { createSettings } from '../data/settings.ts'
import { windowAt } from '../data/throttles.ts'
import { createUsers } from '../data/users.ts'
import { systemClock } from '../http/clock.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { setClock } from '../test-support/clock.ts'
import { leaseFixture } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { setCount } from '../test-support/throttle-count.ts'
import { attachReceipt } from './attach-receipt.ts'
import { correctPayment, declarePayment, withdrawPayment } from './payment-requests.ts'

let site: Site
let admin: Administration
let requests: PaymentRequests
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  admin = await createAdministration(site)
  requests = createPaymentRequests(site.store.table)
})
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
const storedUser = ({ id }: User) => createUsers(site.store.table).find(id)
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
    const refused = await declare(user, { reference: 'VIR-4' })
    expect(refused).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
    expect(refused.headers['retry-after']).toBe('1800')
    setClock(midnight)
    expect((await declare(user, { reference: 'VIR-4' })).status).toBe(201)
  })
})

test('a network may send sixty requests an hour, from all its accounts together', async () => {
  const now = new Date('2027-04-02T10:20:00Z')
  setClock(now)
  const address = { kind: 'address', name: '127.0.0.1', route: 'POST /api/account/payment-requests' } as const
  await setCount(site.store.table, address, windowAt(now, 3_600_000).start, 59)
  const [one, other] = [
    await site.enrol({ lease: leaseFixture(now) }),
    await site.enrol({ lease: leaseFixture(now) }),
  ]
  expect((await declare(one)).status).toBe(201)
  expect(await declare(other)).toMatchObject({ status: 429, code: 'TOO_MANY_REQUESTS' })
})

test('the block of an account closes its request', async () => {
  const user = await site.enrol()
  const { id } = await declare(user)
  await admin.asOwner(blockEmail, { body: { email: user.email, reason: 'Fraude' } })
  expect(await requests.find(id)).toMatchObject({ status: 'refused' })
})

test('the text of a student is answered to owners unchanged, without what would show it reversed', async () => {
  const user = await site.enrol()
  const text = '<img src=x onerror=alert(1)> "&amp; =SUM(A1)'
  const { id } = await declare(user, { reference: `\u202e${text}`, note: `${text}\u0000` })
  const { json } = await decide(id, { decision: 'refuse', reason: text })
  expect(json).toMatchObject({ reference: text, note: text, reason: text })
})

test.each([
  { letters: 'Cyrillic', reference: 'VIR-\u0415\u041d1' },
  { letters: 'Greek', reference: '\u0391\u0392-1' },
  { letters: 'phonetic', reference: 'K\u0251rim' },
  { letters: 'no', reference: '\u200b-' },
])(
  'refuses a reference in $letters letters, which could not be compared with others',
  async ({ reference }) => {
    const user = await site.enrol()
    const body = input({ reference })
    const faults = { status: 400, json: { errors: [{ path: 'reference' }] } }
    expect(await call(user, contract.declarePayment, { body })).toMatchObject(faults)
    const { id } = await declare(user, { reference: 'Ça n° 7 — فاطمة ٣' })
    expect(await call(user, contract.correctPayment, { params: { id }, body })).toMatchObject(faults)
  },
)

describe('concurrent changes:', () => {
  /** Returns the repository with a rival change between the read of a use case and its first write. */
  function interrupted(rival: () => Promise<unknown>): PaymentRequests {
    let isFirst = true
    const intervene = async () => {
      if (isFirst) {
        isFirst = false
        await rival()
      }
    }
    const { add, replace, conclude } = requests
    return {
      ...requests,
      add: async (...change) => intervene().then(() => add(...change)),
      replace: async (...change) => intervene().then(() => replace(...change)),
      conclude: async (...change) => intervene().then(() => conclude(...change)),
    }
  }
  const depsWith = (rival: () => Promise<unknown>) => ({
    paymentRequests: interrupted(rival),
    users: createUsers(site.store.table),
    settings: createSettings(site.store.table, JSON.parse(String(process.env['FIRST_SETTINGS']))),
    receipts: receiptBucket,
    clock: systemClock,
  })
  const receiptBucket = {
    put: async (name: string, bytes: Uint8Array, contentType: string) =>
      site.services.receipts.put(name, Buffer.from(bytes), { contentType, cacheControl: null, metadata: {} }),
    remove: async (names: readonly string[]) => {
      for (const name of names) site.services.receipts.delete(name)
    },
  }
  type Deps = ReturnType<typeof depsWith>
  const asRead = async (user: User): Promise<User> => (await storedUser(user)) ?? user
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  const correction = input({ reference: 'VIR-2' })

  const CHANGES = {
    correct: (deps: Deps, { id }: User, request: string) => correctPayment(deps, id, request, correction),
    withdraw: async (deps: Deps, user: User, request: string) =>
      withdrawPayment(deps, await asRead(user), request),
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

  test.each<{
    change: keyof typeof CHANGES
    rival: keyof typeof RIVALS
    code: string
    status: string | undefined
  }>([
    { change: 'correct', rival: 'approval', code: 'CONFLICT', status: 'approved' },
    { change: 'withdraw', rival: 'approval', code: 'CONFLICT', status: 'approved' },
    { change: 'attach', rival: 'approval', code: 'CONFLICT', status: 'approved' },
    { change: 'correct', rival: 'refusal', code: 'CONFLICT', status: 'refused' },
    { change: 'withdraw', rival: 'refusal', code: 'CONFLICT', status: 'refused' },
    { change: 'attach', rival: 'withdrawal', code: 'CONFLICT', status: 'withdrawn' },
    { change: 'correct', rival: 'withdrawal', code: 'CONFLICT', status: 'withdrawn' },
    { change: 'withdraw', rival: 'withdrawal', code: 'done', status: 'withdrawn' },
    { change: 'attach', rival: 'correction', code: 'done', status: 'pending' },
    { change: 'correct', rival: 'deletion', code: 'NOT_FOUND', status: undefined },
    { change: 'attach', rival: 'deletion', code: 'NOT_FOUND', status: undefined },
  ])(
    '$change after $rival ends with $code, and nothing half done',
    async ({ change, rival, code, status }) => {
      const user = await site.enrol()
      const { id } = await declare(user)
      const deps = depsWith(() => RIVALS[rival](user, id))
      expect(await outcome(CHANGES[change](deps, user, id))).toBe(code)
      const [request, account] = [await requests.find(id), await storedUser(user)]
      expect(request?.status).toBe(status)
      const isChanged = code === 'done'
      expect(pictureNames(id)).toHaveLength(change === 'attach' && isChanged ? 1 : 0)
      expect(request?.receipt ?? null).toEqual(
        change === 'attach' && isChanged ? expect.objectContaining({ type: 'image/png' }) : null,
      )
      const isCorrected = rival === 'correction' || (change === 'correct' && isChanged)
      const reference = isCorrected ? correction.reference : samplePaymentInput.reference
      expect(request?.reference).toBe(status && reference)
      expect(account && { isPremium: account.isPremium, open: account.openPaymentRequest }).toEqual(
        status
          ? { isPremium: status === 'approved', open: status === 'pending' ? id.slice(37) : null }
          : null,
      )
    },
  )

  test('a declaration that another one overtakes is refused', async () => {
    const user = await site.enrol()
    const deps = depsWith(() => declare(user, { reference: 'VIR-2' }))
    expect(await outcome(declarePayment(deps, user, input()))).toBe('CONFLICT')
    expect(await listOwn(user)).toMatchObject([{ reference: 'VIR-2' }])
  })

  test('a declaration that an equal one overtakes returns it', async () => {
    const user = await site.enrol()
    let first = ''
    const deps = depsWith(async () => {
      first = (await declare(user)).id
    })
    expect(await declarePayment(deps, user, input())).toMatchObject({ id: first })
    expect(await listOwn(user)).toHaveLength(1)
  })

  test.each([
    { name: 'a correction', route: contract.correctPayment, body: correction },
    { name: 'a withdrawal', route: contract.withdrawPayment, body: undefined },
    { name: 'a receipt', route: contract.attachReceipt, body: samplePicture() },
  ])('$name and an approval of the earlier state: one of them succeeds', async ({ route, body }) => {
    for (let round = 0; round < 5; round += 1) {
      const user = await site.enrol()
      const { id } = await declare(user)
      const { updatedAt } = (await requests.find(id)) ?? {}
      const answers = await Promise.all([
        call(user, route, { params: { id }, ...(body && { body }) }),
        decide(id, { decision: 'approve', updatedAt }),
      ])
      const outcomes = answers.map(({ status, json }) => (status < 300 ? 'done' : json['code']))
      expect(new Set(outcomes)).toEqual(new Set(['done', 'CONFLICT']))
      const isApproved = answers[1].status === 200
      expect(await storedUser(user)).toMatchObject({ isPremium: isApproved })
      expect((await requests.find(id))?.status === 'approved').toBe(isApproved)
      expect(await admin.listEntries(user.email)).toHaveLength(isApproved ? 1 : 0)
    }
  })
})

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
