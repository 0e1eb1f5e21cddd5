import * as v from 'valibot'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { LedgerEntry } from '#shared/entities/ledger-entry.ts'
import {
  PaymentRequest,
  type PaymentRequestStatus,
  parsePaymentRequestId,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { accountDayPart } from './account-days.ts'
import { writeAudited } from './audit.ts'
import { activationParts } from './counters.ts'
import {
  ledgerKey,
  ownItems,
  parseReferenceIndex,
  paymentReferencePartition,
  paymentRequestKey,
  paymentRequestPrefix,
  paymentRequestsPartition,
} from './keys.ts'
import { ledgerParts } from './ledger.ts'
import { paymentRequestItem, paymentRequestKind, referenceDigest } from './payment-request-parts.ts'
import { userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { listCounted } from './table/list-by-age.ts'
import { countPartition, listPartition, type PageQuery, queryPage } from './table/query.ts'
import { keyText, parseItem, readTogether, StoredKey } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { failedParts, putPart, type Replacement, replacement, updatePart } from './table/transaction.ts'
import { putMany, updateIf, type WriteResult } from './table/write.ts'

const MOST_SAME_REFERENCE = 10

/** `account` is an address or an id. */
export type SameReference = ReturnType<typeof parseReferenceIndex>

const StoredReference = v.object({ ...StoredKey.entries, gsi3sk: v.string() })

/** The profile names the open request, and every transaction that closes it changes both. */
export function createPaymentRequests(table: Table) {
  const { newest, sparse } = tableShape.indexes
  /** Their sort keys sort by age. */
  const own = (userId: string) => ({ ...ownItems(userId, paymentRequestPrefix), isDescending: true })

  async function findWithAccount(id: string) {
    const lookups = [
      paymentRequestKind.lookup(id),
      userKind.lookup(parsePaymentRequestId(id).userId),
    ] as const
    const [request, account] = await readTogether(table, ...lookups)
    return { request, account }
  }

  async function findNewest(userId: string): Promise<PaymentRequest | null> {
    const { items } = await queryPage(table, { ...own(userId), limit: 1, isConsistent: true })
    return items[0] ? paymentRequestKind.parse(items[0]) : null
  }

  /** Open requests are oldest first, others newest first. `total` counts all of them, a query for each megabyte. */
  function list({ status, ...query }: PageQuery & { status: PaymentRequestStatus; search: string }) {
    const partition = paymentRequestsPartition(status)
    const requests = { kind: paymentRequestKind, partition, isOldestFirst: status === 'pending' }
    return listCounted(table, requests, query, () => count(status))
  }

  const count = (status: PaymentRequestStatus) =>
    countPartition(table, { index: newest, partition: paymentRequestsPartition(status) })

  /** Newest first, each with the address of its account where it is declared, and the id where it is received. */
  async function listSameReference(request: PaymentRequest): Promise<SameReference[]> {
    const { id, userId, decidedAt } = request
    const digest = referenceDigest(request.reference)
    if (digest === null) return []
    const { items } = await queryPage(table, {
      index: sparse,
      partition: paymentReferencePartition(digest),
      isDescending: true,
      // The request itself is one of the results.
      limit: MOST_SAME_REFERENCE + 1,
    })
    const itself = [paymentRequestKey(id), ledgerKey(id)].map(keyText)
    return (
      items
        .map((stored) => parseItem(StoredReference, stored))
        .filter((stored) => !itself.includes(keyText(stored)))
        .map(({ gsi3sk }) => parseReferenceIndex(gsi3sk))
        // The entry of a request that an earlier version approved is known by the time of its approval.
        .filter(({ account, date }) => account !== userId || date !== decidedAt)
        .slice(0, MOST_SAME_REFERENCE)
    )
  }

  return {
    find: (id: string) => paymentRequestKind.find(table, id),
    findWithAccount,
    findNewest,
    listOwn: (userId: string) => listPartition(table, PaymentRequest, own(userId)),
    list,
    count,
    listSameReference,
    ...createPaymentRequestChanges(table),
  }
}

const REQUESTS_PER_DAY = 3

function createPaymentRequestChanges(table: Table) {
  const item = (request: PaymentRequest) => paymentRequestItem(table, request)

  async function add(request: PaymentRequest, account: Replacement<User>, now: Date): Promise<WriteResult> {
    const day = moroccanDay(now)
    const failed = await failedParts(table, [
      putPart(table, item(request)),
      updatePart(table, userKind, account),
      accountDayPart(table, account.before.id, day, { counter: 'paymentRequests', most: REQUESTS_PER_DAY }),
    ])
    if (failed.length === 1 && failed[0] === 2)
      throw new DomainError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: secondsToNextDay(now),
        detail: `Vous avez envoyé ${REQUESTS_PER_DAY} demandes aujourd'hui. Réessayez demain.`,
      })
    return failed.length === 0 ? 'written' : 'conflict'
  }

  async function replace({ before, after }: Replacement<PaymentRequest>): Promise<WriteResult> {
    const change = replacement(item(before), item(after))
    const { outcome } = await updateIf(table, paymentRequestKey(before.id), change)
    return outcome === 'done' ? 'written' : 'conflict'
  }

  /** Premium of the account may change with it. */
  function conclude(
    request: Replacement<PaymentRequest>,
    account: Replacement<User>,
    now: Date,
    { entry, paid = [] }: { entry?: AuditEntry; paid?: readonly LedgerEntry[] } = {},
  ): Promise<WriteResult> {
    return writeAudited(
      table,
      entry ?? [],
      updatePart(table, { item }, request),
      updatePart(table, userKind, account),
      ...activationParts(table, account.before, account.after, now),
      ...ledgerParts(table, paid),
    )
  }

  const putAll = (requests: readonly PaymentRequest[]) => putMany(table, requests.map(item))

  return { add, replace, conclude, putAll }
}
