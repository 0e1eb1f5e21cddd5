import { open, rename, rm, stat } from 'node:fs/promises'
import * as v from 'valibot'
import { type Line, lineText } from './backup-lines.ts'
import { compressed } from './lines.ts'
import { savedState } from './saved-state.ts'
import { fromTheStart, type Page, Position } from './scan-table.ts'
import { TableDigest } from './table-digest.ts'

/** How often the way so far is made safe. Milliseconds. */
const SAVE_INTERVAL_MS = 250

const State = v.object({
  table: v.string(),
  startedAt: v.string(),
  /** Bytes of the file that this state knows of: what follows is written anew. */
  bytes: v.number(),
  positions: v.array(Position),
  items: v.number(),
  checksum: v.string(),
})
type State = v.InferOutput<typeof State>

export type PartOrder = {
  table: string
  file: string
  segments: number
  /** Takes up the run that broke off. */
  resume: boolean
  now: Date
}

/** A backup that is being written. Until it is whole it has another name. */
export type PartFile = Awaited<ReturnType<typeof openPart>>

/**
 * Opens the unfinished file of a backup, a new one or the one of a run that broke off. Each call of `append` and `addPage`
 * makes a gzip member, so that the file can be cut behind any of them.
 * @throws Error when something stands in the way, in a sentence for the operator
 */
export async function openPart(order: PartOrder) {
  const { file, table, segments, now } = order
  const part = `${file}.part`
  const saved = savedState(`${file}.state.json`, State)
  if (await exists(file)) throw new Error(`${file} existe déjà : choisissez un autre nom.`)
  const before = await earlier(order, part, saved)
  const handle = await open(part, 'a', 0o600)
  const digest = new TableDigest(before ?? undefined)
  const state: State = before ?? {
    table,
    startedAt: now.toISOString(),
    bytes: 0,
    positions: fromTheStart(segments),
    ...digest.value,
  }
  await handle.truncate(state.bytes)
  let queue = Promise.resolve()
  let savedAt = performance.now()

  async function write(member: Buffer): Promise<void> {
    await handle.appendFile(member)
    state.bytes += member.length
  }

  async function save(): Promise<void> {
    await handle.datasync()
    await saved.write({ ...state, ...digest.value })
    savedAt = performance.now()
  }

  /** Adds lines; a run that is taken up again does not know of them unless `save` was called. */
  async function append(lines: readonly Line[]): Promise<void> {
    await write(await compressed(lines.map(lineText)))
  }

  /** One after the other, so that a saved state is never one of half a page. */
  function inTurn(task: () => Promise<void>): Promise<void> {
    const tasksBefore = queue
    queue = (async () => {
      await tasksBefore
      await task()
    })()
    return queue
  }

  /** Adds a page. Pages are compressed side by side, and written in turn with what they change of the state. */
  async function addPage({ segment, items, next }: Page): Promise<void> {
    const lines = items.map((item) => lineText({ kind: 'item', item }))
    const member = lines.length > 0 ? await compressed(lines) : null
    await inTurn(async () => {
      if (member) await write(member)
      for (const item of items) digest.add(item)
      state.positions[segment] = next
      if (performance.now() - savedAt >= SAVE_INTERVAL_MS) await save()
    })
  }

  return {
    path: part,
    isNew: before === null,
    startedAt: state.startedAt,
    /** Where each segment goes on. */
    positions: [...state.positions],
    digest: () => digest.value,
    append,
    addPage,
    save: () => inTurn(save),
    close: () => handle.close(),
    /** Gives the file its name. */
    finish: async () => {
      await rename(part, file)
      await saved.remove()
    },
  }
}

async function earlier(
  { file, table, resume }: PartOrder,
  part: string,
  saved: ReturnType<typeof savedState<typeof State>>,
): Promise<State | null> {
  const state = await saved.read()
  if (state && !resume)
    throw new Error(
      `Une sauvegarde interrompue est là : reprenez-la avec --resume, ou supprimez ${part} et ${saved.file}.`,
    )
  if (!state || !(await exists(part))) {
    if (resume) throw new Error(`Rien à reprendre pour ${file} : lancez la commande sans --resume.`)
    await rm(part, { force: true })
    return null
  }
  if (state.table !== table)
    throw new Error(`La sauvegarde interrompue est celle de la table ${state.table}, pas de ${table}.`)
  return state
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false
      throw error
    },
  )
}
