import * as v from 'valibot'
import { isExpired } from './expiry.ts'
import { savedState } from './saved-state.ts'
import { isEmpty, type StoredTable } from './scan-table.ts'
import { type Write, writeItems } from './write-items.ts'

/** Writes in memory at once; when they are done, so much is noted. */
const ROUND = 400
const SAVE_INTERVAL_MS = 250

const State = v.object({
  fingerprint: v.string(),
  /** Writes that were seen to: they are passed over. */
  done: v.number(),
})

export type RestoreOrder = {
  table: StoredTable
  /** The fingerprint of the backup. */
  fingerprint: string
  /** What the backup comes to, from the beginning, always in the same order. */
  writes: () => AsyncIterable<Write>
  /** Where it notes how far it has come: beside the backup, one for each table. */
  stateFile: string
  /** Takes up the run that broke off. */
  resume: boolean
  /** Writes over what a table holds; what stands at other keys stays. */
  intoNonEmpty: boolean
  now: Date
  signal: AbortSignal
  onWrites?: (writes: number) => void
}

/**
 * Writes a backup into a table. Every write may be repeated, so that a run that broke off is taken up a little before it did.
 * @returns how many writes this run has made, and how many items it left out since they have expired
 * @throws the signal's reason when asked to stop; Error when something stands in the way, in a sentence for the operator
 */
export async function restoreTable(order: RestoreOrder): Promise<{ written: number; expired: number }> {
  const { table, fingerprint, now, signal, onWrites } = order
  const saved = savedState(order.stateFile, State)
  const state = { fingerprint, done: await startOf(order, saved) }
  let [written, expired, position] = [0, 0, 0]
  let round: Write[] = []
  let savedAt = performance.now()
  async function finishRound(): Promise<void> {
    const current = round.filter((write) => !('put' in write && isExpired(write.put, now)))
    await writeItems(table, current)
    written += current.length
    expired += round.length - current.length
    state.done = position
    onWrites?.(round.length)
    round = []
    if (performance.now() - savedAt < SAVE_INTERVAL_MS) return
    await saved.write(state)
    savedAt = performance.now()
  }
  await saved.write(state)
  const skipped = state.done
  try {
    for await (const write of order.writes()) {
      position += 1
      if (position <= skipped) continue
      round.push(write)
      if (round.length < ROUND) continue
      await finishRound()
      signal.throwIfAborted()
    }
    await finishRound()
  } catch (error) {
    await saved.write(state)
    throw error
  }
  await saved.remove()
  return { written, expired }
}

/** How many writes an earlier run has seen to; null: none broke off. */
export async function writesDone(stateFile: string): Promise<number | null> {
  return (await savedState(stateFile, State).read())?.done ?? null
}

async function startOf(
  { table, fingerprint, stateFile, resume, intoNonEmpty }: RestoreOrder,
  saved: ReturnType<typeof savedState<typeof State>>,
): Promise<number> {
  const state = await saved.read()
  if (resume) {
    // Nothing was written yet, or somebody has wiped it since.
    if (await isEmpty(table)) return 0
    if (state?.fingerprint !== fingerprint)
      throw new Error(
        `Rien à reprendre pour cette sauvegarde et la table ${table.name} : lancez la commande sans --resume.`,
      )
    return state.done
  }
  if (state)
    throw new Error(
      `Une restauration interrompue est là : reprenez-la avec --resume, ou supprimez ${stateFile}.`,
    )
  if (!intoNonEmpty && !(await isEmpty(table)))
    throw new Error(
      `La table ${table.name} n'est pas vide : rien n'est écrit. Avec --replace ${table.name}, elle est d'abord effacée. Avec ` +
        `--into-non-empty, chaque élément de la sauvegarde remplace celui de même clé ; les autres restent.`,
    )
  return 0
}
