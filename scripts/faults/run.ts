/**
 * `npm run test:faults -- --only crash [--rounds 100] [--seed n]` or `--only restore [--items 100000]`: plays faults on a
 * product of its own, on loopback only, and fails when something was lost, done twice or left half-done.
 */
import { BadArguments, defineCommand, runCommand } from '../command-line.ts'
import { type CrashReport, testCrashes } from './crash/crash-test.ts'
import { type RestoreReport, testRestore } from './restore/restore-test.ts'

const USAGE = `Usage : npm run test:faults -- --only <crash|restore> [options]

Joue des pannes et compare ce qui reste (docs/runbook.md).
  --only crash     tue des parties du produit pendant des changements
    --rounds <n>   combien de tours, de 1 à 9999 ; 100 par défaut
    --seed <n>     le même nombre tire les mêmes changements et les mêmes moments
  --only restore   sauvegarde une table, l'efface et la restaure, en tuant les deux commandes en chemin
    --items <n>    combien d'éléments, de 1000 à 9999999 ; 100000 par défaut
  --help           affiche cette aide`

async function playCrashes(rounds: string, seed: string): Promise<void> {
  console.log(`seed ${seed}`)
  const startedAt = performance.now()
  const report = await testCrashes({ rounds: Number(rounds), seed, say: (text) => console.log(text) })
  printCrashes(report, (performance.now() - startedAt) / 1000)
  if (report.faults.length > 0)
    throw new Error(`Les lignes FAULT disent ce qui manque ; --seed ${seed} rejoue les mêmes tours.`)
}

function printCrashes({ figures, replayed, planned, faults }: CrashReport, seconds: number): void {
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

async function playRestore(items: number): Promise<void> {
  const { figures, faults } = await testRestore(items, (text) => console.log(text))
  printRestore(figures)
  if (faults.length > 0) throw new Error(faults.map((fault) => `FAULT ${fault}`).join('\n'))
}

function printRestore(figures: RestoreReport['figures']): void {
  const { items, bytes, before, after } = figures
  const rate = (seconds: number) => `${seconds.toFixed(1)} s, ${(items / seconds).toFixed(0)} a second`
  console.log(`
items                  ${items} (${(bytes / 1e6).toFixed(1)} MB compressed)
backup                 ${rate(figures.backupSeconds)}, killed ${figures.backupKills} times
restore and comparison ${rate(figures.restoreSeconds)}, killed ${figures.restoreKills} times, at ${figures.restoredBeforeKill} items
before                 ${before.items} items, checksum ${before.checksum}
after                  ${after.items} items, checksum ${after.checksum}`)
}

export const command = defineCommand({
  usage: USAGE,
  options: {
    only: { type: 'string' },
    rounds: { type: 'string' },
    seed: { type: 'string' },
    items: { type: 'string' },
  },
  run: ({ only = 'crash', rounds = '100', seed = String(Date.now() % 1_000_000), items = '100000' }) => {
    if (only !== 'crash' && only !== 'restore') throw new BadArguments('--only connaît crash et restore.')
    if (!/^[1-9]\d{0,3}$/.test(rounds)) throw new BadArguments('--rounds : un nombre de 1 à 9999.')
    if (!/^[1-9]\d{3,6}$/.test(items)) throw new BadArguments('--items : un nombre de 1000 à 9999999.')
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
    return only === 'crash' ? playCrashes(rounds, seed) : playRestore(Number(items))
  },
})

if (import.meta.main) process.exitCode = await runCommand(command)
