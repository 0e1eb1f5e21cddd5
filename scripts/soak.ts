import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createBrowser } from '#functions/test-support/browser.ts'
import { createEvent } from '#functions/test-support/gateway.ts'
import { sampleCall } from '#functions/test-support/samples.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { sampleResource } from '#shared/entities/samples.ts'
import { DEMO_PASSWORD, demoAccounts } from './local/demo/accounts.ts'
import { poolCalls } from './local/test-support/users.ts'
import { defineCommand, runCommand } from './operations/command-line.ts'
import { median } from './quality/bench/report.ts'

/** Apart from `npm start`, the browser tests and the bench. */
const PORT = 3160
const SITE = `http://localhost:${PORT}`
const READY_WITHIN_S = 300
const SAMPLE_MS = 2_000
/** Well within the life of a nonce. */
const NONCE_MS = 60_000
const SECONDS = 600
/** Requests a second. */
const RATE = 20
/** From the second quarter of the run to the last: garbage collection moves the median by up to a tenth. */
const MOST_GROWTH = 1.1

type MemorySample = Record<string, number>

async function run(): Promise<void> {
  const env = { ...process.env, PORT: String(PORT), DATA_DIR: '.local/soak' }
  const start = fileURLToPath(new URL('./start.ts', import.meta.url))
  const product = spawn(process.execPath, [start, '--reset'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => product.kill())
  try {
    await load(await waitUntilReady(product))
  } finally {
    if (product.exitCode === null && product.kill()) await once(product, 'exit')
  }
}

/** @throws Error for a failed request, load that was not sent, or a process whose memory grew */
async function load(processes: ReadonlyMap<number, string>): Promise<void> {
  const clients: autocannon.Request[][] = []
  for (const { email, kind } of demoAccounts)
    if (kind !== 'blocked') clients.push(await requestsOf(email, kind === 'premium'))
  const samples: MemorySample[] = []
  const sampling = setInterval(() => samples.push(readMemory(processes)), SAMPLE_MS)
  const unused = clients.values()
  const { errors, timeouts, non2xx, requests, latency } = await autocannon({
    url: SITE,
    connections: clients.length,
    overallRate: RATE,
    duration: SECONDS,
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
    requests.total < 0.9 * RATE * SECONDS && `charge non envoyée : ${requests.total} requêtes`,
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

/** Compares the median of the last quarter of the samples with that of the second one, by process; NaN of too few. */
function growthByProcess(samples: readonly MemorySample[]): Record<string, number> {
  const quarter = Math.floor(samples.length / 4)
  const [second, last] = [samples.slice(quarter, 2 * quarter), samples.slice(samples.length - quarter)]
  return Object.fromEntries(
    Object.keys(samples[0] ?? {}).map((name) => {
      const [before = 0, after = 0] = [second, last].map((some) =>
        median(some.map((sample) => sample[name] ?? 0)),
      )
      return [name, after / before]
    }),
  )
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

type Client = { headers: Record<string, string>; sign(method: string, path: string): Promise<string> }

/** Claims the session of a demo account. */
async function signIn(email: string): Promise<Client> {
  const config = (await (await fetch(`${SITE}/config.json`)).json()) as Record<string, string>
  const pool = poolCalls(config.cognitoEndpoint ?? '', config.userPoolClientId ?? '')
  const token = String((await pool.signIn(email, DEMO_PASSWORD)).body.AuthenticationResult?.AccessToken)
  const browser = createBrowser()
  let nonce: string | undefined
  const renewNonce = async () => {
    const answer = await fetch(`${SITE}/api/health`)
    nonce = answer.headers.get('dpop-nonce') ?? undefined
  }
  await renewNonce()
  setInterval(() => void renewNonce(), NONCE_MS).unref()
  const sign = (method: string, path: string) =>
    browser.prove({ method, address: `${SITE}${path}`, token, nonce })
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const dpop = await sign('POST', '/api/session')
  const claim = await fetch(`${SITE}/api/session`, {
    method: 'POST',
    headers: { ...headers, dpop },
    body: '{}',
  })
  if (!claim.ok) throw new Error(`${email} : ${await claim.text()}`)
  const { sessionId } = (await claim.json()) as { sessionId: string }
  return { headers: { ...headers, 'x-session-id': sessionId }, sign }
}

/** An open page, lists, marks, and the bytes of a document with Premium. The access token lives for an hour. */
async function requestsOf(email: string, hasPremium: boolean): Promise<autocannon.Request[]> {
  const client = await signIn(email)
  const as = (name: RouteName) => signed(client, requestTo(name))
  const reading = [
    { path: '/' },
    await as('renewSession'),
    requestTo('listVideos'),
    requestTo('listSubjects'),
    await as('readSession'),
    requestTo('getChapter'),
  ]
  const marking = [await as('markDocuments'), await as('renewSession'), await as('listProgress')]
  if (!hasPremium) return [...reading, ...marking]
  const chapter = await fetch(`${SITE}${requestTo('getChapter').path}`)
  const { items } = (await chapter.json()) as { items: { id: string; type: string; available: boolean }[] }
  const id = items.find(({ type, available }) => available && type === 'pdf')?.id ?? ''
  const ticket = requestTo('getTicket')
  let document = { path: '/', cookie: '' }
  const part = {
    setupRequest: (request: autocannon.Request) => ({
      ...request,
      path: document.path,
      headers: { range: 'bytes=0-16383', cookie: document.cookie },
    }),
  }
  const onResponse: autocannon.Request['onResponse'] = (_status, body, _context, answered) => {
    const { pathname, search } = new URL((JSON.parse(body) as { url: string }).url)
    const [cookie = ''] = String(answered?.['set-cookie']).split(';')
    document = { path: `${pathname}${search}`, cookie }
  }
  const asksForTicket = { ...ticket, path: ticket.path?.replace(sampleResource.id, id) ?? '' }
  return [...reading, { ...(await signed(client, asksForTicket)), onResponse }, part, part, part, ...marking]
}

/** Signs a request with a proof of its own each time, made ahead: a change is refused a proof that was used before. */
async function signed({ headers, sign }: Client, request: autocannon.Request): Promise<autocannon.Request> {
  const [path = ''] = (request.path ?? '').split('?')
  let dpop = ''
  const prove = async () => {
    dpop = await sign(request.method ?? 'GET', path)
  }
  await prove()
  const setupRequest: autocannon.Request['setupRequest'] = (sent) => {
    const proven = { ...sent, headers: { ...headers, dpop } }
    void prove()
    return proven
  }
  return { ...request, setupRequest }
}

function requestTo(name: RouteName): autocannon.Request {
  const { rawPath, rawQueryString, body } = createEvent(routes[name], sampleCall(name))
  const { method } = routes[name]
  return { method, path: `${rawPath}?${rawQueryString}`, ...(body !== undefined && { body }) }
}

export const command = defineCommand({
  name: 'npm run soak',
  summary:
    'Charge un produit en mode local sans relâche, et mesure la mémoire de ses processus (docs/performance.md).',
  options: {},
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
