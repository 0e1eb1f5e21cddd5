import { type Card, cardPayment } from '../../entities/card.ts'
import {
  type LedgerEntry,
  ledgerEntryId,
  parseLedgerEntryId,
  type ReceivedPayment,
} from '../../entities/ledger-entry.ts'
import type { Payment, User } from '../../entities/user.ts'
import { isOver, moroccanDay } from '../days/moroccan-day.ts'
import { DomainError, type ErrorCode, type FieldFault } from '../domain-error.ts'
import { isPremiumNow, isSamePayment, laterEnd, type PremiumState } from './premium.ts'

/** No payment is older than the site. */
export const FIRST_DAY = '2020-01-01'

export const MOST_REVERSALS = 9

/** Payments of one Premium at most: a move writes two entries for each, and a transaction has a hundred parts. */
export const MOST_HELD = 40
const TOO_MANY_HELD = `Ce compte a déjà ${MOST_HELD} paiements pour son Premium. Annulez-en, ou notez-les en un seul.`

type Received = Pick<LedgerEntry, 'id' | 'userId' | 'by'> & { payment: Payment } & Partial<LedgerEntry>

/** Returns the entry of a payment that is noted now; it was received today unless it says another day. */
export function paymentEntry({ payment, ...entry }: Received, now: Date): LedgerEntry {
  return {
    createdAt: now.toISOString(),
    receivedOn: moroccanDay(now),
    kind: 'payment',
    label: '',
    of: null,
    requestId: null,
    serial: null,
    asked: null,
    ...payment,
    ...entry,
  }
}

export type Chain = readonly [payment: LedgerEntry, ...reversals: LedgerEntry[]]

export function chainsOf(entries: readonly LedgerEntry[]): Chain[] {
  const ordered = entries.toSorted((one, other) => one.id.localeCompare(other.id))
  return entries
    .filter(({ kind }) => kind === 'payment')
    .map((payment) => [payment, ...ordered.filter((entry) => entry.of === payment.id)])
}

export const isHeld = (chain: Chain) => chain.length % 2 === 1

/** Returns the id of the entry that is at this place of the chain of a payment. */
export const chainId = (paymentId: string, place: number) =>
  place === 0 ? paymentId : `${paymentId}-${place}`

/** Two of them at once have the same id, so that one is refused. */
export function reversal(
  chain: Chain,
  { kind, by, receivedOn }: { kind: 'refund' | 'cancelled'; by: string; receivedOn?: string },
  now: Date,
): LedgerEntry {
  const [payment] = chain
  return {
    ...payment,
    id: chainId(payment.id, chain.length),
    createdAt: now.toISOString(),
    receivedOn: receivedOn ?? moroccanDay(now),
    kind,
    amount: isHeld(chain) ? -payment.amount : payment.amount,
    by,
    of: payment.id,
    asked: null,
  }
}

/** `isAdvance`: received while the account had no Premium, for the next one. */
type Held = Pick<LedgerEntry, 'id' | 'amount'> & { isAdvance?: boolean }

export function heldPayments({ id, held }: Pick<User, 'id' | 'held'>): Held[] {
  return [...(held ?? [])].map((text) => {
    const [ownPart = '', amount = ''] = text.split('=')
    return { id: ledgerEntryId(id, ownPart), amount: Number(amount), isAdvance: amount.startsWith('+') }
  })
}

export function heldSum(user: Pick<User, 'id' | 'held'>): number {
  return sumOf(heldPayments(user))
}

export function heldChains(user: Pick<User, 'id' | 'held'>, entries: readonly LedgerEntry[]): Chain[] {
  const ids = new Set(heldPayments(user).map(({ id }) => id))
  return chainsOf(entries).filter((chain) => isHeld(chain) && ids.has(chain[0].id))
}

/**
 * A set's element, so that one can be taken out without a read, and short, since a heartbeat rewrites the profile. A
 * plus sign marks an advance.
 */
export const heldText = ({ id, amount, isAdvance = false }: Held) =>
  `${parseLedgerEntryId(id).ownPart}=${isAdvance ? '+' : ''}${amount}`

