import { setTimeout } from 'node:timers/promises'
import { seededRandom } from '#scripts/quality/seeded-random.ts'
import type { PassingCall, Product, System } from '../product/product.ts'
import type { Verdict } from '../product/tap.ts'
import { type Blow, drawBlow, type FaultKind } from './fault-kinds.ts'

/** One service that fails in one way at one rate. */
export type Combination = { system: System; kind: FaultKind; percent: number }

export type Injected = {
  /** Calls that reached the service's door, and those of them that something happened to. */
  serviceCalls: number
  blows: number
  /** Of one and the same call. */
  mostAttempts: number
}

/** Lets a service fail until it is lifted. */
export type Injector = {
  /** Ends the faults, and waits until no call is on its way. */
  lift: () => Promise<Injected>
}

const QUIET_MS = 150
const LONGEST_MS = 15_000

export function inject(
  product: Pick<Product, 'watchCalls'>,
  { system, kind, percent }: Combination,
  seed: string,
): Injector {
  const random = seededRandom(seed)
  const attempts = new Map<string, number>()
  const struck = new WeakMap<Buffer, Blow>()
  let serviceCalls = 0
  let blows = 0
  let isLifted = false
  let lastSeen = performance.now()

  function blowFor(call: PassingCall): Blow | null {
    if (call.moment === 'after') return struck.get(call.body) ?? null
    serviceCalls += 1
    // Keys and tokens of Drive are asked for by whoever needs them first: none of those calls is another's repetition.
    if (!isShared(call)) attempts.set(call.fingerprint, (attempts.get(call.fingerprint) ?? 0) + 1)
    if (random() * 100 >= percent) return null
    const blow = drawBlow(system, kind, call, random)
    if (!blow) return null
    blows += 1
    // The body is the same object at both moments of one attempt.
    struck.set(call.body, blow)
    return blow
  }

  product.watchCalls(async (call): Promise<Verdict> => {
    lastSeen = performance.now()
    if (isLifted || call.system !== system) return 'pass'
    const blow = blowFor(call)
    if (!blow || blow.moment !== call.moment) return 'pass'
    if (blow.waitMs > 0) await setTimeout(blow.waitMs)
    lastSeen = performance.now()
    return blow.verdict
  })

  async function lift(): Promise<Injected> {
    isLifted = true
    // Whatever was given up on may still be at work: the latest of the slow answers, and what follows it.
    if (kind === 'slow') await setTimeout(LATEST_MS)
    const giveUpAt = performance.now() + LONGEST_MS
    while (performance.now() - lastSeen < QUIET_MS && performance.now() < giveUpAt) await setTimeout(50)
    product.watchCalls(() => Promise.resolve('pass'))
    return { serviceCalls, blows, mostAttempts: Math.max(0, ...attempts.values()) }
  }

  return { lift }
}

function isShared({ system, operation }: PassingCall): boolean {
  return operation === 'POST /token' || (system === 'users' && operation.startsWith('GET '))
}

/** As long as the longest delay. */
const LATEST_MS = 2_700
