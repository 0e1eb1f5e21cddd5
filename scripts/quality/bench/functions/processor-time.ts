import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { userKey } from '#functions/data/keys.ts'
import { type Callers, createCallers } from '#functions/test-support/callers.ts'
import { type Call, eventOf } from '#functions/test-support/gateway.ts'
import { ordinaryCall, seedOrdinarySite } from '#functions/test-support/ordinary-calls.ts'
import { settle } from '#functions/test-support/people.ts'
import { SITE_ORIGIN, type Site, startSite } from '#functions/test-support/site.ts'
import { startEmulator } from '#scripts/local/table.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { SAMPLE_DOCUMENT_ID } from '#shared/entities/fields.ts'
import { median } from '../median.ts'
import { bundleFunction } from './bundles.ts'
import type { Spent } from './measured-process.ts'
import { type Runner, run, runInterleaved } from './pairs.ts'
import { startRecorder, type TableCall } from './recorder.ts'

/** Processor time of a function's call beside a bare handler's: medians in milliseconds, and of the rounds' ratios. */
export type Compared = { route: RouteName; ours: number; bare: number; ratio: number }

/** The yardstick of a first answer with one part of ours, from `parts/`: medians in milliseconds, and of the rounds' ratios. */
export type PartCost = { part: Part; bare: number; withPart: number; ratio: number }

export type ProcessorTime = {
  /** Loading the bundle and the first answer, beside a handler that gets one item. */
  firstAnswers: Compared[]
  /** What each part of a first answer costs on top of that handler. */
  parts: PartCost[]
  /** A call once warm, beside a handler that makes the same calls of the table. */
  warmCalls: Compared[]
}

/** One route of each API function for its first answer; those that students call most also once warm. */
const FIRST: RouteName[] = ['listProgress', 'getUser', 'listBrokenDocuments', 'endSignIns']
const WARM: RouteName[] = ['renewSession', 'listSubjects', 'getTicket']

/** What functions do beside one call of the table: the files of `parts/`, and their names on the terminal. */
export const PARTS = {
  token: 'jeton vérifié (clés du groupe comprises)',
  'second-call': 'second appel de la table',
  secret: 'secret lu par un second client',
  'user-pool': 'client de Cognito, sans appel',
  'log-line': 'ligne de journal',
  chain: 'chaîne et garde, sans appel',
} as const
type Part = keyof typeof PARTS

const WARM_UP = 200
const CALLS = 300
/** A first answer takes a moment, but no two take the same: more of them make the median steady. */
const FIRST_ANSWERS_A_ROUND = 3

/** Bars P8 and P9. @param rounds how often each is run in a process of its own */
export async function measureProcessorTime(
  rounds: number,
  say: (line: string) => void,
): Promise<ProcessorTime> {
  const emulator = await startEmulator()
  // The site's proxy, which counts, speaks to the same emulator; what is measured goes past it.
  process.env.DYNAMODB_ENDPOINT = emulator.endpoint
  const site = await startSite()
  const folder = mkdtempSync(join(tmpdir(), 'bench-functions-'))
  try {
    const workshop = await openWorkshop(site, emulator.endpoint, folder)
    const firstAnswers: Compared[] = []
    const warmCalls: Compared[] = []
    for (const route of [...WARM, ...FIRST]) {
      const [ours, getItem] = await runInterleaved(
        [await workshop.ours(route, false), workshop.getItem],
        rounds * FIRST_ANSWERS_A_ROUND,
      )
      if (!ours || !getItem) throw new Error('Nothing was measured')
      firstAnswers.push({ route, ...compared(ours, getItem, ({ firstAnswer }) => firstAnswer) })
      if (WARM.includes(route)) {
        const warm = [await workshop.ours(route, true), await workshop.sameCalls(route)]
        const [oursWarm, same] = await runInterleaved(warm, rounds)
        if (!oursWarm || !same) throw new Error('Nothing was measured')
        warmCalls.push({ route, ...compared(oursWarm, same, ({ warmCall }) => warmCall) })
      }
      say(`${route}…`)
    }
    const parts = await costsOf(workshop, rounds)
    return { firstAnswers, parts, warmCalls }
  } finally {
    rmSync(folder, { recursive: true, force: true })
    await site.stop()
    await emulator.stop()
  }
}

async function costsOf(workshop: Workshop, rounds: number): Promise<PartCost[]> {
  const parts = Object.keys(PARTS) as Part[]
  const runners = [workshop.getItem]
  for (const part of parts) runners.push(await workshop.getItemWith(part))
  const [bare = [], ...spent] = await runInterleaved(runners, rounds * FIRST_ANSWERS_A_ROUND)
  return parts.map((part, index) => {
    const { ours: withPart, ...rest } = compared(spent[index] ?? [], bare, ({ firstAnswer }) => firstAnswer)
    return { part, withPart, ...rest }
  })
}

