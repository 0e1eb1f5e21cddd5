import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { median } from '../quality/bench/median.ts'

/** A process of the product. */
export type Watched = { name: string; pid: number }

/** Resident memory of each process, in MB, by its name; `second` since the load began. */
export type Sample = { second: number; megabytes: Record<string, number> }

/**
 * How much a process may hold at the end, against the second quarter of the run (bar R7). The first quarter is left out:
 * functions start, code is compiled and caches fill. From then on the load is the same, so that what still grows is kept
 * for good. A tenth is what the garbage collectors' own rhythm moves; medians, since they sweep now and then. Over ten
 * minutes there are 6,000 requests between the two quarters: on a process of 600 MB a leak of 10 kB a request shows.
 */
export const GROWTH_AT_MOST = 1.1

const run = promisify(execFile)

/** Reads what processes hold. @throws Error when one of them has gone */
export async function readMemory(watched: readonly Watched[]): Promise<Record<string, number>> {
  const pids = watched.map(({ pid }) => pid).join(',')
  const { stdout } = await run('ps', ['-o', 'pid=,rss=', '-p', pids])
  const kilobytes = new Map(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]),
  )
  return Object.fromEntries(
    watched.map(({ name, pid }) => {
      const held = kilobytes.get(pid)
      if (held === undefined) throw new Error(`${name} (${pid}) has gone`)
      return [name, held / 1024]
    }),
  )
}

/** By process: the median of the last quarter of the samples against that of the second one. NaN of too few. */
export function growthOf(samples: readonly Sample[]): Record<string, number> {
  const quarter = Math.floor(samples.length / 4)
  const names = Object.keys(samples[0]?.megabytes ?? {})
  const medianOf = (name: string, some: readonly Sample[]) =>
    median(some.map(({ megabytes }) => megabytes[name] ?? Number.NaN))
  return Object.fromEntries(
    names.map((name) => [
      name,
      quarter === 0
        ? Number.NaN
        : medianOf(name, samples.slice(-quarter)) / medianOf(name, samples.slice(quarter, 2 * quarter)),
    ]),
  )
}
