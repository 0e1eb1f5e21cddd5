import { assertChangeable } from '#shared/domain/accounts/roles.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import {
  type Chain,
  chainsOf,
  heldAfter,
  heldChains,
  heldPayments,
  heldSet,
  isHeld,
  isSameEntry,
  MOST_REVERSALS,
  paymentEntry,
  receivedFaults,
  reversal,
} from '#shared/domain/premium/ledger.ts'
import { endFaults } from '#shared/domain/premium/payment-request.ts'
import { isPremiumNow, withPremium } from '#shared/domain/premium/premium.ts'
import {
  type LedgerEntry,
  type LedgerLine,
  ledgerEntryId,
  parseLedgerEntryId,
  type ReceivedPayment,
} from '#shared/entities/ledger-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit.ts'
import { retryOnConflict } from '../../data/optimistic-lock.ts'
import type { PageQuery } from '../../data/table/query.ts'
import { count } from '../../http/metrics.ts'
import { findListedUser } from '../../http/profile-view.ts'
import type { Deps } from '../../http/use-case.ts'

type LedgerDeps = Pick<Deps, 'ledger' | 'users' | 'owners' | 'clock'>

const ENTRY_EXISTS = "Ce paiement est déjà noté, avec d'autres valeurs. Actualisez la page."

export async function listPayments(
  { ledger, users }: Pick<Deps, 'ledger' | 'users'>,
  query: PageQuery & { from: string; to: string },
): Promise<{ items: LedgerLine[]; nextCursor: string | null }> {
  const { items, nextCursor } = await ledger.list(query)
  const accounts = await users.findMany(items.map(({ userId }) => userId))
  const addresses = new Map(accounts.map(({ id, email }) => [id, email]))
  return { items: items.map((entry) => ledgerLine(entry, addresses.get(entry.userId) ?? null)), nextCursor }
}

function ledgerLine(stored: LedgerEntry, email: string | null): LedgerLine {
  const { asked: _, ...entry } = stored
  return { ...entry, email }
}

/** It may lengthen Premium. @throws DomainError NOT_FOUND, OWNER_REQUIRED, INVALID_REQUEST, CONFLICT for a known id */
export async function addPayment(
  deps: LedgerDeps,
  actor: User,
  id: string,
  { entryId, receivedOn, until, ...payment }: ReceivedPayment,
): Promise<LedgerLine> {
  const { ledger, users, owners, clock } = deps
  return retryOnConflict(async () => {
    const [before, entries] = await Promise.all([findListedUser(deps, id), ledger.listOfAccount(id)])
    assertChangeable(before, actor, owners)
    const now = clock.now()
    const asked = until === undefined ? null : (until ?? '')
    const ids = { id: ledgerEntryId(id, entryId), userId: id }
    const entry = paymentEntry({ ...ids, by: actor.email, payment, receivedOn, asked }, now)
    const stored = entries.find((each) => each.id === entry.id)
    if (stored) return ledgerLine(sameEntry(stored, entry), before.email)
    const errors = [...receivedFaults({ receivedOn }, now), ...endFaults(before, until, now)]
    if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
    const premium =
      until === undefined ? { ...before, payment } : { isPremium: true, premiumUntil: until, payment }
    const held = heldAfter(before, [entry], now, until === undefined && !isPremiumNow(before, now))
    const after = withPremium({ ...before, held }, premiumValues(premium), now)
    const audit = auditEntry(adminActor(actor), now, {
      action: 'CREATE_PAYMENT',
      target: before.email,
      before: premiumValues(before),
      after: { ...premiumValues(after), receivedOn },
    })
    const result = await users.changePremium(before, after, audit, [entry])
    return result === 'written' ? ledgerLine(entry, before.email) : result
  })
}

export function sameEntry(stored: LedgerEntry, wanted: LedgerEntry): LedgerEntry {
  if (!isSameEntry(stored, wanted)) throw new DomainError('CONFLICT', { detail: ENTRY_EXISTS })
  return stored
}

/**
 * A wrong entry is cancelled by a second one, a payment while its money is held. @throws DomainError NOT_FOUND,
 * CONFLICT
 */
export async function cancelPayment(deps: LedgerDeps, actor: User, id: string): Promise<void> {
  const { ledger, users, clock } = deps
  await retryOnConflict(async () => {
    const { userId } = parseLedgerEntryId(id)
    const [entries, before] = await Promise.all([ledger.listOfAccount(userId), users.find(userId)])
    const entry = found(entries.find((each) => each.id === id))
    if (entry.kind === 'cancelled')
      throw new DomainError('CONFLICT', { detail: 'Cette ligne est déjà une annulation.' })
    const chain = found(chainsOf(entries).find(([payment]) => payment.id === (entry.of ?? entry.id)))
    if (isCancelled(entry, chain)) return 'written'
    const now = clock.now()
    const cancellation = reversal(openChain(chain), { kind: 'cancelled', by: actor.email }, now)
    const account = before && withoutPayment(before, chain[0], entries, now)
    const { amount, means, reference, receivedOn } = entry
    const audit = auditEntry(adminActor(actor), now, {
      action: 'DELETE_PAYMENT',
      target: before?.email ?? entry.id,
      before: { ...(before && premiumValues(before)), cancelled: { amount, means, reference, receivedOn } },
      after: before && premiumValues(account?.after ?? before),
    })
    return ledger.reverse(cancellation, account, audit)
  })
}

