import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { StartRefusal } from './ports.ts'

const Holder = v.object({ pid: v.number(), startedAt: v.nullable(v.string()), port: v.number() })
type Holder = v.InferOutput<typeof Holder>

/**
 * Takes a data folder for this process: two programs writing the same files would spoil them. The lock of a process that
 * is gone is taken over.
 * @returns gives the folder back
 * @throws StartRefusal while another start uses the folder
 */
export function lockFolder(folder: string, port: number): () => void {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, 'lock.json')
  const mine: Holder = { pid: process.pid, startedAt: startOf(process.pid), port }
  for (;;) {
    try {
      writeFileSync(path, JSON.stringify(mine), { flag: 'wx' })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = readHolder(path)
    if (holder && isAlive(holder)) {
      throw new StartRefusal(
        `Le dossier de données ${folder} est déjà utilisé par un autre démarrage ` +
          `(processus ${holder.pid}, http://localhost:${holder.port}). ` +
          'Arrêtez-le, ou choisissez un autre dossier avec DATA_DIR.',
      )
    }
    rmSync(path, { force: true })
  }
  return () => {
    const holder = existsSync(path) ? readHolder(path) : null
    if (holder?.pid === mine.pid && holder.startedAt === mine.startedAt) rmSync(path, { force: true })
  }
}

function readHolder(path: string): Holder | null {
  try {
    const parsed = v.safeParse(Holder, JSON.parse(readFileSync(path, 'utf8')))
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

/** Process ids are used again; where the system tells when a process began, that must be the same too. */
function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    // EPERM: it lives, under another account.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return startedAt === null || startOf(pid) === startedAt
}

/** When a process began, in clock ticks since the system did; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the name, may hold anything; the start is the 20th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    // Z: dead, and only waiting for its parent to notice.
    return fields[0] === 'Z' ? null : (fields[19] ?? null)
  } catch {
    return null
  }
}
