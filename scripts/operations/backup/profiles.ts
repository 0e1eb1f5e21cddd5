import { userKey } from '#functions/data/keys.ts'
import type { PoolAccount } from '../pool-accounts.ts'
import { formatCount } from '../terminal.ts'
import type { Backup } from './backup-file.ts'
import type { StoredItem } from './stored-item.ts'

/** The few fields of a profile that a million of them fit into memory by. */
export type Profile = { id: string; email: string; isBlocked: boolean }

export function isProfile({ pk, sk }: StoredItem): boolean {
  return sk?.S === userKey('').sk && pk?.S !== undefined && pk.S.startsWith(userKey('').pk)
}

export async function readProfiles(backup: Backup): Promise<Profile[]> {
  const profiles: Profile[] = []
  for await (const item of backup.items()) {
    if (!isProfile(item)) continue
    const [id, email] = [item['id']?.S, item['email']?.S]
    if (id === undefined || email === undefined) throw new Error(`Profil sans identité : ${item['pk']?.S}`)
    profiles.push({ id, email, isBlocked: item['blockedAt'] !== undefined })
  }
  return profiles
}

/**
 * Compares the profiles of a backup with the accounts of the user pool, and says what to do: a restore never changes
 * accounts.
 */
export function describeAccounts(
  profiles: readonly Profile[],
  accounts: ReadonlyMap<string, PoolAccount>,
): string[] {
  const found = profiles.map((profile) => ({ ...profile, account: accounts.get(profile.email) }))
  const own = found.filter(({ id, account }) => account?.sub === id)
  const others = found.filter(({ id, account }) => account && account.sub !== id)
  const disabled = own.filter(({ isBlocked, account }) => !isBlocked && !account?.isEnabled)
  const rows: [number, string][] = [
    [
      others.length,
      "profils dont l'adresse a un autre compte : le groupe d'utilisateurs a changé, voir --new-pool",
    ],
    [
      found.length - own.length - others.length,
      'profils sans compte : supprimé depuis, à supprimer du tableau de bord ; ou voir --new-pool',
    ],
    [
      accounts.size - own.length - others.length,
      'comptes sans profil : la réconciliation du jour leur en crée un, gratuit',
    ],
    [
      disabled.length,
      'comptes bloqués depuis : bloquez-les de nouveau, ou bloquez puis débloquez pour rouvrir',
    ],
  ]
  return [
    'Comptes Cognito, que la restauration ne change pas :',
    `  ${formatCount(own.length)} profils ont leur compte`,
    ...rows.filter(([number]) => number > 0).map(([number, what]) => `  ${formatCount(number)} ${what}`),
  ]
}