function isCancelled({ id, kind }: LedgerEntry, chain: Chain): boolean {
  const last = chain.at(-1)
  if (kind === 'refund') return last?.id !== id
  if (isHeld(chain)) return false
  if (last?.kind === 'cancelled') return true
  throw new DomainError('CONFLICT', {
    detail: "Ce paiement a été rendu. Annulez d'abord la ligne du remboursement.",
  })
}

/** @throws DomainError CONFLICT for a payment that was taken back and restored too often */
export function openChain(chain: Chain): Chain {
  if (chain.length > MOST_REVERSALS) throw new DomainError('CONFLICT')
  return chain
}

function withoutPayment(before: User, payment: LedgerEntry, entries: readonly LedgerEntry[], now: Date) {
  const held = heldPayments(before)
  const left = held.filter(({ id }) => id !== payment.id)
  if (left.length === held.length) return null
  const newest = entries.findLast(({ id }) => left.some((each) => each.id === id))
  const shown = newest && { amount: newest.amount, means: newest.means, reference: newest.reference }
  const updatedAt = laterThan(before.updatedAt, now)
  return { before, after: { ...before, held: heldSet(left), payment: shown ?? null, updatedAt } }
}

const SELF = [{ path: 'email', message: 'Ce compte est celui que vous modifiez' }]
const UNKNOWN = [{ path: 'email', message: "Aucun compte n'a cette adresse" }]
const BLOCKED = [{ path: 'email', message: 'Ce compte est bloqué' }]
const IS_PREMIUM = [{ path: 'email', message: 'Ce compte est déjà Premium' }]

/**
 * Moves Premium and its payments to the account that was meant. Each payment is cancelled on the one and noted on the
 * other, with the same day, so that the sums of every period stay. @throws DomainError NOT_FOUND, OWNER_REQUIRED,
 * INVALID_REQUEST for the same account, CONFLICT
 */
export async function movePremium(
  deps: LedgerDeps,
  actor: User,
  id: string,
  email: string,
): Promise<{ from: User; to: User }> {
  const { ledger, users, owners, clock } = deps
  return retryOnConflict(async () => {
    const [from, to, own] = await Promise.all([
      findListedUser(deps, id),
      users.findByEmail(email),
      ledger.listOfAccount(id),
    ])
    assertChangeable(from, actor, owners)
    if (to?.id === id) throw new DomainError('INVALID_REQUEST', { errors: SELF })
    if (!to || to.blockedAt !== null)
      throw new DomainError('NOT_FOUND', { errors: to ? BLOCKED : UNKNOWN, detail: MISSING })
    assertChangeable(to, actor, owners)
    const now = clock.now()
    if (!isPremiumNow(from, now)) throw new DomainError('CONFLICT', { detail: NOT_PREMIUM })
    if (isPremiumNow(to, now)) throw new DomainError('CONFLICT', { errors: IS_PREMIUM, detail: TAKEN })
    const chains = heldChains(from, own)
    const cancelled = chains.map((chain) => {
      const how = { kind: 'cancelled', by: actor.email, receivedOn: chain[0].receivedOn } as const
      return reversal(openChain(chain), how, now)
    })
    const moved = chains.map(([payment]) => ({
      ...payment,
      // Two moves at once are refused by the ids of what they cancel.
      id: ledgerEntryId(to.id, crypto.randomUUID()),
      createdAt: now.toISOString(),
      by: actor.email,
      userId: to.id,
      asked: null,
    }))
    const free = { isPremium: false, premiumUntil: null, payment: null }
    const giver = { before: from, after: withPremium({ ...from, held: null }, free, now) }
    const taker = {
      before: to,
      after: withPremium({ ...to, held: heldAfter(to, moved, now) }, premiumValues(from), now),
    }
    const entries = [giver, taker].map((change) => premiumEntry(actor, change, now))
    const result = await users.movePremium(giver, taker, entries, [...cancelled, ...moved])
    if (result === 'conflict') return result
    count('PremiumChanges')
    return { from: giver.after, to: taker.after }
  })
}

export function premiumEntry(
  actor: User,
  change: { before: User; after: User },
  now: Date,
  more: object = {},
) {
  return auditEntry(adminActor(actor), now, {
    action: 'UPDATE_PREMIUM',
    target: change.before.email,
    before: premiumValues(change.before),
    after: { ...premiumValues(change.after), ...more },
  })
}

const MISSING = "Aucun compte n'a cette adresse, ou il est bloqué."
const NOT_PREMIUM = "Ce compte n'est pas Premium : il n'y a rien à déplacer."
const TAKEN = "Ce compte est déjà Premium. Rendez-le d'abord Gratuit, ou notez un autre paiement."
