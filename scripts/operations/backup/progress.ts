/** How often a line of progress is shown. Milliseconds. */
const INTERVAL_MS = 5_000

export type Progress = { add(items: number): void; end(): void }

/**
 * Tells on the standard error how far a run has come, so that the standard output stays free.
 * @param estimate how many items there may be in all; 0 when nobody knows
 * @param done how many an earlier run has seen to
 */
export function showProgress(
  what: string,
  { estimate, done = 0 }: { estimate: number; done?: number },
  say: (line: string) => void = (line) => process.stderr.write(`${line}\n`),
): Progress {
  const startedAt = performance.now()
  let sum = done
  const tell = () => say(progressLine(what, { sum, done, estimate, seconds: secondsSince(startedAt) }))
  const timer = setInterval(tell, INTERVAL_MS)
  // A run that fails does not wait for its own progress.
  timer.unref()
  return {
    add: (items) => {
      sum += items
    },
    end: () => {
      clearInterval(timer)
      if (sum > done) tell()
    },
  }
}

type State = { sum: number; done: number; estimate: number; seconds: number }

/** 'Lecture : 12 400 éléments, 41 % d'environ 30 000, 3 100 par seconde, encore 6 s' */
export function progressLine(what: string, { sum, done, estimate, seconds }: State): string {
  const rate = seconds > 0 ? (sum - done) / seconds : 0
  const left = estimate - sum
  const parts = [`${count(sum)} éléments`]
  if (estimate > 0)
    parts.push(`${Math.min(100, Math.floor((100 * sum) / estimate))} % d'environ ${count(estimate)}`)
  parts.push(`${count(rate)} par seconde`)
  if (left > 0 && rate > 0) parts.push(`encore ${duration(left / rate)}`)
  return `${what} : ${parts.join(', ')}`
}

/** 12400 → '12 400' */
export function count(value: number): string {
  return Math.round(value).toLocaleString('fr-FR').replaceAll('\u202f', ' ')
}

function duration(seconds: number): string {
  return seconds < 90 ? `${Math.ceil(seconds)} s` : `${Math.ceil(seconds / 60)} min`
}

function secondsSince(start: number): number {
  return (performance.now() - start) / 1000
}
