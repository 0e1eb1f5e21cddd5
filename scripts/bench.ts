/**
 * `npm run bench [-- --only functions|api|scale|web] [--write]`: measures the product on loopback beside the bar of quality
 * (docs/performance.md), prints tables and keeps the results as JSON.
 *
 * Exit codes: 0 all bars are held, 1 one is not or something failed, 2 bad arguments.
 */
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { startLocalCloud } from './local/local-cloud.ts'
import { optionsFrom } from './local/options.ts'
import {
  defineCommand,
  flag,
  oneOf,
  optionalText,
  runCommand,
  wholeNumber,
} from './operations/command-line.ts'
import { benchApi } from './quality/bench/api/bench-api.ts'
import { type Figure, isHeld } from './quality/bench/figure.ts'
import { benchFunctions } from './quality/bench/functions/bench-functions.ts'
import { wholeResults, writePages } from './quality/bench/pages.ts'
import { PARTS, type Part, type PartReport } from './quality/bench/report.ts'
import { keepPart, readResults } from './quality/bench/results.ts'
import { benchScale, type Size } from './quality/bench/scale.ts'
import { figureTable, inColumns } from './quality/bench/terminal.ts'
import { benchWeb } from './quality/bench/web/bench-web.ts'
import { webTables } from './quality/bench/web-tables.ts'

/** Beside a running `npm start` and the browser tests. */
const WEB = { PORT: '3140', DATA_DIR: '.local/bench-web' }
const FILE = '.local/bench/results.json'

type Measures = { rounds: number; size: Size }

type Asked = { only: Part | undefined; rounds: number; users: number; resources: number; file: string }

async function run({ only, file, write, ...measures }: Asked & { write: boolean }): Promise<void> {
  const { rounds, users, resources } = measures
  // Interrupted, it takes its emulators along.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  const figures = only
    ? await measurePart(only, { rounds, size: { users, resources } }, file)
    : measureAll(
        [`--rounds=${rounds}`, `--users=${users}`, `--resources=${resources}`, `--file=${file}`],
        file,
      )
  console.log(`\n${inColumns(figureTable(figures))}\n\nRésultats gardés dans ${file}.`)
  if (write) {
    await writePages(wholeResults(readResults(file)))
    console.log(
      'docs/performance.md, docs/performance.json et README.md sont écrits. Relisez-les avec git diff.',
    )
  }
  const exceeded = figures.filter((figure) => !isHeld(figure))
  if (exceeded.length > 0)
    throw new Error(`Dépassé : ${exceeded.map(({ bar, what }) => `${bar} (${what})`).join(', ')}.`)
}

/** Each part in a process of its own: functions read their environment once, when they are loaded. */
function measureAll(options: readonly string[], file: string): Figure[] {
  const began = new Date().toISOString()
  for (const part of PARTS)
    spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--only', part, ...options], {
      stdio: 'inherit',
    })
  const results = readResults(file)
  const failed = PARTS.filter((part) => (results[part]?.measuredAt ?? '') < began)
  if (failed.length > 0) throw new Error(`Non mesuré : ${failed.join(', ')}.`)
  return PARTS.flatMap((part) => results[part]?.figures ?? [])
}

async function measurePart(part: Part, measures: Measures, file: string): Promise<Figure[]> {
  const report = await measure(part, measures, (line) => console.error(line))
  for (const table of report.tables) console.log(`\n${inColumns(table)}`)
  return (await keepPart(file, part, report)).figures
}

async function measure(
  part: Part,
  { rounds, size }: Measures,
  say: (line: string) => void,
): Promise<PartReport> {
  switch (part) {
    case 'functions':
      return benchFunctions(rounds, say)
    case 'api':
      return benchApi()
    case 'scale':
      return benchScale(size, say)
    case 'web':
      return measureWeb(rounds, say)
  }
}

async function measureWeb(rounds: number, say: (line: string) => void): Promise<PartReport> {
  const cloud = await startLocalCloud(optionsFrom(WEB, { reset: true, watch: false }), (step) =>
    say(`${step}…`),
  )
  try {
    const { figures, tables } = await benchWeb(cloud.url, { rounds, say })
    return { figures, tables: webTables(tables, rounds) }
  } finally {
    await cloud.stop()
  }
}

/** At least as many as the small size has, which is loaded first. */
const SIZE = { from: 120, to: 9_999_999 }

export const command = defineCommand({
  name: 'npm run bench',
  summary: 'Mesure le produit sur cette machine, à côté de la barre de qualité (docs/performance.md).',
  options: {
    only: oneOf(
      'only',
      PARTS,
      `une seule partie, dont les résultats remplacent les précédents :
functions : taille et temps de processeur, à côté de fonctions nues
api : allers-retours et unités de chaque route, coût
scale : les mêmes avec peu et avec beaucoup de comptes
web : premières visites sur un téléphone lent, à côté d'une page statique`,
    ),
    rounds: wholeNumber(
      'rounds',
      { from: 1, to: 99, standard: 7 },
      'nombre de tours dont on garde la médiane (7 par défaut)',
    ),
    users: wholeNumber(
      'users',
      { ...SIZE, standard: 100_000 },
      'nombre de comptes pour scale (100000 par défaut, une demi-heure)',
    ),
    resources: wholeNumber(
      'resources',
      { ...SIZE, standard: 12_000 },
      'nombre de ressources pour scale (12000 par défaut)',
    ),
    file: optionalText('nom', `où garder les résultats (${FILE} par défaut)`),
    write: flag('écrit les résultats dans docs/performance.md, docs/performance.json et README.md'),
  },
  run: ({ file = FILE, ...asked }) => run({ ...asked, file }),
})

if (import.meta.main) process.exitCode = await runCommand(command)
