import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ROOT } from '../operations/cdk.ts'
import type { Watched } from './memory.ts'

export type SoakedProduct = { url: string; processes: Watched[]; stop: () => Promise<void> }

const READY_WITHIN_MS = 600_000

/** Starts the whole product as `npm start` does, in processes of its own. @throws Error when it does not get ready */
export async function startSoaked(port: number, dataDir: string): Promise<SoakedProduct> {
  const script = fileURLToPath(new URL('../start.ts', import.meta.url))
  const child = spawn(process.execPath, [script, '--reset'], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const kill = () => child.kill()
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    kill()
    await ended
  }
  const url = `http://localhost:${port}`
  try {
    return { url, processes: await waitUntilReady(url, () => child.exitCode !== null), stop }
  } catch (error) {
    if (child.exitCode === null) await stop()
    throw error
  }
}

type Status = { ready: boolean; parts: { name: string; pid: number }[] }

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<Watched[]> {
  const giveUpAt = performance.now() + READY_WITHIN_MS
  while (performance.now() < giveUpAt && !hasEnded()) {
    const response = await fetch(`${url}/__local/status`).catch(() => null)
    if (response?.ok) return processesOf((await response.json()) as Status)
    await setTimeout(500)
  }
  throw new Error(`Le produit n'a pas démarré. Voir le dossier logs de ses données.`)
}

const NAMES: Record<string, string> = { table: 'table', 'users-emulator': 'comptes' }

/** Each process once; the one without a name of its own holds edge, gateway and functions. */
function processesOf({ parts }: Status): Watched[] {
  const byPid = new Map(parts.map(({ name, pid }) => [pid, NAMES[name] ?? 'site, API et fonctions']))
  return [...byPid].map(([pid, name]) => ({ pid, name }))
}
