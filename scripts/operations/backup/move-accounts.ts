import { appendFile, readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { signInsFrom } from '#shared/domain/sign-in.ts'
import { atOnce } from '../../migrate/pace.ts'
import { type MigrationPool, type PoolAccount } from '../../migrate/user-pool.ts'
import { keyOf } from './empty-table.ts'
import { type Profile, profilesOf } from './profiles.ts'
import { newShards, recounted, rekeyed, type Subs, shardChanges } from './rekey.ts'
import type { StoredItem } from './stored-item.ts'
import type { BackupSource } from './whole-backup.ts'
import type { Write } from './write-items.ts'

/** Calls wait for their turn anyway. */
const ACCOUNTS_AT_ONCE = 5

export type MoveOrder = {
  /** The new, empty one. */
  pool: MigrationPool
  backup: BackupSource
  /** Where it notes which account has become which: what a run that broke off has made is not made again. */
  file: string
  /** The old keys stand in the table: they are removed. */
  intoNonEmpty: boolean
  clock: () => Date
  signal: AbortSignal
  onAccounts?: (accounts: number) => void
}

/**
 * Makes the accounts of a backup's profiles anew in a user pool that takes the place of a lost one, and says how the items
 * are written then. Nobody knows the passwords: students ask for another one ('Mot de passe oublié ?'). Whoever has signed
 * up at such an address meanwhile is put out with it, since a sign-up proves nothing.
 * @returns the writes of the restore, from the beginning each time
 * @throws Error when the pool still has accounts of the backup: nothing is lost then
 */
export async function moveAccounts(order: MoveOrder): Promise<() => AsyncIterable<Write>> {
  const { pool, backup, file, intoNonEmpty, signal, onAccounts } = order
  const profiles = await profilesOf(backup)
  const notes = await readNotes(file)
  const standing = await pool.listAccounts()
  const subs = notedIn(standing, notes.subs)
  if (subs.size === 0) assertOther(standing, profiles)
  const missing = profiles.filter(({ id }) => !subs.has(id))
  await atOnce(ACCOUNTS_AT_ONCE, missing, async (profile) => {
    signal.throwIfAborted()
    const to = await makeAccount(pool, profile, standing)
    await note(file, { from: profile.id, to })
    subs.set(profile.id, to)
    onAccounts?.(1)
  })
  // Noted, so that a run that is taken up again writes the same; later than the last account that was taken over.
  const madeAt = (missing.length === 0 && notes.madeAt) || order.clock().toISOString()
  if (madeAt !== notes.madeAt) await note(file, { madeAt })
  return () =>
    movedWrites(backup, { profiles, subs, signInsFrom: signInsFrom(new Date(madeAt)), intoNonEmpty })
}

/** Those of the notes that are of this pool: the file may be left from one that was lost before. */
function notedIn(standing: ReadonlyMap<string, PoolAccount>, noted: Subs): Map<string, string> {
  const here = new Set([...standing.values()].map(({ sub }) => sub))
  return new Map([...noted].filter(([, to]) => here.has(to)))
}

/** @throws Error when the pool is the one that the backup's profiles belong to */
function assertOther(standing: ReadonlyMap<string, PoolAccount>, profiles: readonly Profile[]): void {
  if (profiles.some(({ id, email }) => standing.get(email)?.sub === id))
    throw new Error(
      "Le groupe d'utilisateurs a déjà les comptes de cette sauvegarde : relancez sans --new-pool.",
    )
}

/** Takes over an account that stands at the address: one that an earlier run has made, or that somebody signed up. */
async function makeAccount(
  pool: MigrationPool,
  { email, isBlocked }: Profile,
  standing: ReadonlyMap<string, PoolAccount>,
): Promise<string> {
  const creation = await pool.create(email)
  if (creation.outcome === 'refused') throw new Error(`Cognito ne prend pas l'adresse ${email}.`)
  const sub = creation.outcome === 'made' ? creation.sub : standing.get(email)?.sub
  if (sub === undefined) throw new Error(`Un compte vient d'être ouvert à ${email} : relancez la commande.`)
  if (creation.outcome === 'made') await pool.setUnknownPassword(sub)
  else await pool.takeOver(sub)
  if (isBlocked) await pool.disable(sub)
  return sub
}

async function* movedWrites(
  backup: BackupSource,
  move: { profiles: readonly Profile[]; subs: Subs; signInsFrom: number; intoNonEmpty: boolean },
): AsyncGenerator<Write> {
  const changes = shardChanges(move.profiles, move.subs)
  for await (const item of backup.items()) {
    const moved = rekeyed(item, move.subs, move.signInsFrom)
    yield { put: recounted(moved, changes) }
    if (move.intoNonEmpty && !hasSameKey(item, moved)) yield { remove: keyOf(item) }
  }
  for (const shard of newShards(changes)) yield { put: shard }
}

function hasSameKey(a: StoredItem, b: StoredItem): boolean {
  return a['pk']?.S === b['pk']?.S && a['sk']?.S === b['sk']?.S
}

const Note = v.union([v.object({ madeAt: v.string() }), v.object({ from: v.string(), to: v.string() })])

async function note(file: string, line: v.InferInput<typeof Note>): Promise<void> {
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600 })
}

async function readNotes(file: string): Promise<{ madeAt: string | null; subs: Map<string, string> }> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  // A line that was cut off must not spoil the next one; its account is found again by its address.
  if (text !== '' && !text.endsWith('\n')) await appendFile(file, '\n')
  const subs = new Map<string, string>()
  let madeAt: string | null = null
  for (const line of text.split('\n')) {
    const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Note), line)
    if (!read.success) continue
    if ('madeAt' in read.output) madeAt = read.output.madeAt
    else subs.set(read.output.from, read.output.to)
  }
  return { madeAt, subs }
}
