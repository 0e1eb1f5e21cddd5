/**
 * `npm run test:faults [-- --only lease|crash|replay|faults|browser|restore] [--long]`: plays what may go wrong on products of
 * its own, on loopback only (bars R1 to R6, docs/reliability.md).
 *
 * Exit codes: 0 nothing was lost, done twice, left half-done or opened; 1 something was, or failed; 2 bad arguments.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import {
  defineCommand,
  flag,
  oneOf,
  optionalText,
  runCommand,
  wholeNumber,
} from '../operations/command-line.ts'
import { type Figure, isHeld } from '../quality/bench/figure.ts'
import { figureTable, inColumns } from '../quality/bench/terminal.ts'
import { PARTS, type PartOptions, playPart } from './parts.ts'

type Asked = {
  only: (typeof PARTS)[number] | undefined
  long: boolean
  rounds: number
  items: number
  seed: string | undefined
}

async function run({ only, long, rounds, items, seed }: Asked): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  if (!only) return playAll()
  const drawn = seed ?? String(Date.now() % 1_000_000)
  await playOne(only, {
    isLong: long,
    rounds: rounds === 0 ? null : rounds,
    items: items === 0 ? null : items,
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
  name: 'npm run test:faults',
  summary: `Joue des pannes sur cette machine et compare ce qui reste (docs/reliability.md). Sans option, toutes les parties
dans leur forme courte.`,
  options: {
    only: oneOf(
      'only',
      PARTS,
      `une seule partie :
lease : cinquante appareils prennent une session à la fois
crash : tue des parties du produit pendant des changements
replay : envoie chaque changement vingt fois à la fois
faults : la table, Cognito et Drive répondent mal, à 1, 10 et 100 %
browser : la page hors ligne, endormie, au jeton expiré
restore : sauvegarde une table, l'efface et la restaure, en tuant les deux commandes en chemin`,
    ),
    long: flag('la forme longue (une heure pour toutes les parties)'),
    rounds: wholeNumber(
      'rounds',
      { from: 0, to: 9_999, standard: 0 },
      'combien de tours pour lease, crash, replay et faults ; 0 : ceux de la forme',
    ),
    items: wholeNumber(
      'items',
      { from: 0, to: 9_999_999, standard: 0 },
      "combien d'éléments pour restore ; 0 : ceux de la forme",
    ),
    seed: optionalText(
      'n',
      'le même nombre tire les mêmes changements, les mêmes moments et les mêmes pannes',
    ),
  },
  run,
})

if (import.meta.main) {
  process.exitCode = await runCommand(command)
  // The channel to whoever plays all parts would keep the process.
  if (process.connected) process.disconnect()
}
