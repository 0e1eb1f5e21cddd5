/**
 * `npm run soak [-- --seconds 600] [--rate 20]`: sends a steady load to a product of its own in local mode and watches the
 * memory of its processes (docs/reliability.md).
 *
 * Exit codes: 0 no error and flat memory, 1 otherwise, 2 bad arguments.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createEvent } from '#functions/test-support/gateway.ts'
import { sampleCall } from '#functions/test-support/samples.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleResource } from '#shared/entities/samples.ts'
import { DEMO_PASSWORD, demoAccounts } from './local/demo/accounts.ts'
import { poolCalls } from './local/test-support/pool-calls.ts'
import { defineCommand, runCommand, wholeNumber } from './operations/command-line.ts'
import { median } from './quality/bench/report.ts'

/** Apart from `npm start`, the browser tests and the bench. */
const PORT = 3160
const SITE = `http://localhost:${PORT}`
const READY_WITHIN_S = 300
const SAMPLE_MS = 2_000
/**
 * How much a process may hold in the last quarter of the run, against the second one: functions start and caches fill in
 * the first, and garbage collection moves the median by up to a tenth.
 */
const MOST_GROWTH = 1.1

type Load = { seconds: number; rate: number }
/** Resident memory of each process in MB, by its name. */
export type MemorySample = Record<string, number>

async function run(load: Load): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: '.local/soak', NODE_OPTIONS: '' }
  const start = fileURLToPath(new URL('start.ts', import.meta.url))
  const product = spawn(process.execPath, [start, '--reset'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  process.once('exit', () => product.kill())
  try {
    const failures = await soak(await waitUntilReady(), load)
    if (failures.length > 0) throw new Error(`Pas tenu : ${failures.join(' ; ')}`)
  } finally {
    if (product.exitCode === null && product.kill()) await once(product, 'exit')
  }
}

/** @returns the names of the product's processes by pid; edge, gateway and functions share one */
async function waitUntilReady(): Promise<Map<number, string>> {
  for (let second = 0; second < READY_WITHIN_S; second += 1) {
    const response = await fetch(`${SITE}/__local/status`).catch(() => null)
    if (response?.ok) {
      const { parts } = (await response.json()) as { parts: { name: string; pid: number }[] }
      return new Map(parts.map(({ name, pid }) => [pid, name]))
    }
    await setTimeout(1_000)
  }
  throw new Error("Le produit n'a pas démarré. Voir .local/soak/logs.")
}

async function soak(processes: ReadonlyMap<number, string>, load: Load): Promise<string[]> {
  const clients: autocannon.Request[][] = []
  for (const { email, kind } of demoAccounts)
    if (kind !== 'blocked') clients.push(requestsOf(await signIn(email), kind === 'premium'))
  console.error(`${load.rate} requêtes par seconde pendant ${load.seconds} s…`)
  const samples: MemorySample[] = []
  const sampling = setInterval(() => samples.push(readMemory(processes)), SAMPLE_MS).unref()
  const unused = clients.values()
  const result = await autocannon({
    url: SITE,
    connections: clients.length,
    overallRate: load.rate,
    duration: load.seconds,
    setupClient: (client) => client.setRequests(unused.next().value ?? []),
  })
  clearInterval(sampling)
  const { requests, latency, statusCodeStats } = result
  console.log(`${requests.total} requêtes, médiane ${latency.p50} ms, 99 % sous ${latency.p99} ms`)
  for (const [status, { count = 0 }] of Object.entries(statusCodeStats ?? {}))
    console.log(`${status} : ${count}`)
  console.log('Mémoire, dernier quart rapporté au deuxième :')
  for (const [name, growth] of growthByProcess(samples)) console.log(`${name} : × ${growth.toFixed(2)}`)
  return findFailures(result, samples, load)
}

export type LoadResult = Pick<autocannon.Result, 'errors' | 'timeouts' | 'non2xx'> & {
  requests: { total: number }
}

/** What is not held: no error, the whole load, flat memory. */
export function findFailures(
  { errors, timeouts, non2xx, requests }: LoadResult,
  samples: readonly MemorySample[],
  { seconds, rate }: Load,
): string[] {
  const failed = errors + timeouts + non2xx
  return [
    ...(failed > 0 ? [`${failed} requêtes ont échoué`] : []),
    ...(requests.total < 0.9 * rate * seconds ? [`${requests.total} requêtes seulement`] : []),
    ...growthByProcess(samples)
      .filter(([, growth]) => !(growth <= MOST_GROWTH))
      .map(([name, growth]) => `la mémoire de ${name} croît : × ${growth.toFixed(2)}`),
  ]
}

/** By process: the median of the last quarter of the samples against that of the second one; NaN of too few. */
export function growthByProcess(samples: readonly MemorySample[]): [string, number][] {
  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(samples.length - quarter)]
  return Object.keys(samples[0] ?? {}).map((name) => {
    const [before = 0, after = 0] = [second, last].map((some) =>
      median(some.map((sample) => sample[name] ?? 0)),
    )
    return [name, after / before]
  })
}

