import { setTimeout } from 'node:timers/promises'

/** Lets calls begin at most so many times a second, evenly; each waits for its turn. */
export function paced(perSecond: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = Date.now()
    const turn = Math.max(next, now)
    next = turn + 1000 / perSecond
    if (turn > now) await setTimeout(turn - now)
  }
}

/** Lets one piece of work run at a time, in the order in which they came. */
export function oneByOne(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    // Whoever waits for his own turn hears of its failure; the next one goes on.
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Does a piece of work for each item, so many at a time. @throws the first failure; what is under way ends before */
export async function atOnce<T>(
  many: number,
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items.values()
  let hasFailed = false
  const workNext = async () => {
    for (const item of left) {
      if (hasFailed) return
      try {
        await work(item)
      } catch (error) {
        hasFailed = true
        throw error
      }
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: many }, workNext))
  const failure = ended.find((each) => each.status === 'rejected')
  if (failure) throw failure.reason
}
