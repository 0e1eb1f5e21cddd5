/**
 * `npm run bench [-- --only scale|web] [--users 100000] [--resources 12000] [--rounds 7] [--file results.json]`: measures
 * the product on loopback, prints tables and writes JSON. Fails when a bar that can be counted is not held.
 *
 * Exit codes: 0 held, 1 failed, 2 bad arguments.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { BadArguments, defineCommand, runCommand } from '../command-line.ts'
import { startLocalCloud } from '../local/local-cloud.ts'
import { optionsFrom } from '../local/options.ts'
import { benchScale, type ScaleReport, type Size } from './scale.ts'
import { benchWeb } from './web/bench-web.ts'

/** What can be measured. */
const PARTS = ['scale', 'web'] as const

/** Beside a running `npm start` and the browser tests. */
const WEB = { PORT: '3140', DATA_DIR: '.local/bench-web' }

const USAGE = `Usage : npm run bench [-- --only <${PARTS.join('|')}>] [--users <n>] [--resources <n>] [--rounds <n>] [--file <nom>]

Mesure le produit sur cette machine, affiche un tableau et écrit les résultats en JSON.
  --only <partie>   une seule partie ; scale : unités et allers-retours avec peu et avec beaucoup de comptes ;
                    web : premières visites sur un téléphone lent, à côté des mêmes pages sans script et sans HTML
  --users <n>       nombre de comptes (100000 par défaut, quelques minutes)
  --resources <n>   nombre de ressources (12000 par défaut)
  --rounds <n>      nombre de visites de chaque page (7 par défaut), dont on garde la médiane
  --file <nom>      où écrire les résultats (.local/bench/<partie>.json par défaut)
  --help            affiche cette aide`

type Options = { only?: string; users?: string; resources?: string; rounds?: string; file?: string }

async function run({ only, users, resources, rounds = '7', file }: Options): Promise<void> {
  if (only !== undefined && !PARTS.some((part) => part === only))
    throw new BadArguments(`--only doit nommer une partie : ${PARTS.join(', ')}.`)
  if (only === undefined && file !== undefined) throw new BadArguments('--file demande --only.')
  if (!/^[1-9]\d?$/.test(rounds)) throw new BadArguments('--rounds doit être un nombre de 1 à 99.')
  const size = {
    users: countOf('users', users ?? '100000'),
    resources: countOf('resources', resources ?? '12000'),
  }
  // Interrupted, it takes its emulators along.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  if (only !== 'scale') await runWeb(Number(rounds), file ?? '.local/bench/web.json')
  if (only !== 'web') await runScale(size, file ?? '.local/bench/scale.json')
}

async function runWeb(rounds: number, file: string): Promise<void> {
  const cloud = await startLocalCloud(optionsFrom(WEB, { reset: true, watch: false }), (step) =>
    console.error(`${step}…`),
  )
  try {
    const report = await benchWeb(cloud.url, { rounds, say: (text) => console.error(text) })
    for (const [page, versions] of Object.entries(report)) {
      console.log(`\n${page}, médianes de ${rounds} visites`)
      console.table(versions)
    }
    await keep(report, file)
  } finally {
    await cloud.stop()
  }
}

async function runScale(size: Size, file: string): Promise<void> {
  const report = await benchScale(size, (text) => console.error(text))
  console.log(tableOf(report))
  await keep(report, file)
  const differing = report.rows.filter(({ isSame }) => !isSame).map(({ what }) => what)
  if (differing.length > 0) throw new Error(`Le coût change avec la taille : ${differing.join(', ')}.`)
}

async function keep(report: object, file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`)
  console.log(`\nRésultats écrits dans ${file}.`)
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
    rounds: { type: 'string' },
    file: { type: 'string' },
  },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
