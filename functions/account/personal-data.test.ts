import { randomUUID } from 'node:crypto'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { getPersonalData } from '#shared/contract/account.ts'
import { setPremium } from '#shared/contract/admin/users.ts'
import { paymentRequestId } from '#shared/entities/payment-request.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import { sampleCard, sampleCopy, samplePaymentRequest, sampleReport } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { createAccountDays } from '../data/account-days.ts'
import { createCopies } from '../data/copies.ts'
import * as tableKeys from '../data/keys.ts'
import { createReports } from '../data/reports.ts'
import type { StoredItem } from '../data/table/table-shape.ts'
import { type Administration, createAdministration } from '../test-support/administration.ts'
import { PRIMARY_OWNER } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let admin: Administration
beforeAll(async () => {
  site = await startSite()
  admin = await createAdministration(site)
})
afterAll(() => site.stop())

const read = async (user: User) => (await site.call(getPersonalData, site.as(user))).json
const put = (item: Record<string, unknown>) =>
  site.store.table.client.send(new PutCommand({ TableName: site.store.table.name, Item: item }))

const at = '2026-03-01T10:00:00.000Z'
const MARKER = 'stored for the person'

/** The section of the answer that contains the item. */
type Shown = (user: User) => { item: StoredItem; section: string }

/**
 * Every kind of key of the table: an item of the account, or the reason why the answer contains none. The test does not
 * compile until a new kind of key is added here.
 */
const KINDS: Record<Extract<keyof typeof tableKeys, `${string}Key`>, Shown | string> = {
  userKey: () => ({ item: { pk: '', sk: '' }, section: 'profile' }),
  addressKey: ({ email, id }) => ({
    item: { ...tableKeys.addressKey(email), id, MARKER },
    section: 'address',
  }),
  progressKey: ({ id }) => ({
    item: { ...tableKeys.progressKey({ userId: id, track: 'SM', theme: 'ondes', chapter: 1 }), MARKER },
    section: 'progress',
  }),
  mockExamKey: ({ id }) => ({
    item: { ...tableKeys.mockExamKey(id, '20260301T100000000Z-a1b2c3d4'), MARKER },
    section: 'practice',
  }),
  practicedPaperKey: ({ id }) => ({
    item: { ...tableKeys.practicedPaperKey(id, 'bac-SM-2023-Normale'), MARKER },
    section: 'exercises',
  }),
  reportKey: ({ id }) => ({
    item: { ...tableKeys.reportKey(tableKeys.reportId(id, 'a-hash')), MARKER },
    section: 'reports',
  }),
  paymentRequestKey: ({ id }) => {
    const request = {
      ...samplePaymentRequest,
      id: paymentRequestId(id, '0mjuohs007K3F9QXM2HT8V'),
      userId: id,
    }
    return {
      item: { ...tableKeys.paymentRequestKey(request.id), ...request, MARKER },
      section: 'paymentRequests',
    }
  },
  questionKey: ({ id }) => {
    const question = { ...sampleQuestion, id: tableKeys.reportId(id, 'q'.repeat(22)), userId: id }
    return { item: { ...tableKeys.questionKey(question.id), ...question, MARKER }, section: 'questions' }
  },
  publishedAnswerKey: 'leads to no account',
  notedReferenceKey: ({ id }) => ({
    item: { ...tableKeys.notedReferenceKey(id, 'a-digest'), MARKER },
    section: 'other',
  }),
  copyKey: ({ id, email }) => {
    const copy = { ...sampleCopy, userId: id, email, code: `BKT-${id.slice(0, 3)}-XHM` }
    return {
      item: { ...tableKeys.copyKey(copy.code), ...tableKeys.copyIndexKeys(copy), ...copy, MARKER },
      section: 'copies',
    }
  },
  cardKey: ({ id, email }) => {
    const card = { ...sampleCard, id: randomUUID(), userId: id, email, usedAt: at }
    return {
      item: { ...tableKeys.cardKey(card.id), ...tableKeys.cardIndexKeys(card), ...card, MARKER },
      section: 'cards',
    }
  },
  cardBatchKey: 'holds no person',
  sheetKey: 'holds no person',
  blockedKey: ({ email }) => ({ item: { ...tableKeys.blockedKey(email), MARKER }, section: 'block' }),
  accessChangeKey: ({ id }) => ({
    item: { ...tableKeys.accessChangeKey(id), MARKER },
    section: 'accessChange',
  }),
  actorKey: ({ email }) => ({
    item: { ...tableKeys.actorKey({ type: 'admin', email }), MARKER },
    section: 'activity',
  }),
  accountDayKey: ({ id }) => ({
    item: { ...tableKeys.accountDayKey(id, '2026-03-01'), MARKER },
    section: 'days',
  }),
  mailKey: ({ id }) => ({
    item: { ...tableKeys.mailKey(id, 'premium-14 2027-07-10'), MARKER },
    section: 'mails',
  }),
  auditKey: ({ email }) => {
    const entry = { id: randomUUID(), createdAt: at, target: email }
    const rest = { actor: { type: 'system' }, action: 'UPDATE_PREMIUM', before: null, after: { MARKER } }
    return {
      item: { ...tableKeys.auditKey(entry), ...tableKeys.aboutIndexKeys(entry), ...entry, ...rest },
      section: 'log',
    }
  },
  countedPaperKey: ({ id }) => ({
    item: { ...tableKeys.countedPaperKey(id, 'bac-SM-2023-Normale'), MARKER },
    section: 'other',
  }),
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
  inboxFolderKey: 'holds the address of a folder',
  inboxFileKey: 'holds files of documents to come',
  inboxSearchKey: 'holds no person',
  publicationStateKey: 'holds no person',
  publicationRequestKey: 'holds no person',
  satPaperKey: 'adds up the marks of a paper, of all accounts together',
  openingsKey: 'counts the openings of a document, of all accounts together',
}

