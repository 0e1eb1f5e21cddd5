import { isDeepStrictEqual } from 'node:util'
import { driveFile } from '#scripts/local/test-support/services.ts'
import type { Route, SampleRequest } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleFolder, sampleSubjectInput } from '#shared/contract/samples.ts'
import { chainId, heldText } from '#shared/domain/premium/ledger.ts'
import { SAMPLE_DRIVE_ID } from '#shared/entities/file.ts'
import { SAMPLE_INBOX_FILE_ID, sampleInboxFile } from '#shared/entities/inbox-file.ts'
import { ledgerEntryId, SAMPLE_ENTRY_ID } from '#shared/entities/ledger-entry.ts'
import { parsePaymentRequestId, paymentRequestId } from '#shared/entities/payment-request.ts'
import { sampleQuestion } from '#shared/entities/question.ts'
import {
  NEW_CARD_BATCH,
  sampleBlockedEmail,
  sampleCard,
  sampleCardBatch,
  sampleCopy,
  sampleFreeSubject,
  sampleLedgerEntry,
  sampleNotice,
  samplePaymentRequest,
  samplePremiumUser,
  sampleReport,
  sampleResource,
  sampleSubject,
  sampleUser,
} from '#shared/entities/samples.ts'
import { sampleSheet } from '#shared/entities/sheet.ts'
import type { User } from '#shared/entities/user.ts'
import { SYSTEM } from '../data/audit.ts'
import {
  AUDIT,
  blockedKey,
  COUNTERS,
  cardBatchKey,
  ledgerKey,
  noticeKey,
  settingsKey,
  subjectItemKey,
  userKey,
} from '../data/keys.ts'
import { receiptFile } from '../data/payment-request-parts.ts'
import { keyText } from '../data/table/read.ts'
import { type ItemKey, type StoredItem } from '../data/table/table-shape.ts'
import { put, putMany, remove, update } from '../data/table/write.ts'
import { PREPARED } from './content.ts'
import type { Call } from './gateway.ts'
import { lastingLease, storeUser } from './people.ts'
import type { Site } from './site.ts'
import { readItems } from './table.ts'

/**
 * Returns a route's sample request, as a call without its caller's token and session id.
 * @param replacements texts of the sample, each with its replacement, also inside longer texts (an id of a subject, a
 *   line of an import): `sampleCall('setPremium', { [sampleUser.id]: student.id })`. In this way a repeated call gets a
 *   target of its own.
 */
export function sampleCall(
  name: RouteName,
  replacements: Readonly<Record<string, string>> = {},
): Pick<Call, 'params' | 'query' | 'body' | 'headers'> {
  const { sample, csv }: Route = routes[name]
  const { params, query, body } = replaceTexts(sample, replacements) as SampleRequest
  return {
    ...(params && { params }),
    ...(query && {
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
    }),
    ...(body !== undefined && { body }),
    ...(csv.includes('body') && { headers: { 'content-type': 'text/csv' } }),
  }
}

export function isAboutAccount(name: RouteName): boolean {
  const text = JSON.stringify(routes[name].sample)
  return [sampleUser.id, sampleUser.email, sampleBlockedEmail.email].some((part) => text.includes(part))
}

/**
 * Returns the sample request for a caller. Ids of the sample's account are replaced by theirs.
 * @param user the caller
 */
export function sampleCallBy(name: RouteName, { id }: Pick<User, 'id'>): ReturnType<typeof sampleCall> {
  return sampleCall(name, routes[name].access === 'user' ? { [samplePaymentRequest.userId]: id } : {})
}

/** Stores the sample's payment request as an open one of a user. */
export async function storeOwnRequest(site: Site, { id, email }: Pick<User, 'id' | 'email'>): Promise<void> {
  const { ownPart } = parsePaymentRequestId(samplePaymentRequest.id)
  const request = { ...samplePaymentRequest, id: paymentRequestId(id, ownPart), userId: id, email }
  await site.stores.paymentRequests.putAll([request])
  await update(site.store.table, userKey(id), { set: { openPaymentRequest: ownPart } })
}

