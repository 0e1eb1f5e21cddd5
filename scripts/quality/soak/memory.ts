import { execFileSync } from 'node:child_process'
import { median } from '../bench/report.ts'

/** Resident memory of each process in MB, by its name. */
export type MemorySample = Record<string, number>

/** Compares the median of the last quarter of the samples with that of the second one, by process; NaN of too few. */
export function growthByProcess(samples: readonly MemorySample[]): Record<string, number> {
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

/** @param processes names by pid */
export function readMemory(processes: ReadonlyMap<number, string>): MemorySample {
  const pids = [...processes.keys()].join(',')
  const rows = execFileSync('ps', ['-o', 'pid=,rss=', '-p', pids], { encoding: 'utf8' }).trim().split('\n')
  const numbers = rows.map((row) => row.trim().split(/\s+/).map(Number))
  const megabytes = numbers.map(
    ([pid = 0, kilobytes = 0]) => [processes.get(pid) ?? pid, kilobytes / 1024] as const,
  )
  return Object.fromEntries<number>(megabytes)
}
