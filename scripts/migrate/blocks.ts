import * as v from 'valibot'
import type { BlockedEmail } from '#functions/data/blocked.ts'
import { blockEmail } from '#shared/contract/admin-security.ts'
import { Email } from '#shared/entities/fields.ts'
import { OldInstant, OldText, readCells } from './cells.ts'
import { type Fate, firstPlaces, type Line, left, there } from './line.ts'
import { migrateMessages as texts } from './messages.ts'
import { addressOf } from './old-address.ts'
import type { OldRow } from './old-tables.ts'
import type { Standing } from './profiles.ts'

const OldBlock = v.object({
  email: v.pipe(OldText, Email),
  reason: v.pipe(
    OldText,
    v.transform((reason) => reason || texts.noReason),
    blockEmail.body.entries.reason,
  ),
  blocked_at: OldInstant,
  blocked_by: OldText,
})
type OldBlock = v.InferOutput<typeof OldBlock>

/** What is left to do for a blocked address. */
export type BlockWork =
  | { step: 'block'; block: Omit<BlockedEmail, 'account'> }
  /** Cognito has not heard of it yet. */
  | { step: 'disable'; sub: string }

export type BlockRules = {
  owners: readonly string[]
  /** Addresses that are or become admins, who cannot be blocked (decision D8). */
  admins: readonly string[]
  /** Addresses by the old site's ids of accounts, which may stand for who blocked. */
  addresses: ReadonlyMap<string, string>
}

/** Says what becomes of each blocked address of the old site. */
export function planBlocks(
  rows: readonly OldRow[],
  standing: Standing,
  rules: BlockRules,
): Line<BlockWork>[] {
  const claim = firstPlaces()
  return rows.map((row) => {
    const { place } = row
    const read = readCells(OldBlock, row.cells)
    if ('reasons' in read) return { place, label: addressOf(row) ?? '', notes: [], ...left(...read.reasons) }
    const { email } = read.cells
    const earlier = claim(email, place)
    const fate = earlier === null ? fateOf(read.cells, standing, rules) : left(texts.sameAddress(earlier))
    return { place, label: email, notes: [], ...fate }
  })
}

/** The addresses whose rows say that they are blocked, and cannot be moved. */
export function faultyBlocks(rows: readonly OldRow[]): Set<string> {
  return new Set(
    rows.flatMap((row) => ('reasons' in readCells(OldBlock, row.cells) ? (addressOf(row) ?? []) : [])),
  )
}

function fateOf(
  { email, reason, blocked_at, blocked_by }: OldBlock,
  { accounts, profiles, blocks }: Standing,
  { owners, admins, addresses }: BlockRules,
): Fate<BlockWork> {
  const account = accounts.get(email)
  const profile = account && profiles.get(account.sub)
  if (blocks.has(email))
    return account?.enabled && profile?.blockedAt
      ? { fate: 'move', work: { step: 'disable', sub: account.sub } }
      : there
  if (owners.includes(email) || admins.includes(email) || profile?.isAdmin) return left(texts.protectedBlock)
  const blockedBy = (addresses.get(blocked_by) ?? blocked_by) || texts.system
  return {
    fate: 'move',
    work: { step: 'block', block: { email, reason, blockedAt: blocked_at, blockedBy } },
  }
}