/** The account of the sample's payment request, and the picture of its receipt. */
const payer = {
  id: samplePaymentRequest.userId,
  email: samplePaymentRequest.email,
  openPaymentRequest: parsePaymentRequestId(samplePaymentRequest.id).ownPart,
}
const receipt = { type: 'image/png', digest: 'the-digest-of-a-picture', size: 3 } as const
const RECEIPT_FILE = receiptFile(samplePaymentRequest.id, receipt)

/** The account of the sample's question. */
const asker = { id: sampleQuestion.userId, email: sampleQuestion.email }

/** A Premium account with the payment of the samples. */
const subscriber = {
  ...samplePremiumUser,
  isPremium: true,
  premiumUntil: '2999-07-10',
  held: new Set([heldText(sampleLedgerEntry)]),
}

const blockedStudent = {
  id: '22222222-2222-4222-8222-222222222222',
  email: sampleBlockedEmail.email,
  blockedAt: sampleBlockedEmail.blockedAt,
}

/** Items that a sample request creates or leaves, and the next one must not find. */
const ABSENT: readonly ItemKey[] = [
  subjectItemKey(sampleSubjectInput),
  settingsKey,
  cardBatchKey(NEW_CARD_BATCH),
  ledgerKey(chainId(sampleLedgerEntry.id, 1)),
  ledgerKey(ledgerEntryId(sampleUser.id, SAMPLE_ENTRY_ID)),
  ledgerKey(samplePaymentRequest.id),
  blockedKey(sampleUser.email),
]

/** The items of the samples by site. The repositories write them once, and they are restored as they were. */
const seeded = new WeakMap<Site, StoredItem[]>()

/** Stores the data of the sample requests, or restores it after a request changed or deleted it. */
export async function seedSamples(site: Site): Promise<void> {
  const { userPool, drive, services } = site
  const { table } = site.store
  const items = seeded.get(site)
  if (items) await Promise.all([putMany(table, items), ...ABSENT.map((key) => remove(table, key))])
  else seeded.set(site, await storeSamples(site))
  for (const { id, email } of [sampleUser, blockedStudent, payer, asker, subscriber])
    userPool.enrol({ id, email })
  const form = { contentType: receipt.type, cacheControl: null, metadata: {} }
  services.receipts.put(RECEIPT_FILE, Buffer.from('PNG'), form)
  drive.files.set(SAMPLE_DRIVE_ID, driveFile({ folder: sampleFolder }))
  drive.files.set(SAMPLE_INBOX_FILE_ID, driveFile({ folder: sampleFolder, name: sampleInboxFile.name }))
}

/** @returns the written items, without counters and audit entries */
async function storeSamples({ store: { table }, stores }: Site): Promise<StoredItem[]> {
  const before = new Map((await readItems(table)).map((item) => [keyText(item), item]))
  const { id, email } = sampleUser
  for (const user of [{ id, email }, blockedStudent, payer, asker, subscriber])
    await storeUser(table, { ...user, lease: lastingLease() })
  await Promise.all([
    stores.resources.putAll([{ ...sampleResource, ...PREPARED }]),
    stores.subjects.putAll([{ ...sampleSubject, ...PREPARED }, sampleFreeSubject]),
    stores.blocked.putAll([sampleBlockedEmail]),
    stores.copies.putAll([sampleCopy]),
    stores.reports.putAll([sampleReport]),
    stores.questions.putAll([sampleQuestion]),
    stores.sheets.putAll([sampleSheet]),
    stores.inbox.putAll(sampleFolder, [sampleInboxFile]),
    stores.paymentRequests.putAll([
      { ...samplePaymentRequest, receipt: { ...receipt, storedAt: new Date().toISOString() } },
    ]),
    stores.cards.putAll([sampleCardBatch], [sampleCard]),
    stores.ledger.putAll([sampleLedgerEntry]),
    put(table, { ...noticeKey(sampleNotice.id), ...sampleNotice, actor: SYSTEM, acknowledged: {} }),
  ])
  // The emulator returns the attributes of an item in any order.
  return (await readItems(table)).filter(
    (item) =>
      !isDeepStrictEqual(before.get(keyText(item)), item) && item.pk !== COUNTERS && item.pk !== AUDIT,
  )
}

function replaceTexts(value: unknown, replacements: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string')
    return Object.entries(replacements).reduce((text, [from, to]) => text.replaceAll(from, to), value)
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, replacements))
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, replaceTexts(item, replacements)]),
  )
}
