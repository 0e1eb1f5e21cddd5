import { setTimeout } from 'node:timers/promises'
import type { Product } from '../product/product.ts'
import { isWriting, type KillPlan } from './kill-plan.ts'

/** A kill that waits for its moment. */
export type Kill = {
  /** Resolves while nothing is down. */
  untilUp: () => Promise<void>
  /** Strikes now when the moment has not come. @returns how many processes were killed, once all are up again */
  end: () => Promise<number>
}

export function prepareKill(product: Product, { victims, when, downMs }: KillPlan): Kill {
  const timer = new AbortController()
  let struck: Promise<void> | null = null
  let revived: Promise<void> = Promise.resolve()
  let calls = 0

  /** Resolves once the victims are gone; they come back by themselves. */
  function strike(): Promise<void> {
    if (struck) return struck
    timer.abort()
    struck = killAll()
    revived = reviveAfter(struck)
    // Whoever waits for it hears of it.
    revived.catch(() => {})
    return struck
  }

  async function killAll(): Promise<void> {
    await Promise.all(victims.map(product.kill))
  }

  async function reviveAfter(killed: Promise<void>): Promise<void> {
    await killed
    await setTimeout(downMs)
    for (const victim of victims) await product.revive(victim)
  }

  if (when.at === 'time') setTimeout(when.afterMs, undefined, { signal: timer.signal }).then(strike, () => {})
  product.watchCalls(async (call) => {
    if (when.at !== 'call' || struck || !isWriting(call)) return 'pass'
    if (call.system !== when.system || call.moment !== when.moment) return 'pass'
    calls += 1
    if (calls !== when.number) return 'pass'
    await strike()
    return 'drop'
  })

  return {
    untilUp: () => revived,
    end: async () => {
      await strike()
      await revived
      product.watchCalls(() => Promise.resolve('pass'))
      return victims.length
    },
  }
}
