import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { demoAccounts } from './local/demo/accounts.ts'
import { defineCommand, runCommand, wholeNumber } from './operations/command-line.ts'
import { growthByProcess, type MemorySample, readMemory } from './quality/soak/memory.ts'
import { requestsOf } from './quality/soak/requests.ts'

/** Apart from `npm start`, the browser tests and the bench. */
const PORT = 3160
const SITE = `http://localhost:${PORT}`
const READY_WITHIN_S = 300
const SAMPLE_MS = 2_000
/**
 * Allowed growth of a process from the second quarter of the run to the last: garbage collection moves the median by up
 * to a tenth.
 */
const MOST_GROWTH = 1.1

type Options = { seconds: number; rate: number }

async function run(options: Options): Promise<void> {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: '.local/soak' }
  const start = fileURLToPath(new URL('./start.ts', import.meta.url))
  const product = spawn(process.execPath, [start, '--reset'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => product.kill())
  try {
    await load(await waitUntilReady(product), options)
  } finally {
    if (product.exitCode === null && product.kill()) await once(product, 'exit')
  }
}

/** @throws Error for a failed request, load that was not sent, or a process whose memory grew */
async function load(processes: ReadonlyMap<number, string>, { seconds, rate }: Options): Promise<void> {
  const clients: autocannon.Request[][] = []
  for (const { email, kind } of demoAccounts)
    if (kind !== 'blocked') clients.push(await requestsOf(SITE, email, kind === 'premium'))
  const samples: MemorySample[] = []
  const sampling = setInterval(() => samples.push(readMemory(processes)), SAMPLE_MS)
  const unused = clients.values()
  const { errors, timeouts, non2xx, requests, latency } = await autocannon({
    url: SITE,
    connections: clients.length,
    overallRate: rate,
    duration: seconds,
    setupClient: (client) => client.setRequests(unused.next().value ?? []),
  })
  clearInterval(sampling)
  const growth = growthByProcess(samples)
  console.log(`${requests.total} requêtes, médiane ${latency.p50} ms, 99 % en ${latency.p99} ms`, growth)
  const grown = Object.keys({ edge: 0, table: 0, ...growth }).filter(
    (name) => !(Number(growth[name]) <= MOST_GROWTH),
  )
  const faults = [
    errors + timeouts + non2xx > 0 && `requêtes sans bonne réponse : ${errors + timeouts + non2xx}`,
    requests.total < 0.9 * rate * seconds && `charge non envoyée : ${requests.total} requêtes`,
    grown.length > 0 && `mémoire en hausse : ${grown.join(', ')}`,
  ].filter(Boolean)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}

/** @returns the names of the product's processes by pid; edge, gateway and functions share one */
async function waitUntilReady(product: ChildProcess): Promise<Map<number, string>> {
  for (let second = 0; second < READY_WITHIN_S && product.exitCode === null; second += 1) {
    const response = await fetch(`${SITE}/__local/status`).catch(() => null)
    if (response?.ok) {
      const { parts } = (await response.json()) as { parts: { name: string; pid: number }[] }
      return new Map(parts.map(({ name, pid }) => [pid, name]))
    }
    await setTimeout(1_000)
  }
  throw new Error("Le produit n'a pas démarré : voir .local/soak/logs")
}

export const command = defineCommand({
  name: 'npm run soak',
  summary:
    'Charge un produit en mode local sans relâche, et mesure la mémoire de ses processus (docs/reliability.md).',
  options: {
    seconds: wholeNumber(
      'seconds',
      { from: 30, to: 3_000, standard: 600 },
      "durée en secondes (600 par défaut) ; un jeton d'accès vit une heure",
    ),
    rate: wholeNumber('rate', { from: 1, to: 200, standard: 20 }, 'requêtes par seconde (20 par défaut)'),
  },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
