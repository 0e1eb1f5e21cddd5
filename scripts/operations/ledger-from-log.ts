import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { paymentEntry, reversal } from '#shared/domain/premium/ledger.ts'
import { isPremiumNow, isSamePayment } from '#shared/domain/premium/premium.ts'
import { type AuditEntry, actorLabel } from '#shared/entities/audit-entry.ts'
import { type LedgerEntry, ledgerEntryId, parseLedgerEntryId } from '#shared/entities/ledger-entry.ts'
import { type PaymentRequest, paymentRequestNumber } from '#shared/entities/payment-request.ts'
import { Payment, type User } from '#shared/entities/user.ts'

export type Doubt = { createdAt: string; email: string; question: string }

const LoggedPremium = v.object({
  isPremium: v.optional(v.boolean(), false),
  premiumUntil: v.optional(v.nullable(LastDay), null),
  payment: v.optional(v.nullable(Payment), null),
  label: v.optional(v.string(), ''),
  serial: v.optional(v.nullable(v.string()), null),
  request: v.optional(v.string(), ''),
})

const paymentText = (payment: Payment | null) =>
  payment === null
    ? 'aucun paiement'
    : `${payment.amount} DH (${[payment.means, payment.reference].filter(Boolean).join(', ')})`

type States = { before: Pick<User, 'payment'>; after: Pick<User, 'payment'> }
const DOUBTS = {
  changed: ({ before, after }: States) =>
    `${paymentText(before.payment)} a été remplacé par ${paymentText(after.payment)} : correction, ou second paiement ?`,
  again: ({ after }: States) =>
    `${paymentText(after.payment)} est revenu après un retrait du Premium : rétabli, ou payé de nouveau ?`,
  taken: ({ before }: States) =>
    `Premium retiré, ${paymentText(before.payment)} : l'argent a-t-il été gardé, rendu, ou jamais reçu ?`,
  card: () => "Une carte a été annulée, dont l'activation n'est plus dans le journal.",
}

type Told = {
  entries: LedgerEntry[]
  doubts: Doubt[]
  /** The payments of the last period of Premium of an account, by its id. */
  held: Map<string, LedgerEntry[]>
}

/**
 * The ids follow from the log, so that a repeated run makes the same entries.
 * @param log oldest first
 * @param accounts by address; an address may have had another one before
 */
export function ledgerFromLog(
  log: readonly AuditEntry[],
  accounts: ReadonlyMap<string, Pick<User, 'id' | 'createdAt'>>,
  approved: readonly PaymentRequest[],
): Told {
  const entries: LedgerEntry[] = []
  const doubts: Doubt[] = []
  const held: Told['held'] = new Map()
  const cards = new Map<string, LedgerEntry>()
  for (const each of log) {
    const { action, createdAt, target: email } = each
    const [before, after] = [parseLogged(each.before), parseLogged(each.after)]
    const now = new Date(createdAt)
    const userId = accountId(email, createdAt, accounts)
    const doubt = (name: keyof typeof DOUBTS) =>
      doubts.push({ createdAt, email, question: DOUBTS[name]({ before, after }) })
    const note = (payment: Payment, more: Partial<LedgerEntry> = {}, ownPart = `log-${each.id}`) => {
      const ids = { id: ledgerEntryId(userId, ownPart), userId }
      const entry = paymentEntry({ ...ids, by: actorLabel(each.actor), payment, ...more }, now)
      if (payment.amount === 0) return entry
      entries.push(entry)
      held.set(userId, [...((isPremiumNow(before, now) && held.get(userId)) || []), entry])
      return entry
    }
    if (action === 'REDEEM_CODE' && after.payment && after.serial !== null) {
      const { serial, label } = after
      const ownPart = `${serial}-${now.getTime().toString(36)}`
      cards.set(serial, note(after.payment, { serial, label }, ownPart))
    } else if (action === 'UPDATE_CODE' && before.serial !== null) {
      const card = cards.get(before.serial)
      if (card) {
        entries.push(reversal([card], { kind: 'cancelled', by: actorLabel(each.actor) }, now))
        held.set(userId, held.get(userId)?.filter(({ id }) => id !== card.id) ?? [])
      } else doubt('card')
    } else if (action === 'APPROVE_PAYMENT' && after.payment) {
      const request = approved.find(
        ({ id, userId: payer }) => payer === userId && paymentRequestNumber(id) === after.request,
      )
      note(after.payment, { requestId: request?.id ?? null })
    } else if (action === 'UPDATE_PREMIUM') {
      if (before.isPremium && !after.isPremium) {
        if (before.payment) doubt('taken')
      } else if (isPremiumNow(before, now)) {
        if (before.payment === null && after.payment) note(after.payment)
        else if (!isSamePayment(before.payment, after.payment)) doubt('changed')
      } else if (after.payment) {
        if (before.isPremium || !isSamePayment(before.payment, after.payment)) note(after.payment)
        else doubt('again')
      }
    }
  }
  return { entries, doubts, held }
}

/** The part of an entry's id that its account does not change: a deleted one has another id in a repeated run. */
export const ownPartOf = ({ id }: LedgerEntry) => parseLedgerEntryId(id).ownPart

/** Returns the time from which the site has written the ledger by itself; null when it has not yet. */
export function startOfLedger(made: readonly LedgerEntry[], stored: readonly LedgerEntry[]): string | null {
  const fromLog = new Set(made.map(ownPartOf))
  const own = stored.filter((entry) => !fromLog.has(ownPartOf(entry)))
  return own.map(({ createdAt }) => createdAt).toSorted()[0] ?? null
}

/** The id of a deleted account is not in the log: its digest stands for it, which names no one. */
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

export const doubtText = ({ createdAt, email, question }: Doubt) =>
  `${moroccanDay(new Date(createdAt))} ${email} : ${question}`
