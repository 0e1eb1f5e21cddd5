import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { PaymentRequest } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { accountDayPart } from './account-days.ts'
import { writeAudited } from './audited.ts'
import { activationParts } from './counters.ts'
import { paymentRequestKey } from './keys.ts'
import { paymentRequestItem } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import { failedParts, putPart, replacement, updatePart } from './table/transaction.ts'
import { putMany, updateIf, type WriteResult } from './table/write.ts'
import { userKind } from './user-kind.ts'

/** Limit of requests of one account on one Moroccan day. */
const REQUESTS_PER_DAY = 3

/** The state that was read, and the new state. */
type Change<T> = { before: T; after: T }

/** Writes the payments that students have declared, each with the account that it concerns. */
export function createPaymentRequestChanges(table: Table) {
  const item = (request: PaymentRequest) => paymentRequestItem(table, request)

  /**
   * Adds a request, names it in its profile and counts it in its account's day. One transaction.
   * @throws DomainError TOO_MANY_REQUESTS at the limit of the day
   */
  async function add(request: PaymentRequest, account: Change<User>, now: Date): Promise<WriteResult> {
    const day = moroccanDay(now)
    const failed = await failedParts(table, [
      putPart(table, item(request)),
      updatePart(table, userKind.item(account.before), userKind.item(account.after)),
      accountDayPart(table, account.before.id, day, { counter: 'paymentRequests', most: REQUESTS_PER_DAY }),
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
    const change = replacement(item(before), item(after))
    const { outcome } = await updateIf(table, paymentRequestKey(before.id), change)
    return outcome === 'done' ? 'written' : 'overtaken'
  }

  /** Closes a request, in its item and in its account, whose Premium may change with it. */
  function conclude(
    request: Change<PaymentRequest>,
    account: Change<User>,
    now: Date,
    ...entries: readonly AuditEntry[]
  ): Promise<WriteResult> {
    return writeAudited(
      table,
      entries,
      updatePart(table, item(request.before), item(request.after)),
      updatePart(table, userKind.item(account.before), userKind.item(account.after)),
      ...activationParts(table, account.before, account.after, now),
    )
  }

  const putAll = (requests: readonly PaymentRequest[]) => putMany(table, requests.map(item))

  return { add, replace, conclude, putAll }
}
