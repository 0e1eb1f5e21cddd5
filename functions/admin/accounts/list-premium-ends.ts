import type { PremiumEnd } from '#shared/contract/admin/users.ts'
import type { Deps } from '../../http/deps.ts'

/** Returns the number of accounts whose Premium ends on each day, earliest first, those without an end last. */
export async function listPremiumEnds({ users }: Pick<Deps, 'users'>): Promise<{ items: PremiumEnd[] }> {
  const accounts = new Map<string | null, number>()
  for (const lastDay of await users.listPremiumEnds()) accounts.set(lastDay, (accounts.get(lastDay) ?? 0) + 1)
  const items = [...accounts].map(([lastDay, count]) => ({ lastDay, accounts: count }))
  return { items: items.toSorted((a, b) => (a.lastDay ?? '9').localeCompare(b.lastDay ?? '9')) }
}
