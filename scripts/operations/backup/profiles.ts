import { userKey } from '#functions/data/keys.ts'
import type { Account } from './backup-lines.ts'
import type { StoredItem } from './stored-item.ts'
import type { BackupSource } from './whole-backup.ts'

/** What of a profile says whose it is: some hundred bytes, so that a million of them fit into memory. */
export type Profile = { id: string; email: string; isBlocked: boolean }

/** The profile that an item is; null: it is something else. */
export function profileOf({ pk, sk, id, email, blockedAt }: StoredItem): Profile | null {
  if (sk?.S !== userKey('').sk || !pk?.S?.startsWith(userKey('').pk)) return null
  if (id?.S === undefined || email?.S === undefined) throw new Error(`Profil sans identité : ${pk.S}`)
  return { id: id.S, email: email.S, isBlocked: blockedAt !== undefined }
}

export async function profilesOf(backup: BackupSource): Promise<Profile[]> {
  const profiles: Profile[] = []
  for await (const item of backup.items()) {
    const profile = profileOf(item)
    if (profile) profiles.push(profile)
  }
  return profiles
}

/** How the profiles of a backup and the accounts of a user pool fit together; each number counts accounts or profiles. */
export type Match = {
  matching: number
  /** The pool has an account at the address, but another one. */
  otherAccount: number
  withoutAccount: number
  withoutProfile: number
  /** Disabled in Cognito, not blocked in the backup: they cannot sign in. */
  disabled: number
}

export async function matchProfiles(
  profiles: readonly Profile[],
  accounts: AsyncIterable<readonly Account[]>,
): Promise<Match> {
  const bySub = new Map<string, Account>()
  const emails = new Set<string>()
  for await (const page of accounts)
    for (const account of page) {
      bySub.set(account.sub, account)
      emails.add(account.email)
    }
  const match: Match = { matching: 0, otherAccount: 0, withoutAccount: 0, withoutProfile: 0, disabled: 0 }
  for (const { id, email, isBlocked } of profiles) {
    const account = bySub.get(id)
    if (account) match.matching += 1
    else if (emails.has(email)) match.otherAccount += 1
    else match.withoutAccount += 1
    if (account && !account.isEnabled && !isBlocked) match.disabled += 1
  }
  match.withoutProfile = bySub.size - match.matching - match.otherAccount
  return match
}
