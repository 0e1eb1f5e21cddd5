/**
 * `npm run test:faults [-- --only lease|crash|replay|faults|browser|restore] [--long]`: plays what may go wrong on products of
 * its own, on loopback only (bars R1 to R6, docs/reliability.md).
 *
 * Exit codes: 0 nothing was lost, done twice, left half-done or opened; 1 something was, or failed; 2 bad arguments.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { BadArguments, defineCommand, runCommand } from '../operations/command-line.ts'
import { type Figure, isHeld } from '../quality/bench/figure.ts'
import { figureTable, inColumns } from '../quality/bench/terminal.ts'
import { PARTS, type PartOptions, playPart } from './parts.ts'

const USAGE = `Usage : npm run test:faults [-- --only <${PARTS.join('|')}>] [options]

Joue des pannes sur cette machine et compare ce qui reste (docs/reliability.md). Sans option, toutes les parties
dans leur forme courte.
  --only lease     cinquante appareils prennent une session à la fois
  --only crash     tue des parties du produit pendant des changements
  --only replay    envoie chaque changement vingt fois à la fois
  --only faults    la table, Cognito et Drive répondent mal, à 1, 10 et 100 %
  --only browser   la page hors ligne, endormie, au jeton expiré
  --only restore   sauvegarde une table, l'efface et la restaure, en tuant les deux commandes en chemin
  --long           la forme longue (une heure pour toutes les parties)
    --rounds <n>   combien de tours pour lease, crash, replay et faults, de 1 à 9999
    --items <n>    combien d'éléments pour restore, de 1000 à 9999999
    --seed <n>     le même nombre tire les mêmes changements, les mêmes moments et les mêmes pannes
  --help           affiche cette aide`

type Options = { only?: string; long?: boolean; rounds?: string; items?: string; seed?: string }

async function run({ only, long = false, rounds, items, seed }: Options): Promise<void> {
  const part = PARTS.find((known) => known === only)
  if (only !== undefined && !part)
    throw new BadArguments(`--only doit nommer une partie : ${PARTS.join(', ')}.`)
  if (rounds !== undefined && !/^[1-9]\d{0,3}$/.test(rounds))
    throw new BadArguments('--rounds : un nombre de 1 à 9999.')
  if (items !== undefined && !/^[1-9]\d{3,6}$/.test(items))
    throw new BadArguments('--items : un nombre de 1000 à 9999999.')
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  if (!part) return playAll()
  const drawn = seed ?? String(Date.now() % 1_000_000)
  await playOne(part, {
    isLong: long,
    rounds: rounds === undefined ? null : Number(rounds),
    items: items === undefined ? null : Number(items),
    seed: drawn,
    say: (text) => console.error(text),
  })
}

async function playOne(part: (typeof PARTS)[number], options: PartOptions): Promise<void> {
  const startedAt = performance.now()
  console.error(`${part}, --seed ${options.seed}`)
  const { figures, table, faults } = await playPart[part](options)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  console.log(`\n${inColumns({ ...table, title: `${table.title} (${seconds} s)` })}`)
  // Whoever plays all parts shows all figures at the end.
  if (process.send) process.send(figures)
  else console.log(`\n${inColumns(figureTable(figures))}`)
  if (faults.length > 0)
    throw new Error(
      [...faults.map((fault) => `FAULT ${fault}`), `--seed ${options.seed} rejoue les mêmes tirages.`].join(
        '\n',
      ),
    )
}

/** Each part in a process of its own: functions and clients read their environment when they are loaded. */
async function playAll(): Promise<void> {
  const figures: Figure[] = []
  const failed: string[] = []
  for (const part of PARTS) {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--only', part])
    const end = () => child.kill()
    process.once('exit', end)
    child.on('message', (message) => figures.push(...(message as Figure[])))
    const [code] = (await once(child, 'exit')) as [number | null]
    process.off('exit', end)
    if (code !== 0) failed.push(part)
  }
  console.log(`\n${inColumns(figureTable(figures))}`)
  if (failed.length > 0 || figures.some((figure) => !isHeld(figure)))
    throw new Error(`Pas tenu : ${failed.join(', ')}. Relancez une partie seule avec --only.`)
}

export const command = defineCommand({
  usage: USAGE,
  options: {
    only: { type: 'string' },
    long: { type: 'boolean' },
    rounds: { type: 'string' },
    items: { type: 'string' },
    seed: { type: 'string' },
  },
  run,
})

if (import.meta.main) {
  process.exitCode = await runCommand(command)
  // The channel to whoever plays all parts would keep the process.
  if (process.connected) process.disconnect()
}
