import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { paymentEntry, reversal } from '#shared/domain/premium/ledger.ts'
import { isPremiumNow, isSamePayment } from '#shared/domain/premium/premium.ts'
import { type AuditEntry, actorLabel } from '#shared/entities/audit-entry.ts'
import { type LedgerEntry, ledgerEntryId } from '#shared/entities/ledger-entry.ts'
import { Payment, type User } from '#shared/entities/user.ts'

/** A change that the log cannot explain: an owner decides what it was. */
export type Doubt = { createdAt: string; email: string; question: string }

const LoggedPremium = v.object({
  isPremium: v.optional(v.boolean(), false),
  premiumUntil: v.optional(v.nullable(LastDay), null),
  payment: v.optional(v.nullable(Payment), null),
  label: v.optional(v.string(), ''),
  serial: v.optional(v.nullable(v.string()), null),
})

const DOUBTS = {
  changed: 'Le paiement noté a changé pendant le Premium : correction, ou second paiement ?',
  again: 'Le même paiement est revenu après un retrait : rétabli, ou payé de nouveau ?',
  taken: "Le Premium a été retiré : l'argent a-t-il été gardé, rendu, ou jamais reçu ?",
}

/**
 * Returns the entries of the ledger that the log of an earlier version proves, and lists what it leaves open. The ids
 * follow from the log, so that a repeated run makes the same entries.
 * @param log oldest first
 * @param accounts the present accounts by address; an address may have had another one before
 */
export function ledgerFromLog(
  log: readonly AuditEntry[],
  accounts: ReadonlyMap<string, Pick<User, 'id' | 'createdAt'>>,
): { entries: LedgerEntry[]; doubts: Doubt[] } {
  const entries: LedgerEntry[] = []
  const doubts: Doubt[] = []
  const cards = new Map<string, LedgerEntry>()
  for (const each of log) {
    const { action, createdAt, target: email } = each
    const [before, after] = [parseLogged(each.before), parseLogged(each.after)]
    const now = new Date(createdAt)
    const doubt = (question: string) => doubts.push({ createdAt, email, question })
    const note = (payment: Payment, more: Partial<LedgerEntry> = {}, ownPart = `log-${each.id}`) => {
      const userId = accountId(email, createdAt, accounts)
      const entry = paymentEntry(
        { id: ledgerEntryId(userId, ownPart), userId, by: actorLabel(each.actor), payment, ...more },
        now,
      )
      if (payment.amount > 0) entries.push(entry)
      return entry
    }
    if (action === 'REDEEM_CODE' && after.payment && after.serial !== null) {
      const { serial, label } = after
      const ownPart = `${serial}-${now.getTime().toString(36)}`
      cards.set(serial, note(after.payment, { serial, label }, ownPart))
    } else if (action === 'UPDATE_CODE' && before.serial !== null) {
      const card = cards.get(before.serial)
      if (card) entries.push(reversal([card], { kind: 'cancelled', by: actorLabel(each.actor) }, now))
      else doubt("Une carte a été annulée, dont l'activation n'est plus dans le journal.")
    } else if (action === 'APPROVE_PAYMENT' && after.payment) note(after.payment)
    else if (action === 'UPDATE_PREMIUM') {
      if (before.isPremium && !after.isPremium) {
        if (before.payment) doubt(DOUBTS.taken)
      } else if (isPremiumNow(before, now)) {
        if (before.payment === null && after.payment) note(after.payment)
        else if (!isSamePayment(before.payment, after.payment)) doubt(DOUBTS.changed)
      } else if (after.payment) {
        if (before.isPremium || !isSamePayment(before.payment, after.payment)) note(after.payment)
        else doubt(DOUBTS.again)
      }
    }
  }
  return { entries, doubts }
}

/**
 * Returns the entries that the ledger lacks. The site's own have the time of their entry in the log.
 * @param present the ids of the present accounts; the ids of others are not known, so that their time decides
 */
export function missingEntries(
  made: readonly LedgerEntry[],
  stored: readonly LedgerEntry[],
  present: ReadonlySet<string>,
): LedgerEntry[] {
  const moment = ({ createdAt, amount, reference, userId }: LedgerEntry) =>
    `${createdAt} ${amount} ${reference} ${present.has(userId) ? userId : 'deleted'}`
  const known = new Set(stored.flatMap((entry) => [entry.id, moment(entry)]))
  return made.filter((entry) => !known.has(entry.id) && !known.has(moment(entry)))
}

/**
 * Returns the id of the account that had an address then. That of a deleted one is not in the log: its digest stands for
 * it, which names no one.
 */
function accountId(
  email: string,
  at: string,
  accounts: ReadonlyMap<string, Pick<User, 'id' | 'createdAt'>>,
): string {
  const account = accounts.get(email)
  if (account && account.createdAt <= at) return account.id
  const digest = createHash('sha256').update(`deleted ${email}`).digest('hex')
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `8${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}

function parseLogged(values: AuditEntry['before']) {
  const parsed = v.safeParse(LoggedPremium, values ?? {})
  return parsed.success ? parsed.output : v.parse(LoggedPremium, {})
}

/** Returns the sentence about what the owner decides. */
export const doubtText = ({ createdAt, email, question }: Doubt) =>
  `${moroccanDay(new Date(createdAt))} ${email} : ${question}`
