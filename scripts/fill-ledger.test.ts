import { randomUUID } from 'node:crypto'
import { adminActor, auditEntry, SYSTEM } from '#functions/data/audit.ts'
import { paymentRequestKey, referenceIndexKeys } from '#functions/data/keys.ts'
import { referenceDigest } from '#functions/data/payment-request-parts.ts'
import { update } from '#functions/data/table/write.ts'
import { createAdministration } from '#functions/test-support/administration.ts'
import { storeUser } from '#functions/test-support/people.ts'
import { startSite } from '#functions/test-support/site.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { heldPayments, sumOf } from '#shared/domain/premium/ledger.ts'
import type { AuditAction, AuditValues } from '#shared/entities/audit-entry.ts'
import {
  parsePaymentRequestId,
  paymentRequestId,
  paymentRequestNumber,
} from '#shared/entities/payment-request.ts'
import { samplePaymentRequest } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { fillLedger } from './fill-ledger.ts'

const site = await startSite()
const { table } = site.store
const admin = await createAdministration(site)
afterAll(() => site.stop())

const createdAt = '2026-01-01T00:00:00.000Z'
const owner = { email: 'proprietaire@exemple.test' }
const free = { isPremium: false, premiumUntil: null, payment: null }
const premium = (amount: number, means = 'Espèces', reference = '') => ({
  isPremium: true,
  premiumUntil: '2099-07-10',
  payment: { amount, means, reference },
})
const taken = (amount: number) => ({ ...premium(amount), isPremium: false, premiumUntil: null })
const card = {
  ...premium(250, 'Carte prépayée', 'Librairie, n° K3F9QX-001'),
  serial: 'K3F9QX-001',
  label: 'Librairie',
}

type Change = [action: AuditAction, before: AuditValues, after: AuditValues]
/** The cases that version 1.1 could not tell apart, with what the log proves and what it leaves open. */
const CASES: Record<string, { log: Change[]; sum: number; doubts: number }> = {
  'a payment': { log: [['UPDATE_PREMIUM', free, premium(250)]], sum: 250, doubts: 0 },
  'a second receipt': {
    log: [
      ['UPDATE_PREMIUM', free, premium(250, 'Virement bancaire', 'V-1')],
      ['UPDATE_PREMIUM', premium(250, 'Virement bancaire', 'V-1'), premium(250, 'Espèces', 'R-2')],
    ],
    sum: 250,
    doubts: 1,
  },
  'an approval, then a free account': {
    log: [
      ['APPROVE_PAYMENT', free, premium(250)],
      ['UPDATE_PREMIUM', premium(250), taken(250)],
    ],
    sum: 250,
    doubts: 1,
  },
  'equal cash after Premium was taken': {
    log: [
      ['UPDATE_PREMIUM', free, premium(250)],
      ['UPDATE_PREMIUM', premium(250), taken(250)],
      ['UPDATE_PREMIUM', taken(250), premium(250)],
    ],
    sum: 250,
    doubts: 2,
  },
  'a card, undone': {
    log: [
      ['REDEEM_CODE', free, card],
      ['UPDATE_CODE', card, free],
    ],
    sum: 0,
    doubts: 0,
  },
}

/** Writes the log of an account as version 1.1 did, from the year 2026 on. */
async function writeLog({ email }: Pick<User, 'email'>, log: readonly Change[]): Promise<void> {
  for (const [at, [action, before, after]] of log.entries()) {
    const actor = action === 'REDEEM_CODE' ? SYSTEM : adminActor(owner)
    const now = new Date(Date.UTC(2026, 5, 1 + at))
    await site.stores.audit.record(auditEntry(actor, now, { action, target: email, before, after }))
  }
}