function compared(ours: readonly Spent[], bare: readonly Spent[], valueOf: (spent: Spent) => number) {
  const rounds = ours.map((each, round) => {
    const yardstick = bare[round]
    return yardstick ? valueOf(each) / valueOf(yardstick) : Number.NaN
  })
  return { ours: median(ours.map(valueOf)), bare: median(bare.map(valueOf)), ratio: median(rounds) }
}

type Workshop = Awaited<ReturnType<typeof openWorkshop>>

/** What is measured, as processes that can be started. */
async function openWorkshop(site: Site, endpoint: string, folder: string) {
  await seedOrdinarySite(site)
  const callers = createCallers(site)
  // As deployed: with log lines and metrics, which tests switch off.
  const environment = {
    ...process.env,
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    POWERTOOLS_LOG_LEVEL: 'INFO',
    POWERTOOLS_METRICS_DISABLED: 'false',
  }
  const bundles = new Map<string, string>()
  const bundled = async (entry: string) => {
    const known = bundles.get(entry)
    if (known) return known
    const file = join(folder, `${bundles.size}.mjs`)
    writeFileSync(file, (await bundleFunction(entry)).code)
    bundles.set(entry, pathToFileURL(file).href)
    return pathToFileURL(file).href
  }

  async function ours(route: RouteName, isWarm: boolean): Promise<Runner> {
    const bundle = await bundled(`functions/${routes[route].capability}/handler.ts`)
    const often = isWarm ? { warmUp: WARM_UP, calls: CALLS } : { warmUp: 0, calls: 0 }
    const { status } = routes[route]
    return {
      environment,
      task: async () => ({ bundle, events: await eventsOf(site, callers, route), status, ...often }),
    }
  }

  async function sameCalls(route: RouteName): Promise<Runner> {
    const { task } = await ours(route, false)
    const seen = await callsOf(task, environment, endpoint)
    const bundle = await bundled('scripts/quality/bench/functions/bare/same-calls.ts')
    return {
      environment: {
        ...environment,
        BARE_CALLS: JSON.stringify(seen),
        ...(route === 'getTicket' && {
          BARE_SIGNS: `${SITE_ORIGIN}/files/${SAMPLE_DOCUMENT_ID}/1/document.pdf`,
          BARE_KEY: site.services.secrets.get('signing-key'),
        }),
      },
      task: async () => ({ ...(await task()), bundle, warmUp: WARM_UP, calls: CALLS }),
    }
  }

  const { id } = await settle(site.store.table)
  const token = site.userPool.token(id)
  const bareEvent = eventOf({ method: 'GET', path: '/api/{pk}/{sk}' }, { params: userKey(id), token })

  async function yardstick(entry: string): Promise<Runner> {
    const bundle = await bundled(entry)
    return {
      environment,
      task: async () => ({ bundle, events: [bareEvent], status: 200, warmUp: 0, calls: 0 }),
    }
  }

  return {
    ours,
    sameCalls,
    getItem: await yardstick('scripts/quality/bench/functions/bare/get-item.ts'),
    getItemWith: (part: Part) => yardstick(`scripts/quality/bench/functions/parts/${part}.ts`),
  }
}

/** What a route asks of the table, as it passes by. */
async function callsOf(
  task: Runner['task'],
  environment: Runner['environment'],
  endpoint: string,
): Promise<TableCall[]> {
  const recorder = await startRecorder(endpoint)
  try {
    await run({ task, environment: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: recorder.endpoint } })
    return recorder.calls
  } finally {
    await recorder.close()
  }
}

/** As many callers as it takes that none of them calls more often than he may in a minute. */
async function eventsOf(site: Site, callers: Callers, route: RouteName): Promise<APIGatewayProxyEventV2[]> {
  const call = await ordinaryCall(site, callers, route)
  const { throttle } = routes[route]
  // Rounds take longer than a session lives without a heartbeat.
  if (call.token !== undefined)
    await site.call(routes.renewSession, { token: call.token, sessionId: call.sessionId })
  if (throttle === null) return [eventOf(routes[route], call)]
  const count = Math.ceil((1 + WARM_UP + CALLS) / throttle.account) + 1
  const credentials = await Promise.all(Array.from({ length: count }, () => premiumStudent(site)))
  return credentials.map((each) => eventOf(routes[route], { ...call, ...each }))
}

async function premiumStudent({ store, userPool }: Site): Promise<Call> {
  const { id, lease: session } = await settle(store.table, { isPremium: true })
  return { token: userPool.token(id), sessionId: session?.id }
}