function readMemory(processes: ReadonlyMap<number, string>): MemorySample {
  const pids = [...processes.keys()].join(',')
  const rows = execFileSync('ps', ['-o', 'pid=,rss=', '-p', pids], { encoding: 'utf8' }).trim().split('\n')
  const numbers = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const megabytes = numbers.map(
    ([pid = 0, kilobytes = 0]) => [processes.get(pid) ?? pid, kilobytes / 1024] as const,
  )
  return Object.fromEntries<number>(megabytes)
}

/** Signs a demo account in. @returns what its calls carry, with the session that it claims */
async function signIn(email: string): Promise<Record<string, string>> {
  const config = (await (await fetch(`${SITE}/config.json`)).json()) as Record<string, string>
  const pool = poolCalls(config.cognitoEndpoint ?? '', config.userPoolClientId ?? '')
  const token = (await pool.signIn(email, DEMO_PASSWORD)).body.AuthenticationResult?.AccessToken
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const claim = await fetch(`${SITE}/api/session`, { method: 'POST', headers, body: '{}' })
  if (!claim.ok) throw new Error(`${email} : ${await claim.text()}`)
  return { ...headers, 'x-session-id': ((await claim.json()) as { sessionId: string }).sessionId }
}

/** What one connection sends over and over: an open page, lists, marks, and the bytes of a document with Premium. */
function requestsOf(headers: Record<string, string>, hasPremium: boolean): autocannon.Request[] {
  const as = (name: RouteName) => ({ ...requestTo(name), headers })
  const reading = [{ path: '/' }, as('renewSession'), as('listVideos'), as('listSubjects'), as('readSession')]
  const marking = [as('markDocuments'), as('renewSession'), as('listProgress')]
  if (!hasPremium) return [...reading, as('getChapter'), ...marking]
  const path = { ticket: '/', document: '/' }
  const chapter = (_status: number, body: string) => {
    const { items } = JSON.parse(body) as { items: { id: string; type: string; available: boolean }[] }
    const id = items.find(({ type, available }) => available && type === 'pdf')?.id
    path.ticket = requestTo('getTicket').path?.replace(sampleResource.id, id ?? '') ?? ''
  }
  const ticket = (_status: number, body: string) => {
    const { pathname, search } = new URL((JSON.parse(body) as { url: string }).url)
    path.document = `${pathname}${search}`
  }
  const to = (name: keyof typeof path) => (request: autocannon.Request) => ({ ...request, path: path[name] })
  const part = { headers: { range: 'bytes=0-16383' }, setupRequest: to('document') }
  return [
    ...reading,
    { ...as('getChapter'), onResponse: chapter },
    { headers, setupRequest: to('ticket'), onResponse: ticket },
    part,
    part,
    part,
    ...marking,
  ]
}

/** A route's sample request. */
function requestTo(name: RouteName): autocannon.Request {
  const { rawPath, rawQueryString, body } = createEvent(routes[name], sampleCall(name))
  const { method } = routes[name]
  return { method, path: `${rawPath}?${rawQueryString}`, ...(body !== undefined && { body }) }
}

export const command = defineCommand({
  name: 'npm run soak',
  summary: 'Envoie une charge constante à un produit local et surveille sa mémoire (docs/reliability.md).',
  options: {
    // An access token lives for an hour, and nothing signs in again here.
    seconds: wholeNumber('seconds', { from: 20, to: 3_000, standard: 600 }, 'durée ; 600 par défaut'),
    rate: wholeNumber('rate', { from: 1, to: 200, standard: 20 }, 'requêtes par seconde ; 20 par défaut'),
  },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
