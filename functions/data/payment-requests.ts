import * as v from 'valibot'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import {
  type PaymentRequest,
  type PaymentRequestStatus,
  parsePaymentRequestId,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { accountDayPart } from './account-days.ts'
import { auditParts } from './audit.ts'
import { activationParts } from './counters.ts'
import { userItem } from './items.ts'
import {
  parseReferenceIndex,
  paymentReferencePartition,
  paymentRequestKey,
  paymentRequestPrefix,
  paymentRequestsPartition,
  userKey,
} from './keys.ts'
import { parsePaymentRequest, paymentRequestItem, referenceDigest } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { listByAge } from './table/list-by-age.ts'
import {
  type Lookup,
  parseItem,
  queryAll,
  queryCount,
  queryPage,
  readOne,
  readTogether,
  StoredKey,
} from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import {
  failedParts,
  putMany,
  putPart,
  updateIf,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'
import { userLookup } from './user-lookup.ts'

/** Limit of requests of one account on one Moroccan day. */
const REQUESTS_PER_DAY = 3

/** Limit of payments with the same reference that an owner sees. */
const MOST_SAME_REFERENCE = 10

/** The state that was read, and the new state. */
type Change<T> = { before: T; after: T }

const StoredReference = v.object({ ...StoredKey.entries, gsi3sk: v.string() })

function requestLookup(id: string): Lookup<PaymentRequest | null> {
  return { key: paymentRequestKey(id), parse: (item) => (item ? parsePaymentRequest(item) : null) }
}

/**
 * Reads and writes the payments that students have declared. They are items of the account and are deleted with it. The
 * profile names the open one, and every transaction that closes it changes both.
 */
export function createPaymentRequests(table: Table) {
  const { newest, sparse } = tableShape.indexes

  function find(id: string): Promise<PaymentRequest | null> {
    return readOne(table, requestLookup(id))
  }

  /** Returns a request and its account, as last written. One batch. */
  async function findWithAccount(
    id: string,
  ): Promise<{ request: PaymentRequest | null; account: User | null }> {
    const account = userLookup(parsePaymentRequestId(id).userId)
    const [request, user] = await readTogether(table, requestLookup(id), account)
    return { request, account: user }
  }

  /** Returns the newest request of an account, as last written, or null. One consistent query. */
  async function findNewest(userId: string): Promise<PaymentRequest | null> {
    const { items } = await queryPage(table, { ...ownQuery(userId), Limit: 1, ConsistentRead: true })
    return items[0] ? parsePaymentRequest(items[0]) : null
  }

  /** Returns the requests of an account, newest first. One query. */
  async function listOwn(userId: string): Promise<PaymentRequest[]> {
    return (await queryAll(table, ownQuery(userId))).map(parsePaymentRequest)
  }

  /**
   * Returns a page of the requests in a state, or of those that a search finds: open ones oldest first, others newest
   * first. `total` counts all of them, a query for each megabyte.
   */
  async function list({
    status,
    ...query
  }: PageQuery & { status: PaymentRequestStatus; search: string }): Promise<
    Page<PaymentRequest> & { total: number }
  > {
    const [{ found, ...page }, all] = await Promise.all([
      listByAge(
        table,
        {
          index: newest,
          partition: paymentRequestsPartition(status),
          isOldestFirst: status === 'pending',
          keyOf: paymentRequestKey,
          parse: (item) => {
            const request = parsePaymentRequest(item)
            return request.status === status ? request : null
          },
        },
        query,
      ),
      count(status),
    ])
    return { ...page, total: found ?? all }
  }

  /** Returns the number of requests in a state. A query for each megabyte of the index, some 5,000 requests. */
  function count(status: PaymentRequestStatus): Promise<number> {
    return queryCount(table, {
      IndexName: newest.name,
      KeyConditionExpression: `${newest.partitionKey} = :list`,
      ExpressionAttributeValues: { ':list': paymentRequestsPartition(status) },
    })
  }

  /** Returns the other payments, declared or noted, with a request's reference, newest first. One query. */
  async function listSameReference({ id, reference }: PaymentRequest) {
    const digest = referenceDigest(reference)
    if (digest === null) return []
    const { items } = await queryPage(table, {
      IndexName: sparse.name,
      KeyConditionExpression: `${sparse.partitionKey} = :reference`,
      ExpressionAttributeValues: { ':reference': paymentReferencePartition(digest) },
      ScanIndexForward: false,
      // The request itself is one of the results.
      Limit: MOST_SAME_REFERENCE + 1,
    })
    const { pk, sk } = paymentRequestKey(id)
    return items
      .map((item) => parseItem(StoredReference, item))
      .filter((item) => item.pk !== pk || item.sk !== sk)
      .slice(0, MOST_SAME_REFERENCE)
      .map(({ gsi3sk }) => parseReferenceIndex(gsi3sk))
  }

  /**
   * Adds a request, names it in its profile and counts it in its account's day. One transaction.
   * @throws DomainError TOO_MANY_REQUESTS at the limit of the day
   */
  async function add(request: PaymentRequest, account: Change<User>, now: Date): Promise<WriteResult> {
    const failed = await failedParts(table, [
      putPart(table, paymentRequestItem(table, request)),
      updatePart(table, userItem(account.before), userItem(account.after)),
      accountDayPart(table, account.before.id, moroccanDay(now), {
        counter: 'paymentRequests',
        most: REQUESTS_PER_DAY,
      }),
    ])
    if (failed.length === 1 && failed[0] === 2)
      throw new DomainError('TOO_MANY_REQUESTS', {
        retryAfterSeconds: secondsToNextDay(now),
        detail: `Vous avez envoyé ${REQUESTS_PER_DAY} demandes aujourd'hui. Réessayez demain.`,
      })
    return failed.length === 0 ? 'written' : 'overtaken'
  }

  /** Puts a request in place of what was read, which stays open. */
  async function replace({ before, after }: Change<PaymentRequest>): Promise<WriteResult> {
    const { Update } = updatePart(table, paymentRequestItem(table, before), paymentRequestItem(table, after))
    const isWritten = Update !== undefined && (await updateIf(table, Update)).outcome === 'done'
    return isWritten ? 'written' : 'overtaken'
  }

  /**
   * Closes a request, in its item and in its account, whose Premium may change with it. One transaction, with the audit
   * entry of an owner's decision.
   */
  function conclude(
    request: Change<PaymentRequest>,
    account: Change<User>,
    now: Date,
    ...entries: readonly AuditEntry[]
  ): Promise<WriteResult> {
    return writeTogether(table, [
      updatePart(table, paymentRequestItem(table, request.before), paymentRequestItem(table, request.after)),
      updatePart(table, userItem(account.before), userItem(account.after)),
      ...activationParts(table, account.before, account.after, now),
      ...auditParts(table, ...entries),
    ])
  }

  /** Writes requests over existing ones, for seeding. */
  async function putAll(requests: readonly PaymentRequest[]): Promise<void> {
    await putMany(
      table,
      requests.map((request) => paymentRequestItem(table, request)),
    )
  }

  return {
    find,
    findWithAccount,
    findNewest,
    listOwn,
    list,
    count,
    listSameReference,
    add,
    replace,
    conclude,
    putAll,
  }
}

export type PaymentRequests = ReturnType<typeof createPaymentRequests>

/** Returns the query of an account's requests, newest first: their sort keys sort by age. */
function ownQuery(userId: string) {
  return {
    KeyConditionExpression: 'pk = :user AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':user': userKey(userId).pk, ':prefix': paymentRequestPrefix },
    ScanIndexForward: false,
  }
}
