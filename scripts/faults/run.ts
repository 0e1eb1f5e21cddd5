/**
 * `npm run test:faults -- --only crash [--rounds 100] [--seed n]`: plays faults on a product of its own, on loopback
 * only, and fails when something was lost, done twice or left half-done.
 */
import { parseArgs } from 'node:util'
import { type CrashReport, testCrashes } from './crash/crash-test.ts'

const USAGE = 'Usage: npm run test:faults -- --only crash [--rounds 100] [--seed n]'

if (import.meta.main) await main()

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: 'string' }, rounds: { type: 'string' }, seed: { type: 'string' } },
  })
  const { only = 'crash', rounds = '100', seed = String(Date.now() % 1_000_000) } = values
  if (only !== 'crash' || !/^[1-9]\d{0,3}$/.test(rounds)) {
    console.error(USAGE)
    process.exitCode = 1
    return
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  console.log(`seed ${seed}`)
  const startedAt = performance.now()
  const report = await testCrashes({ rounds: Number(rounds), seed, say: (text) => console.log(text) })
  print(report, (performance.now() - startedAt) / 1000)
  process.exitCode = report.faults.length === 0 ? 0 : 1
}

function print({ figures, replayed, planned, faults }: CrashReport, seconds: number): void {
  if (planned.length > 0) console.log(`not built yet, left out: ${planned.join(', ')}`)
  console.log(`
rounds                 ${figures.rounds} (${seconds.toFixed(0)} s)
processes killed       ${figures.kills}
changes sent           ${figures.sent}
changes acknowledged   ${figures.acknowledged}
changes found          ${figures.found}
made, answer lost      ${figures.unacknowledged}
audit entries          ${figures.entries}
resumed with Cognito   ${figures.resumed}
stale search hints     ${figures.staleHints}
20 times at once       ${replayed.kinds} changes, ${replayed.calls} calls, ${replayed.entries} audit entries
orphans                ${faults.length}`)
}