test('each kind of key of the table is either in the answer or said not to be', () => {
  const kinds = Object.keys(tableKeys).filter((name) => name.endsWith('Key'))
  expect(Object.keys(KINDS).toSorted()).toEqual(kinds.toSorted())
})

describe('an account finds in its data', () => {
  const shown = Object.entries(KINDS).filter((kind): kind is [string, Shown] => typeof kind[1] !== 'string')

  test.each(shown)('what is stored under a %s', async (name, createItem) => {
    const user = await site.enrol()
    const { item, section } = createItem(user)
    if (name !== 'userKey') await put(item)
    const sections = await read(user)
    expect(JSON.stringify(sections[section])).toContain(name === 'userKey' ? user.id : 'MARKER')
  })

  test('whatever else is stored beside its profile', async () => {
    const user = await site.enrol()
    await put({ pk: tableKeys.userKey(user.id).pk, sk: 'LATER#1', MARKER })
    expect((await read(user)).other).toEqual([{ MARKER }])
  })
})

test('holds what the account has reported, without what owners note for themselves', async () => {
  const user = await site.enrol()
  const id = tableKeys.reportId(user.id, 'a-hash')
  await createReports(site.store.table).putAll([{ ...sampleReport, id, note: 'Déjà signalé la veille' }])
  const { reports } = await read(user)
  expect(reports).toMatchObject([{ id, kind: sampleReport.kind, text: sampleReport.text }])
  expect(JSON.stringify(reports)).not.toContain('Déjà signalé')
})

test('is a file that no cache keeps', async () => {
  const { status, headers } = await site.call(getPersonalData, site.as(await site.enrol()))
  expect({ status, ...headers }).toMatchObject({
    status: 200,
    'content-disposition': 'attachment; filename="mes-donnees.json"',
    'cache-control': 'no-store',
  })
})

test('holds the profile with payment and session, and what real calls have stored', async () => {
  const user = await site.enrol()
  const payment = { amount: 250, means: 'Virement', reference: 'V-1' }
  await admin.asOwner(setPremium, {
    params: { id: user.id },
    body: { isPremium: true, until: '2099-07-10', payment },
  })
  const days = createAccountDays(site.store.table)
  await days.countCall(user.id, new Date(at), {
    counter: 'f',
    perMinute: 5,
    document: 'a-document',
    documentsPerDay: 5,
    network: 'n1',
    browser: 'Chrome sur Android',
  })
  const copy = { ...sampleCopy, userId: user.id, email: user.email, issuedAt: at }
  const { code } = await createCopies(site.store.table).issue(copy)
  const data = await read(user)
  expect(data).toMatchObject({
    exportedAt: expect.any(String),
    profile: {
      id: user.id,
      email: user.email,
      isPremium: true,
      payment,
      session: { lastActive: expect.any(String) },
    },
    address: { id: user.id },
    days: [{ browsers: ['Chrome sur Android'], networks: ['n1'], deletedAfter: '2026-05-31T00:00:00.000Z' }],
    copies: [{ code, documentId: copy.documentId, deletedAfter: expect.any(String) }],
    log: [{ action: 'UPDATE_PREMIUM', by: 'administration', after: { isPremium: true, payment } }],
    block: null,
    activity: null,
    progress: [],
  })
})

test('holds no one else, no key of the table and no session id', async () => {
  const user = await site.enrol()
  const other = await site.enrol()
  for (const each of [user, other])
    await admin.asOwner(setPremium, {
      params: { id: each.id },
      body: { isPremium: true, until: '2099-07-10' },
    })
  await put({
    ...tableKeys.blockedKey(user.email),
    email: user.email,
    reason: 'Fraude',
    blockedBy: PRIMARY_OWNER,
  })
  const text = JSON.stringify(await read(user))
  for (const secret of [
    other.id,
    other.email,
    PRIMARY_OWNER,
    String(user.lease?.id),
    '"pk"',
    'gsi',
    'searchText',
  ])
    expect(text).not.toContain(secret)
})

test('costs the same however long the log and the list of accounts are', async () => {
  const user = await site.enrol()
  const measure = async () => {
    site.store.operations.clear()
    await read(user)
    return { ...site.store.units(), operations: site.store.operations.list().length }
  }
  const before = await measure()
  for (let count = 0; count < 20; count += 1) {
    const { id } = await site.enrol()
    await admin.asOwner(setPremium, { params: { id }, body: { isPremium: true, until: '2099-07-10' } })
  }
  expect(await measure()).toEqual(before)
})
