import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { deleteAccount, getPersonalData } from '#shared/contract/account.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { isWithinPayload } from '#shared/domain/payload-limit.ts'
import type { AuditAction } from '#shared/entities/audit-entry.ts'
import { ledgerEntryId } from '#shared/entities/ledger-entry.ts'
import { paymentRequestId } from '#shared/entities/payment-request.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import {
  sampleCard,
  sampleCopy,
  sampleLedgerEntry,
  samplePaymentRequest,
  sampleReport,
} from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../data/audit.ts'
import * as tableKeys from '../data/keys.ts'
import type { StoredItem } from '../data/table/table-shape.ts'
import { createAdministration } from '../test-support/administration.ts'
import { PRIMARY_OWNER, userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { readPersonalData } from './receipts.ts'

const site = await startSite()
site.store.bypassProxy()
const admin = await createAdministration(site)
afterAll(() => site.stop())

const read = async (user: User) => (await site.call(getPersonalData, site.as(user))).json
const put = (item: Record<string, unknown>) =>
  site.store.table.client.send(new PutCommand({ TableName: site.store.table.name, Item: item }))

const at = '2026-03-01T10:00:00.000Z'
const MARKER = 'stored for the person'
const paper = 'bac-SM-2023-Normale'

type Shown = (user: User) => [section: string, item: StoredItem]

/**
 * Every kind of key of the table: an item of the account, or the reason why the answer contains none. The test does not
 * compile until a new kind of key is added here.
 */
const KINDS: Record<Extract<keyof typeof tableKeys, `${string}Key`>, Shown | string> = {
  userKey: ({ id }) => ['profile', { ...tableKeys.userKey(id) }],
  addressKey: ({ email, id }) => ['address', { ...tableKeys.addressKey(email), id }],
  progressKey: ({ id: userId }) => {
    return ['progress', tableKeys.progressKey({ userId, track: 'SM', theme: 'ondes', chapter: 1 })]
  },
  mockExamKey: ({ id }) => ['practice', tableKeys.mockExamKey(id, '20260301T100000000Z-a1b2c3d4')],
  practicedPaperKey: ({ id }) => ['exercises', tableKeys.practicedPaperKey(id, paper)],
  reportKey: ({ id }) => ['reports', tableKeys.reportKey(tableKeys.reportId(id, 'a-hash'))],
  paymentRequestKey: ({ id: userId }) => {
    const id = paymentRequestId(userId, '0mjuohs007K3F9QXM2HT8V')
    const request = { ...samplePaymentRequest, id, userId, decidedBy: PRIMARY_OWNER }
    return ['paymentRequests', { ...tableKeys.paymentRequestKey(id), ...request }]
  },
  questionKey: ({ id: userId }) => {
    const id = tableKeys.reportId(userId, 'q'.repeat(22))
    return ['questions', { ...tableKeys.questionKey(id), ...sampleQuestion, id, userId }]
  },
  publishedAnswerKey: 'leads to no account',
  ledgerKey: ({ id: userId }) => {
    const id = ledgerEntryId(userId, randomUUID())
    const entry = { ...sampleLedgerEntry, id, userId, by: PRIMARY_OWNER, reference: 'MARKER' }
    const item = { ...tableKeys.ledgerKey(entry.id), ...tableKeys.ledgerIndexKeys(entry), ...entry }
    return ['payments', item]
  },
  copyKey: ({ id: userId, email }) => {
    const copy = { ...sampleCopy, userId, email, code: `BKT-${userId.slice(0, 3)}-XHM` }
    return ['copies', { ...tableKeys.copyKey(copy.code), ...tableKeys.copyIndexKeys(copy), ...copy }]
  },
  cardKey: ({ id: userId, email }) => {
    const card = { ...sampleCard, id: randomUUID(), userId, email, usedAt: at }
    return ['cards', { ...tableKeys.cardKey(card.id), ...tableKeys.cardIndexKeys(card), ...card }]
  },
  cardBatchKey: 'holds no person',
  sheetKey: 'holds no person',
  blockedKey: ({ email }) => ['block', tableKeys.blockedKey(email)],
  accessChangeKey: ({ id }) => ['accessChange', tableKeys.accessChangeKey(id)],
  actorKey: ({ email, createdAt: first }) => {
    return ['activity', { ...tableKeys.actorKey({ type: 'admin', email }), first }]
  },
  accountDayKey: ({ id }) => ['days', tableKeys.accountDayKey(id, '2026-03-01')],
  mailKey: ({ id }) => ['mails', tableKeys.mailKey(id, 'premium-14 2027-07-10')],
  auditKey: ({ email, createdAt }) => {
    const entry = { id: randomUUID(), createdAt, target: email }
    const rest = { actor: { type: 'system' }, action: 'UPDATE_PREMIUM', before: null, after: { MARKER } }
    return ['log', { ...tableKeys.auditKey(entry), ...tableKeys.aboutIndexKeys(entry), ...entry, ...rest }]
  },
  countedPaperKey: ({ id }) => ['other', tableKeys.countedPaperKey(id, paper)],
  deletionKey: 'there is no account to ask once its deletion has begun',
  signUpProofKey: 'holds the id of a new account alone, for a quarter of an hour',
  signUpsKey: 'counts the sign-ups of a day',
  blockedMailboxKey: 'holds the blocked addresses of a mailbox, which may be of other people',
  refusalsKey: 'counts the attempts of an entry of the log, which names its admin',
  throttleKey: 'counts the calls of a minute under a hash',
  subjectItemKey: 'holds no person',
  resourceKey: 'holds no person',
  userCounterKey: 'counts all accounts together',
  resourceCounterKey: 'counts documents',
  noticeKey: 'counts what an admin did to documents, as the log says it',
  settingsKey: 'holds what the site publishes',
  brokenKey: 'holds documents',
  proposalKey: 'holds exercises of papers',
  healthRoundKey: 'holds documents',
  preparedKey: 'holds documents',
  readingKey: 'holds documents',
  inboxFolderKey: 'holds the address of a folder',
  inboxFileKey: 'holds files of documents to come',
  inboxSearchKey: 'holds no person',
  publicationStateKey: 'holds no person',
  publicationRequestKey: 'holds no person',
  satPaperKey: 'adds up the marks of a paper, of all accounts together',
  openingsKey: 'counts the openings of a document, of all accounts together',
}

const shown = Object.entries(KINDS).filter((kind): kind is [string, Shown] => typeof kind[1] !== 'string')

test.each(shown)(
  'an account finds in its data what is stored under a %s, without an owner who decided',
  async (name, createItem) => {
    const user = await site.enrol()
    const [section, item] = createItem(user)
    if (name !== 'userKey') await put({ ...item, MARKER })
    const text = JSON.stringify((await read(user))[section])
    expect(text).toContain(name === 'userKey' ? user.id : 'MARKER')
    expect(text).not.toContain(PRIMARY_OWNER)
  },
)

test('holds what the account has reported, without what owners note for themselves', async () => {
  const user = await site.enrol()
  const id = tableKeys.reportId(user.id, 'a-hash')
  await site.stores.reports.putAll([{ ...sampleReport, id, note: 'Déjà signalé la veille' }])
  const { reports } = await read(user)
  expect(reports).toMatchObject([{ id, kind: sampleReport.kind, text: sampleReport.text }])
  expect(JSON.stringify(reports)).not.toContain('Déjà signalé')
})

test('is a file that no cache keeps, with the profile and what real calls have stored', async () => {
  const user = await site.enrol()
  const payment = { amount: 250, means: 'Virement', reference: 'V-1' }
  const body = { isPremium: true, until: '2099-07-10', payment }
  await admin.asOwner(setPremium, { params: { id: user.id }, body })
  await site.stores.accountDays.countCall(user.id, new Date(at), {
    counter: 'f',
    perMinute: 5,
    document: 'a-document',
    documentsPerDay: 5,
    network: 'n1',
    browser: 'Chrome sur Android',
  })
  const copy = { ...sampleCopy, userId: user.id, email: user.email, issuedAt: at }
  const { code } = await site.stores.copies.issue(copy)
  const { status, headers, json } = await site.call(getPersonalData, site.as(user))
  expect({ status, ...headers }).toMatchObject({
    status: 200,
    'content-disposition': 'attachment; filename="mes-donnees.json"',
    'cache-control': 'no-store',
  })
  const session = { lastActive: expect.any(String) }
  expect(json).toMatchObject({
    exportedAt: expect.any(String),
    profile: { id: user.id, email: user.email, isPremium: true, payment, session },
    address: { id: user.id },
    days: [{ browsers: ['Chrome sur Android'], networks: ['n1'], deletedAfter: '2026-05-31T00:00:00.000Z' }],
    copies: [{ code, documentId: copy.documentId, deletedAfter: expect.any(String) }],
    log: [{ action: 'UPDATE_PREMIUM', by: 'administration', after: { isPremium: true, payment } }],
    block: null,
    activity: null,
    progress: [],
  })
})

test('holds nothing of an earlier account at its address, not even what is looked up later', async () => {
  const earlier = await site.enrol()
  const { email } = earlier
  const refused = { means: 'Virement bancaire', reference: 'VIR-EARLIER', reason: 'Montant reçu en partie' }
  const entryAbout = (createdAt: string, action: AuditAction, after: Record<string, unknown>) =>
    auditEntry(adminActor({ email: PRIMARY_OWNER }), new Date(createdAt), { action, target: email, after })
  const record = async (...entry: Parameters<typeof entryAbout>) =>
    site.stores.audit.record(entryAbout(...entry))
  await record('2026-03-01T10:00:00.000Z', 'REFUSE_PAYMENT', refused)
  await put({ ...tableKeys.actorKey({ type: 'admin', email }), first: '2026-03-02T10:00:00.000Z', count: 3 })
  expect((await site.call(deleteAccount, site.as(earlier))).status).toBe(204)

  const user = await site.enrol({ email })
  const { createdAt } = user
  await record(createdAt, 'CREATE_USER', {})
  const issuedAt = '2026-03-01T12:00:00.000Z'
  await record('2099-01-01T10:00:00.000Z', 'LOOK_UP_COPY', { code: 'EARLIER', issuedAt })
  await record('2099-01-02T10:00:00.000Z', 'LOOK_UP_COPY', { code: 'OWN', issuedAt: createdAt })
  const { log, activity, ...rest } = await read(user)
  expect(log).toMatchObject([{ action: 'LOOK_UP_COPY', after: { code: 'OWN' } }, { action: 'CREATE_USER' }])
  expect(activity).toBeNull()
  expect(JSON.stringify(rest)).not.toMatch(/EARLIER|Montant reçu/)
})

test('holds no one else, no key of the table and no session id', async () => {
  const [user, other] = [await site.enrol(), await site.enrol()]
  const body = { isPremium: true, until: '2099-07-10' }
  for (const { id } of [user, other]) await admin.asOwner(setPremium, { params: { id }, body })
  const block = { email: user.email, reason: 'Fraude', blockedBy: PRIMARY_OWNER }
  await put({ ...tableKeys.blockedKey(user.email), ...block })
  const text = JSON.stringify(await read(user))
  const secrets = [other.id, other.email, PRIMARY_OWNER, String(user.lease?.id), '"pk"', 'gsi', 'searchText']
  for (const secret of secrets) expect(text).not.toContain(secret)
})

const PICTURE = new Uint8Array(1_500_000)
const receipt = {
  type: 'image/png',
  digest: 'd',
  size: PICTURE.length,
  storedAt: '2026-01-01T00:00:00.000Z',
} as const
const NONE = { progress: [], practice: [], exercises: [], days: [], reports: [], questions: [], mails: [] }

async function readWith(copies: number) {
  const request = { ...samplePaymentRequest, receipt }
  const data = {
    ...NONE,
    profile: {},
    paymentRequests: [request, request, request],
    copies: Array.from({ length: copies }, (_, index) => ({ code: `BKT-${index}`, title: '"'.repeat(100) })),
    cards: [{ serial: 1 }],
    payments: [],
    other: [],
    address: null,
    block: null,
    accessChange: null,
    activity: null,
    log: [],
  }
  const personalData = { read: async () => data }
  const receipts = { get: async () => PICTURE, put: async () => {}, remove: async () => {} }
  return readPersonalData({ personalData, receipts, clock: { now: () => new Date() } }, userFixture())
}

test.each([
  { copies: 10, pictures: 2, isWhole: true },
  { copies: 60_000, pictures: 0, isWhole: false },
])('fits into an answer with $copies copies and three pictures', async ({ copies, pictures, isWhole }) => {
  const answer = await readWith(copies)
  expect(isWithinPayload(JSON.stringify(answer))).toBe(true)
  expect(answer.paymentRequests.filter(({ picture }) => picture)).toHaveLength(pictures)
  expect(answer.cards).toEqual([{ serial: 1 }])
  expect(answer.copies[0]).toMatchObject({ code: 'BKT-0' })
  expect(answer.leftOut).toEqual(isWhole ? {} : { copies: copies - answer.copies.length })
})
