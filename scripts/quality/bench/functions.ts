import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import type {
  BatchGetCommandInput,
  GetCommandInput,
  QueryCommandInput,
  UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { build } from 'esbuild'
import { userKey } from '#functions/data/keys.ts'
import { createCallers } from '#functions/test-support/callers.ts'
import { createSignedEvent, SITE_ORIGIN } from '#functions/test-support/gateway.ts'
import { ordinaryCall, seedOrdinarySite } from '#functions/test-support/ordinary-calls.ts'
import { storeUser } from '#functions/test-support/people.ts'
import { type Site, startSite } from '#functions/test-support/site.ts'
import { esbuildSettings, functionBundles, functionEntries, threadEntries } from '#infra/bundling.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { SAMPLE_DOCUMENT_ID } from '#shared/entities/fields.ts'
import type { Figure } from '../limits.ts'
import { bundleLimit, readBundle } from './bundles.ts'
import type { Task } from './measured-process.ts'
import { type Log, measureRounds, median } from './report.ts'

export type TableCall =
  | { operation: 'GetItem'; input: GetCommandInput }
  | { operation: 'Query'; input: QueryCommandInput }
  | { operation: 'BatchGetItem'; input: BatchGetCommandInput }
  | { operation: 'UpdateItem'; input: UpdateCommandInput }

type Runner = {
  environment: NodeJS.ProcessEnv
  task: Pick<Task, 'bundle' | 'status'>
  events: () => Promise<APIGatewayProxyEventV2[]>
}

/** One route of each API function. Those that students call most come first, and are also measured warm. */
const ROUTES = [
  { route: 'renewSession', isWarm: true, limit: 'frequentColdStart' },
  { route: 'listSubjects', isWarm: true, limit: 'frequentColdStart' },
  { route: 'getTicket', isWarm: true, limit: 'coldStart' },
  { route: 'listProgress', isWarm: false, limit: 'coldStart' },
  { route: 'getUser', isWarm: false, limit: 'coldStart' },
  { route: 'listBrokenDocuments', isWarm: false, limit: 'coldStart' },
  { route: 'endSignIns', isWarm: false, limit: 'coldStart' },
] as const satisfies { route: RouteName; isWarm: boolean; limit: 'frequentColdStart' | 'coldStart' }[]

const COLD = { warmUp: 0, calls: 0 }
const WARM = { warmUp: 200, calls: 300 }
/** Cold starts are short but vary: more of them make the median steady. */
const COLD_STARTS_A_ROUND = 3

/** @param rounds 7 take minutes */
export async function measureFunctions(rounds: number, log: Log): Promise<Figure[]> {
  const bundles = [...functionEntries, ...threadEntries].map((entry): Figure => {
    const { kilobytes } = readBundle(entry)
    return { limit: bundleLimit(entry), of: `functions/${entry}.ts`, value: kilobytes }
  })
  return [...bundles, ...(await compareProcessorTime(rounds, log))]
}

async function compareProcessorTime(rounds: number, log: Log): Promise<Figure[]> {
  const site = await startSite()
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  const figures: Figure[] = []
  const bundleBare = async (entry: string): Promise<string> => {
    const outfile = join(folder, `${basename(entry, '.ts')}.mjs`)
    await build({ ...esbuildSettings, entryPoints: [entry], minify: true, outfile })
    return pathToFileURL(outfile).href
  }
  try {
    await seedOrdinarySite(site)
    // The environment is that of a deployment: no proxy that counts, but log lines and metrics.
    const environment = {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: site.store.endpoint,
      POWERTOOLS_LOG_LEVEL: 'INFO',
      POWERTOOLS_METRICS_DISABLED: 'false',
    }
    const { id } = await storeUser(site.store.table)
    const profile = await createSignedEvent(
      { method: 'GET', path: '/api/{pk}/{sk}' },
      { params: userKey(id) },
    )
    const getItem: Runner = {
      environment,
      task: { bundle: await bundleBare('scripts/quality/bench/bare-get-item.ts'), status: 200 },
      events: async () => [profile],
    }
    const sameCalls = await bundleBare('scripts/quality/bench/bare-same-calls.ts')
    for (const { route, isWarm, limit } of ROUTES) {
      const { capability, method, path, status } = routes[route]
      log(`${method} ${path}`)
      const ours: Runner = {
        environment,
        task: { bundle: pathToFileURL(join(functionBundles(), `${capability}/handler.mjs`)).href, status },
        events: () => createEvents(site, route),
      }
      const first = await compare(ours, getItem, rounds * COLD_STARTS_A_ROUND, COLD)
      figures.push({ limit, of: `${method} ${path}, ${first.times}`, value: first.ratio })
      if (isWarm) {
        const same: Runner = {
          ...ours,
          task: { bundle: sameCalls, status: 200 },
          environment: {
            ...environment,
            BARE_CALLS: callsAsJson(await recordCalls(site, ours)),
            ...(route === 'getTicket' && {
              BARE_SIGNS: `${SITE_ORIGIN}/files/${SAMPLE_DOCUMENT_ID}/1/document.pdf`,
              BARE_KEY: site.services.secrets.get('signing-key'),
            }),
          },
        }
        const often = await compare(ours, same, rounds, WARM)
        figures.push({ limit: 'warmCall', of: `${method} ${path}, ${often.times}`, value: often.ratio })
      }
    }
    return figures
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await site.stop()
  }
}

/**
 * One after the other in each round, so that a slow moment of the machine affects both.
 * @returns the median of the rounds' ratios, and the medians as text: '81.2 / 66.7 ms'
 */
async function compare(
  ours: Runner,
  bare: Runner,
  rounds: number,
  often: Pick<Task, 'warmUp' | 'calls'>,
): Promise<{ ratio: number; times: string }> {
  const pairs = await measureRounds(
    rounds,
    async () => [await run(ours, often), await run(bare, often)] as const,
  )
  const medians = [median(pairs.map(([one]) => one)), median(pairs.map(([, other]) => other))]
  return {
    ratio: median(pairs.map(([one, other]) => one / other)),
    times: `${medians.map((milliseconds) => milliseconds.toFixed(1)).join(' / ')} ms`,
  }
}

/** @throws Error when the process ends without a result */
async function run({ environment, task, events }: Runner, often: typeof COLD): Promise<number> {
  const child = fork(fileURLToPath(new URL('./measured-process.ts', import.meta.url)), {
    env: environment,
    execArgv: ['--disable-warning=ExperimentalWarning'],
    // Log lines are written as in the cloud, and dropped.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A measured process ended with ${String(code)}`)
  })
  ended.catch(() => undefined)
  child.send({ ...task, ...often, events: await events() } satisfies Task)
  const [milliseconds] = (await Promise.race([once(child, 'message'), ended])) as [number]
  child.kill()
  return milliseconds
}

/** JSON has no sets. One account makes all the calls of the baseline, more than a minute's limit. */
function callsAsJson(calls: readonly TableCall[]): string {
  return JSON.stringify(calls, (name, value: unknown) => {
    if (name === ':perMinute') return Number.MAX_SAFE_INTEGER
    return value instanceof Set ? { set: [...value] } : value
  })
}

/** By the site's proxy in front of the emulator. */
async function recordCalls(site: Site, runner: Runner): Promise<TableCall[]> {
  const events = await runner.events()
  const { AWS_ENDPOINT_URL_DYNAMODB } = process.env
  const calls: TableCall[] = []
  site.store.watch((operation, input) =>
    calls.push({ operation, input: JSON.parse(JSON.stringify(input), toDocument) as unknown } as TableCall),
  )
  const environment = { ...runner.environment, AWS_ENDPOINT_URL_DYNAMODB }
  await run({ ...runner, environment, events: async () => events }, COLD)
  site.store.watch(null)
  return calls
}

type Item = Record<string, AttributeValue>

function toDocument(name: string, value: unknown): unknown {
  if (name === 'Key' || name === 'ExpressionAttributeValues') return unmarshall(value as Item)
  return name === 'Keys' ? (value as Item[]).map((key) => unmarshall(key)) : value
}

/** By enough callers that none exceeds the route's rate limit. */
async function createEvents(site: Site, name: RouteName): Promise<APIGatewayProxyEventV2[]> {
  const route = routes[name]
  const call = await ordinaryCall(site, createCallers(site), name)
  if (route.throttle === null || !('account' in route.throttle)) return [await createSignedEvent(route, call)]
  const count = Math.ceil((1 + WARM.warmUp + WARM.calls) / route.throttle.account) + 1
  const students = await Promise.all(
    Array.from({ length: count }, () => storeUser(site.store.table, { isPremium: true })),
  )
  return Promise.all(students.map((student) => createSignedEvent(route, { ...call, ...site.as(student) })))
}
