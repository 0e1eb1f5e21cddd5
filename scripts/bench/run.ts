/**
 * `npm run bench [-- --only scale] [--users 100000] [--resources 12000] [--file results.json]`: measures the product on
 * loopback, prints a table and writes JSON. Fails when a bar that can be counted is not held.
 *
 * Exit codes: 0 held, 1 failed, 2 bad arguments.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BadArguments, defineCommand, runCommand } from '../command-line.ts'
import { benchScale, type ScaleReport } from './scale.ts'

/** What can be measured. */
const PARTS = ['scale'] as const

const USAGE = `Usage : npm run bench [-- --only <${PARTS.join('|')}>] [--users <n>] [--resources <n>] [--file <nom>]

Mesure le produit sur cette machine, affiche un tableau et écrit les résultats en JSON.
  --only <partie>   une seule partie ; scale : unités et allers-retours avec peu et avec beaucoup de comptes
  --users <n>       nombre de comptes (100000 par défaut, quelques minutes)
  --resources <n>   nombre de ressources (12000 par défaut)
  --file <nom>      où écrire les résultats (.local/bench/scale.json par défaut)
  --help            affiche cette aide`

type Options = { only?: string; users?: string; resources?: string; file?: string }

async function run({ only, users, resources, file = '.local/bench/scale.json' }: Options): Promise<void> {
  if (only !== undefined && !PARTS.some((part) => part === only))
    throw new BadArguments(`--only doit nommer une partie : ${PARTS.join(', ')}.`)
  const size = {
    users: countOf('users', users ?? '100000'),
    resources: countOf('resources', resources ?? '12000'),
  }
  // Interrupted, it takes its emulator along.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const report = await benchScale(size, (text) => console.error(text))
  console.log(tableOf(report))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\nRésultats écrits dans ${file}.`)
  const differing = report.rows.filter(({ isSame }) => !isSame).map(({ what }) => what)
  if (differing.length > 0) throw new Error(`Le coût change avec la taille : ${differing.join(', ')}.`)
}

/** At least as many as the small size has, which is loaded first. */
function countOf(name: string, value: string): number {
  if (!/^\d{3,7}$/.test(value) || Number(value) < 120)
    throw new BadArguments(`--${name} doit être un nombre d'au moins 120.`)
  return Number(value)
}

function tableOf({ small, large, rows, loadedIn }: ScaleReport): string {
  const widest = Math.max(...rows.map(({ what }) => what.length))
  const lines = rows.map(({ what, small: few, large: many, isSame }) => {
    const cost = ({ operations, read, write }: typeof few) =>
      `${String(operations.length).padStart(2)} a/r ${String(read).padStart(5)} L ${String(write).padStart(4)} É`
    return `${what.padEnd(widest)}  ${cost(few)}   ${cost(many)}   ${isSame ? 'identique' : 'DIFFÉRENT'}`
  })
  const head = `${small.users} comptes, ${small.resources} ressources / ${large.users} comptes, ${large.resources} ressources (chargés en ${loadedIn} s)
a/r : allers-retours ; L : unités de lecture ; É : unités d'écriture\n`
  return [head, ...lines].join('\n')
}

export const command = defineCommand({
  usage: USAGE,
  options: {
    only: { type: 'string' },
    users: { type: 'string' },
    resources: { type: 'string' },
    file: { type: 'string' },
  },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
