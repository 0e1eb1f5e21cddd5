import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import * as v from 'valibot'
import { nullAfter, type StoredTable } from '../stage-access.ts'
import { isEmpty, isExpired, ROUND_SIZE, scanPages, type Write, writeItems } from './stored-table.ts'
import { type Digest, TableDigest } from './table-digest.ts'

const State = v.object({
  checksum: v.string(),
  /** Number of finished writes, which the next run skips. */
  done: v.number(),
})
type State = v.InferOutput<typeof State>

export type RestoreOrder = {
  table: StoredTable
  checksum: string
  /** From the beginning, always in the same order. */
  writes: () => AsyncIterable<Write>
  stateFile: string
  /** Overwrites items of a table that is not empty; items under other keys stay. */
  intoNonEmpty: boolean
  now: Date
  signal: AbortSignal
  onWrites?: (writes: number) => void
}

/**
 * Without expired items. Every write may be repeated: an interrupted run continues a little before its end.
 * @throws the signal's reason; Error in a sentence for the operator
 */
export async function restoreTable(order: RestoreOrder): Promise<{ written: number; expired: number }> {
  const { table, checksum, stateFile, intoNonEmpty, now, signal, onWrites } = order
  const earlier = await readWritesDone(order)
  if (earlier === null && !intoNonEmpty && !(await isEmpty(table)))
    throw new Error(
      `La table ${table.name} n'est pas vide : rien n'est écrit. Avec --replace ${table.name}, elle est d'abord effacée. Avec ` +
        `--into-non-empty, chaque élément de la sauvegarde remplace celui de même clé ; les autres restent.`,
    )
  const skipped = earlier ?? 0
  await writeState(stateFile, { checksum, done: skipped })
  onWrites?.(skipped)
  let [written, expired, position] = [0, 0, 0]
  let round: Write[] = []
  async function finishRound(): Promise<void> {
    const current = round.filter((write) => !('put' in write && isExpired(write.put, now)))
    await writeItems(table, current)
    await writeState(stateFile, { checksum, done: position })
    written += current.length
    expired += round.length - current.length
    onWrites?.(round.length)
    round = []
  }
  for await (const write of order.writes()) {
    signal.throwIfAborted()
    position += 1
    if (position <= skipped) continue
    round.push(write)
    if (round.length === ROUND_SIZE) await finishRound()
  }
  await finishRound()
  await rm(stateFile, { force: true })
  return { written, expired }
}

/** 0 when the table was emptied since the interrupted run; null: none was interrupted. */
export async function readWritesDone(
  order: Pick<RestoreOrder, 'table' | 'checksum' | 'stateFile'>,
): Promise<number | null> {
  const { table, checksum, stateFile } = order
  const state = await readState(stateFile)
  if (state?.checksum !== checksum) return null
  return (await isEmpty(table)) ? 0 : state.done
}

/** Without expired items. Nothing may write to the table during the comparison. */
export async function compareTable(
  table: StoredTable,
  writes: AsyncIterable<Write>,
  { now, signal, onItems }: { now: Date; signal: AbortSignal; onItems?: (items: number) => void },
): Promise<{ backup: Digest; table: Digest }> {
  const [expected, found] = [new TableDigest(), new TableDigest()]
  for await (const write of writes) if ('put' in write && !isExpired(write.put, now)) expected.add(write.put)
  for await (const items of scanPages(table, signal)) {
    for (const item of items) if (!isExpired(item, now)) found.add(item)
    onItems?.(items.length)
  }
  return { backup: expected.value, table: found.value }
}

async function readState(file: string): Promise<State | null> {
  const text = await nullAfter(['ENOENT'], readFile(file, 'utf8'))
  if (text === null) return null
  const state = v.safeParse(v.pipe(v.string(), v.parseJson(), State), text)
  if (state.success) return state.output
  throw new Error(`${file} n'est pas lisible : supprimez-le et relancez la commande.`)
}

async function writeState(file: string, state: State): Promise<void> {
  const beside = `${file}.tmp`
  await writeFile(beside, JSON.stringify(state), { mode: 0o600 })
  await rename(beside, file)
}
