import { appendFile, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { userKey } from '#functions/data/keys.ts'
import {
  createAccount,
  disableAccount,
  listAccounts,
  type PoolAccount,
  setUnknownPassword,
  takeOverAccount,
} from '#scripts/operations/accounts.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import { nullAfter, type UserPool } from '../stage-access.ts'
import { formatCount } from '../terminal.ts'
import type { Backup } from './backup-file.ts'
import { formatItem, itemKey, parseTyped, type StoredItem, type Write } from './stored-table.ts'

/** About 15 changes of each kind a second, half of Cognito's smallest quota. */
const ACCOUNTS_AT_ONCE = 3

type NewPoolOrder = {
  /** The new pool, empty but for accounts that were signed up since. */
  pool: UserPool
  backup: Backup
  /** File of the pairs of old and new ids, so that every run writes the same items. */
  notesFile: string
  intoNonEmpty: boolean
  clock: () => Date
  signal: AbortSignal
  onAccounts?: (accounts: number) => void
}

/**
 * Creates the accounts in a pool that replaces a lost one, and rewrites the items for their new ids. Students request a
 * code for a password. An account that was signed up at such an address since is taken over, since a sign-up does not
 * prove that the address is theirs.
 * @returns the writes of the restore, from the beginning at each call
 * @throws Error when the pool still has accounts of the backup: then it was not lost
 */
export async function moveToNewPool(order: NewPoolOrder): Promise<() => AsyncIterable<Write>> {
  const { pool, backup, notesFile, intoNonEmpty, clock, signal, onAccounts } = order
  const profiles = await readProfiles(backup)
  const standing = await listAccounts(pool)
  const current = new Set([...standing.values()].map(({ sub }) => sub))
  const notes = await readNotes(notesFile)
  // The file may be of an earlier lost pool.
  const subs = new Map([...notes.subs].filter(([, to]) => current.has(to)))
  if (subs.size === 0 && profiles.some(({ id }) => current.has(id)))
    throw new Error(
      "Le groupe d'utilisateurs a déjà les comptes de cette sauvegarde : relancez sans --new-pool.",
    )
  const missing = profiles.filter(({ id }) => !subs.has(id))
  for (let from = 0; from < missing.length; from += ACCOUNTS_AT_ONCE) {
    signal.throwIfAborted()
    const group = missing.slice(from, from + ACCOUNTS_AT_ONCE)
    await Promise.all(
      group.map(async (profile) => {
        const to = await makeAccount(pool, profile, standing.get(profile.email))
        await appendNote(notesFile, { from: profile.id, to })
        subs.set(profile.id, to)
      }),
    )
    onAccounts?.(group.length)
  }
  // Ends earlier sign-ins, also those of accounts that were taken over.
  const endedAt = (missing.length === 0 && notes.endedAt) || clock().toISOString()
  if (endedAt !== notes.endedAt) await appendNote(notesFile, { endedAt })

  return async function* writes() {
    for await (const item of backup.items()) {
      const moved = moveItem(item, subs, signInsFrom(new Date(endedAt)))
      yield { put: moved }
      const [before, after] = [itemKey(item), itemKey(moved)]
      if (intoNonEmpty && formatItem(before) !== formatItem(after)) yield { remove: before }
    }
  }
}

async function makeAccount(
  pool: UserPool,
  { email, isBlocked }: Profile,
  standing: PoolAccount | undefined,
): Promise<string> {
  const created = await createAccount(pool, email, 'silently')
  const sub = created ?? standing?.sub
  if (sub === undefined) throw new Error(`Un compte vient d'être ouvert à ${email} : relancez la commande.`)
  if (created) await setUnknownPassword(pool, email)
  else await takeOverAccount(pool, email)
  if (isBlocked) await disableAccount(pool, email)
  return sub
}

const SUB = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

/** Deleted accounts keep their ids. Counters keep their shards, of which only the sum counts. */
function moveItem(
  item: StoredItem,
  subs: ReadonlyMap<string, string>,
  signInsFromSeconds: number,
): StoredItem {
  const text = formatItem(item).replaceAll(SUB, (id) => subs.get(id) ?? id)
  const moved = parseTyped(text) as StoredItem
  if (!isProfile(item)) return moved
  // Leases and authenticators of the lost pool are not valid in the new one.
  const { lease: _lease, hasSecondFactor: _hasSecondFactor, ...profile } = moved
  return { ...profile, signInsFrom: { N: String(signInsFromSeconds) } }
}

const Note = v.union([v.object({ endedAt: v.string() }), v.object({ from: v.string(), to: v.string() })])

async function appendNote(file: string, line: v.InferInput<typeof Note>): Promise<void> {
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

async function readNotes(file: string): Promise<{ endedAt: string | null; subs: Map<string, string> }> {
  const text = (await nullAfter(['ENOENT'], readFile(file, 'utf8'))) ?? ''
  // Ends a line that was cut off; its account is found again by its address.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n')
  const subs = new Map<string, string>()
  let endedAt: string | null = null
  for (const line of text.split('\n')) {
    const note = v.safeParse(v.pipe(v.string(), v.parseJson(), Note), line)
    if (!note.success) continue
    if ('endedAt' in note.output) endedAt = note.output.endedAt
    else subs.set(note.output.from, note.output.to)
  }
  return { endedAt, subs }
}

/** The few fields of a profile that a million of them fit into memory by. */
type Profile = { id: string; email: string; isBlocked: boolean }

function isProfile({ pk, sk }: StoredItem): boolean {
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
