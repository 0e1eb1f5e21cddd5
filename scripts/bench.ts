import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { defineCommand, flag, optionalWord, runCommand, wholeNumber } from './operations/command-line.ts'
import { measureApi } from './quality/bench/api.ts'
import { measureFunctions } from './quality/bench/functions.ts'
import { type BenchPart, figureTable, type Log, PARTS, writeFigures } from './quality/bench/report.ts'
import { measureScale } from './quality/bench/scale.ts'
import { measureWeb } from './quality/bench/web.ts'
import { type Figure, isWithin, limits } from './quality/limits.ts'

type Measured = Partial<Record<BenchPart, Figure[]>>
type Options = { only: BenchPart | undefined; rounds: number; write: boolean }

async function run({ only, rounds, write }: Options): Promise<void> {
  // Emulators end with the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const measured: Measured = only ? { [only]: await measure(only, rounds) } : await measureAll(rounds)
  if (process.send) return void process.send(measured)
  const figures = Object.values(measured).flat()
  // Shows every figure; the page shows the worst ones.
  console.log(`\n${figureTable(figures, ({ limit, of }) => `${limit} ${of}`)}\n`)
  if (write) {
    writeFigures(measured)
    console.log('docs/performance.md est écrit. Relisez-le avec git diff.')
  }
  const missing = only ? [] : PARTS.filter((each) => !measured[each]).map((each) => `non mesuré : ${each}`)
  const exceeded = figures.filter((figure) => !isWithin(figure))
  const failures = [...missing, ...exceeded.map(({ limit, of }) => `dépassé : ${limits[limit].name} (${of})`)]
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

/** Measures each part in a process of its own, because functions read their environment once, when they are loaded. */
async function measureAll(rounds: number): Promise<Measured> {
  const measured: Measured = {}
  for (const part of PARTS) {
    const child = fork(fileURLToPath(import.meta.url), ['--only', part, `--rounds=${rounds}`])
    child.on('message', (figures) => Object.assign(measured, figures))
    await once(child, 'exit')
  }
  return measured
}

const log: Log = (line) => console.error(`${line}…`)

async function measure(part: BenchPart, rounds: number): Promise<Figure[]> {
  // Functions that run in this process write no log lines.
  process.env['POWERTOOLS_LOG_LEVEL'] = 'SILENT'
  switch (part) {
    case 'functions':
      return measureFunctions(rounds, log)
    case 'api':
      return measureApi()
    case 'scale':
      return measureScale(100_000, log)
    case 'web':
      return measureWeb(rounds, log)
  }
}

export const command = defineCommand({
  name: 'npm run bench',
  summary: "Mesure le produit sur cette machine, à côté de ce qu'il promet (docs/performance.md).",
  options: {
    only: optionalWord(
      PARTS,
      `une seule partie :
functions : taille et temps de processeur, à côté de fonctions nues
api : allers-retours et unités de chaque route, coût
scale : les mêmes avec peu et avec beaucoup de comptes, recherche
web : premières visites sur un téléphone lent, à côté d'une page statique`,
      "--only doit être l'un de",
    ),
    rounds: wholeNumber(
      'rounds',
      { from: 1, to: 99, standard: 7 },
      'nombre de tours dont on garde la médiane (7 par défaut)',
    ),
    write: flag('écrit ce qui est mesuré dans docs/performance.md'),
  },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
