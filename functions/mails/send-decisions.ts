import type { PaymentRequest } from '#shared/entities/payment-request.ts'
import { parsePaymentRequestId } from '#shared/entities/payment-request.ts'
import type { Deps } from '../http/deps.ts'
import { decisionMail, type MailedSite } from './mail-texts.ts'
import { isRecent, type MailDeps, sendMail } from './send-mail.ts'

/**
 * Sends the answers to payment requests that an owner has just decided, one mail each. Blocked and deleted accounts get
 * none.
 * @param ids of changed requests; an id may occur more than once
 */
export async function sendDecisions(
  deps: MailDeps & Pick<Deps, 'paymentRequests'> & { site: MailedSite },
  ids: readonly string[],
): Promise<void> {
  for (const id of new Set(ids)) {
    const { request, account } = await deps.paymentRequests.findWithAccount(id)
    const status = request && decidedNow(request, deps.clock.now())
    if (!status || !account || account.blockedAt !== null) continue
    await sendMail(
      deps,
      account,
      `decision ${parsePaymentRequestId(id).ownPart}`,
      decisionMail(status, deps.site),
    )
  }
}

function decidedNow(
  { status, decidedAt, decidedBy }: PaymentRequest,
  now: Date,
): 'approved' | 'refused' | null {
  if (decidedAt === null || decidedBy === null) return null
  if (!isRecent(decidedAt, now)) return null
  return status === 'approved' || status === 'refused' ? status : null
}
