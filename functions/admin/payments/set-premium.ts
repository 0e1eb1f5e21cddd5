import type { setPremium as route } from '#shared/contract/admin/users.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { assertChangeable } from '#shared/domain/accounts/roles.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { heldAfter, heldChains, paymentEntry, reversal } from '#shared/domain/premium/ledger.ts'
import type { Offer } from '#shared/domain/premium/offer.ts'
import {
  grantPremium,
  isPremiumNow,
  isSamePayment,
  isSamePremium,
  revokePremium,
  withPremium,
} from '#shared/domain/premium/premium.ts'
import { type LedgerEntry, ledgerEntryId } from '#shared/entities/ledger-entry.ts'
import type { Payment, User } from '#shared/entities/user.ts'
import { count } from '../../http/metrics.ts'
import { findListedUser } from '../../http/profile-view.ts'
import type { Deps } from '../../http/use-case.ts'
import { openChain, premiumEntry, sameEntry } from './ledger.ts'

type PremiumDeps = Pick<Deps, 'users' | 'ledger' | 'owners' | 'settings' | 'clock'>
type WantedPremium = Parsed<typeof route.body>

type Account = { before: User; entries: readonly LedgerEntry[] }

const PAST = [{ path: 'until', message: 'Cette date est déjà passée' }]

type Plan = { after: User; money: readonly LedgerEntry[] }

/**
 * Gives or takes Premium, or changes its end or its payment. Without an end date, the offer's is taken; when the offer
 * is over, a call without one gives Premium without end. @throws DomainError NOT_FOUND, OWNER_REQUIRED for owners,
 * admins and oneself, INVALID_REQUEST for a day that is past, CONFLICT
 */
export async function setPremium(
  deps: PremiumDeps,
  actor: User,
  id: string,
  wanted: WantedPremium,
): Promise<User> {
  const [account, offer] = await Promise.all([readAccount(deps, id), deps.settings.read()])
  const { before } = account
  assertChangeable(before, actor, deps.owners)
  const now = deps.clock.now()
  const planChange = wanted.isPremium ? planGrant : planRevocation
  const plan = planChange(account, actor, wanted, now, offer)
  if (!plan) return before
  const { after, money } = plan
  if (wanted.isPremium && !isPremiumNow(after, now))
    throw new DomainError('INVALID_REQUEST', { errors: PAST })
  const isToldOfMoney = !wanted.isPremium && wanted.money !== 'kept'
  const entry = premiumEntry(actor, { before, after }, now, isToldOfMoney ? { money: wanted.money } : {})
  if ((await deps.users.changePremium(before, after, entry, money)) === 'conflict') {
    const stored = await readAccount(deps, id)
    if (planChange(stored, actor, wanted, deps.clock.now(), offer)) throw new DomainError('CONFLICT')
    return stored.before
  }
  count('PremiumChanges')
  return after
}

async function readAccount(deps: PremiumDeps, id: string): Promise<Account> {
  const [before, entries] = await Promise.all([findListedUser(deps, id), deps.ledger.listOfAccount(id)])
  return { before, entries }
}

function planGrant(
  { before, entries }: Account,
  actor: User,
  { until, payment: paid }: WantedPremium,
  now: Date,
  offer: Offer,
): Plan | null {
  const { entryId, ...payment } = paid ?? { amount: 0, means: '', reference: '' }
  const ids = { id: ledgerEntryId(before.id, entryId ?? crypto.randomUUID()), userId: before.id }
  const entry = paymentEntry({ ...ids, by: actor.email, payment, asked: until ?? null }, now)
  const stored = entries.find(({ id }) => id === entry.id)
  if (stored) {
    // A repeated call may come on a later day.
    sameEntry({ ...stored, receivedOn: entry.receivedOn }, entry)
    return null
  }
  const isNew =
    payment.amount > 0 &&
    (entryId !== undefined || !isPremiumNow(before, now) || !isNoted(entry, { before, entries }))
  const premium = grantPremium(before, { until, payment: paid && payment }, offer, now)
  if (isSamePremium(before, premium) && !isNew) return null
  const money = isNew ? [entry] : []
  return { after: withPremium({ ...before, held: heldAfter(before, money, now) }, premium, now), money }
}

function isNoted(payment: Payment, { before, entries }: Account): boolean {
  const held = heldChains(before, entries).map(([first]) => first)
  return [before.payment, ...held].some((each) => isSamePayment(each, payment))
}

/** The payment stays noted while the money is kept, so that Premium taken by mistake is given back as it was. */
function planRevocation(
  { before, entries }: Account,
  actor: User,
  { money: fate }: WantedPremium,
  now: Date,
): Plan | null {
  const isKept = fate === 'kept'
  const { held, payment } = isKept ? before : { held: null, payment: null }
  const premium = before.isPremium || !isKept ? revokePremium({ payment }) : before
  if (isSamePremium(before, premium) && (isKept || before.held === null)) return null
  const chains = isKept ? [] : heldChains(before, entries)
  const kind = fate === 'refunded' ? 'refund' : 'cancelled'
  return {
    after: withPremium({ ...before, held }, premium, now),
    money: chains.map((chain) => reversal(openChain(chain), { kind, by: actor.email }, now)),
  }
}
