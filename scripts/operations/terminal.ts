import { createInterface } from 'node:readline/promises'

/** @returns the answer, trimmed; an empty one when the input is closed */
export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  // The terminal sends no signal by itself while a line is read.
  terminal.once('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const closed = new Promise<string>((resolve) => terminal.once('close', () => resolve('')))
  try {
    return (await Promise.race([terminal.question(question, { signal }), closed])).trim()
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    terminal.close()
  }
}

/** A command stops between two steps. The same signal may come twice: from the terminal and from the parent. */
export function interruption(message: string): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(name, () => controller.abort(new Error(message)))
  return controller.signal
}

const PROGRESS_INTERVAL_MS = 5_000

/** On the standard error every five seconds. @param estimate 0: unknown */
export async function withProgress<T>(
  what: string,
  estimate: number,
  work: (addItems: (items: number) => void) => Promise<T>,
): Promise<T> {
  let sum = 0
  const startedAt = performance.now()
  const show = () => {
    const seconds = (performance.now() - startedAt) / 1000
    process.stderr.write(`${progressLine(what, { sum, estimate, seconds })}\n`)
  }
  const timer = setInterval(show, PROGRESS_INTERVAL_MS)
  try {
    return await work((items) => {
      sum += items
    })
  } finally {
    clearInterval(timer)
    if (sum > 0) show()
  }
}

/** 'Lecture : 12 400 éléments, 41 % d'environ 30 000, encore 6 s' */
function progressLine(
  what: string,
  { sum, estimate, seconds }: { sum: number; estimate: number; seconds: number },
): string {
  const parts = [`${what} : ${formatCount(sum)} éléments`]
  if (estimate > 0) {
    parts.push(`${Math.min(100, Math.floor((100 * sum) / estimate))} % d'environ ${formatCount(estimate)}`)
    const left = ((estimate - sum) * seconds) / sum
    if (left > 0 && Number.isFinite(left))
      parts.push(`encore ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`}`)
  }
  return parts.join(', ')
}

/** 12400 → '12 400' */
export function formatCount(value: number): string {
  return value.toLocaleString('fr-FR').replaceAll('\u202f', ' ')
}
