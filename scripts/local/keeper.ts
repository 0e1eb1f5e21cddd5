/**
 * Runs beside the local mode and outlives it by a moment: when the starter's end of the pipe closes, however that came
 * about, it ends the processes whose ids it was told.
 */
import { createInterface } from 'node:readline'

const TERM_GRACE_MS = 2_000

const watched = new Set<number>()

// A Ctrl-C reaches the whole group; the keeper leaves last.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const lines = createInterface({ input: process.stdin })
lines.on('line', (line) => {
  const [verb, id] = line.split(' ')
  if (verb === 'watch') watched.add(Number(id))
  if (verb === 'forget') watched.delete(Number(id))
})
lines.on('close', () => {
  for (const pid of watched) kill(pid, 'SIGTERM')
  if (watched.size === 0) process.exit(0)
  setTimeout(() => {
    for (const pid of watched) kill(pid, 'SIGKILL')
    process.exit(0)
  }, TERM_GRACE_MS)
})

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    watched.delete(pid)
  }
}