test.each(Object.entries(CASES))(
  '%s: the proven entries are made once, and the rest is listed',
  async (_, one) => {
    const user = await storeUser(table, { createdAt, ...premium(250), email: `${randomUUID()}@exemple.test` })
    await writeLog(user, one.log)
    const own = ({ userId }: { userId: string }) => userId === user.id
    const dry = await fillLedger(table, new Date(), true)
    expect(sumOf(dry.entries.filter(own))).toBe(one.sum)
    expect(dry.doubts.filter(({ email }) => email === user.email)).toHaveLength(one.doubts)
    expect(await site.stores.ledger.listOfAccount(user.id)).toEqual([])
    await fillLedger(table, new Date(), false)
    expect((await fillLedger(table, new Date(), false)).entries).toEqual([])
    expect(sumOf(await site.stores.ledger.listOfAccount(user.id))).toBe(one.sum)
  },
)

test('names the payments of a period in the profile, also of a blocked one, until the site writes by itself', async () => {
  const [user, blocked] = [
    await storeUser(table, { createdAt, updatedAt: createdAt, ...premium(99) }),
    await storeUser(table, { createdAt, updatedAt: createdAt, ...premium(97), blockedAt: createdAt }),
  ]
  await writeLog(user, [
    ['UPDATE_PREMIUM', free, { ...premium(96), premiumUntil: '2026-06-01' }],
    ['UPDATE_PREMIUM', { ...premium(96), premiumUntil: '2026-05-31' }, premium(98)],
    ['APPROVE_PAYMENT', premium(98), premium(99)],
  ])
  await writeLog(blocked, [['UPDATE_PREMIUM', free, premium(97)]])
  await fillLedger(table, new Date(), false)
  const held = async ({ id }: User) => {
    const { held: named } = (await site.stores.users.find(id)) as User
    return heldPayments({ id, held: named }).map(({ amount }) => amount)
  }
  expect(new Set(await held(user))).toEqual(new Set([98, 99]))
  expect(await held(blocked)).toEqual([97])
  await admin.asOwner(setPremium, { params: { id: user.id }, body: { isPremium: false, money: 'refunded' } })
  const again = await fillLedger(table, new Date(), false)
  expect(again.entries).toEqual([])
  expect(again.doubts.filter(({ email }) => email === user.email)).toEqual([])
  expect(await held(user)).toEqual([])
  expect(sumOf(await site.stores.ledger.listOfAccount(user.id))).toBe(96)
})

test('leads from an approved payment to its request, whose reference is pointed out once', async () => {
  const user = await storeUser(table, { createdAt, ...premium(250) })
  const decidedAt = '2026-06-01T00:00:00.000Z'
  const { ownPart } = parsePaymentRequestId(samplePaymentRequest.id)
  const [id, reference] = [paymentRequestId(user.id, ownPart), 'VIR-11-22']
  const own = { ...samplePaymentRequest, id, userId: user.id, email: user.email, reference }
  const request = { ...own, status: 'approved' as const, decidedAt }
  await site.stores.paymentRequests.putAll([request])
  const digest = referenceDigest(reference) ?? ''
  await update(table, paymentRequestKey(id), {
    set: referenceIndexKeys(digest, request.createdAt, user.email),
  })
  const approved = { ...premium(250, 'Virement bancaire', reference), request: paymentRequestNumber(id) }
  await writeLog(user, [['APPROVE_PAYMENT', free, approved]])
  await fillLedger(table, new Date(), false)
  expect(await site.stores.ledger.listOfAccount(user.id)).toMatchObject([{ requestId: id, reference }])
  const { listSameReference } = site.stores.paymentRequests
  expect(await listSameReference(request)).toEqual([])
  const other = { ...request, id: paymentRequestId(randomUUID(), ownPart), userId: randomUUID() }
  expect(await listSameReference(other)).toEqual([{ account: user.id, date: decidedAt }])
})

test('names a deleted account by a digest', async () => {
  await writeLog({ email: 'partie@exemple.test' }, [
    ['APPROVE_PAYMENT', free, premium(98, 'Espèces', 'R-98')],
  ])
  const { entries } = await fillLedger(table, new Date(), false)
  const deleted = entries.find(({ amount }) => amount === 98)
  expect(deleted?.userId).toMatch(/^[\da-f-]{36}$/)
  expect(JSON.stringify(deleted)).not.toContain('partie')
})