/**
 * A payment after Premium has ended begins another period, and so does Premium that is given again after it ran out.
 * What was paid in advance belongs to the next one.
 * @param isAdvance whether the account has no Premium afterwards either
 * @throws DomainError CONFLICT above {@link MOST_HELD}
 */
export function heldAfter(
  before: Pick<User, 'id' | 'held' | 'isPremium' | 'premiumUntil'>,
  added: readonly LedgerEntry[],
  now: Date,
  isAdvance = false,
): User['held'] {
  const isCurrent = isPremiumNow(before, now) || (!before.isPremium && added.length === 0)
  const held = heldPayments(before).filter((payment) => isCurrent || payment.isAdvance)
  const payments = [...held, ...added].map(({ id, amount }) => ({ id, amount, isAdvance }))
  if (payments.length > MOST_HELD) throw new DomainError('CONFLICT', { detail: TOO_MANY_HELD })
  return heldSet(payments)
}

export function heldSet(payments: readonly Held[]): User['held'] {
  return payments.length === 0 ? null : new Set(payments.map(heldText))
}

/** Returns the sum in dirhams, without the faults of binary fractions. */
export function sumOf(entries: readonly { amount: number }[]): number {
  return entries.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100
}

/** Returns whether an entry is what a repeated call of the same id asks for. */
export function isSameEntry(entry: LedgerEntry, other: LedgerEntry): boolean {
  return (
    entry.userId === other.userId &&
    entry.receivedOn === other.receivedOn &&
    entry.asked === other.asked &&
    isSamePayment(entry, other)
  )
}

export function receivedFaults({ receivedOn }: Pick<ReceivedPayment, 'receivedOn'>, now: Date): FieldFault[] {
  if (receivedOn > moroccanDay(now)) return [{ path: 'receivedOn', message: 'Cette date est dans le futur' }]
  if (receivedOn < FIRST_DAY)
    return [{ path: 'receivedOn', message: "Le site n'existait pas encore à cette date" }]
  return []
}

/** Returns the sums by means of payment, by the label of cards or by month, highest first. */
export function sumBy<Line extends { amount: number }>(
  lines: readonly Line[],
  nameOf: (line: Line) => string,
): { name: string; sum: number }[] {
  const names = new Set(lines.map(nameOf).filter((name) => name !== ''))
  return [...names]
    .map((name) => ({ name, sum: sumOf(lines.filter((line) => nameOf(line) === name)) }))
    .toSorted((one, other) => other.sum - one.sum)
}

/** Returns why a card is refused at `now`, or null. The table refuses cards of a revoked batch. */
export function cardRefusal(
  { usedAt, revokedAt, validUntil, premiumUntil }: Card,
  now: Date,
): Extract<ErrorCode, 'CODE_USED' | 'CODE_REVOKED' | 'CODE_EXPIRED'> | null {
  if (usedAt !== null) return 'CODE_USED'
  if (revokedAt !== null) return 'CODE_REVOKED'
  return isOver(validUntil, now) || (premiumUntil !== null && isOver(premiumUntil, now))
    ? 'CODE_EXPIRED'
    : null
}

/** The later of two ends counts, and the price of the card is noted as the payment. */
export function premiumWithCard(
  before: PremiumState,
  card: Pick<Card, 'premiumUntil' | 'priceDh' | 'label' | 'serial'>,
  now: Date,
): PremiumState {
  const held = { ...before, isPremium: isPremiumNow(before, now) }
  return { isPremium: true, premiumUntil: laterEnd(held, card.premiumUntil), payment: cardPayment(card) }
}

/** Returns the entry of the ledger for a used card. Its id is the same each time: the card with the time of its use. */
export function cardEntry(
  card: Pick<Card, 'serial' | 'label' | 'priceDh'> & { usedAt: string; userId: string },
): LedgerEntry {
  const { serial, label, usedAt, userId } = card
  const id = ledgerEntryId(userId, `${serial}-${Date.parse(usedAt).toString(36)}`)
  return paymentEntry(
    { id, userId, by: 'SYSTEM', payment: cardPayment(card), label, serial },
    new Date(usedAt),
  )
}
