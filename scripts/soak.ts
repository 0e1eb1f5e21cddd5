/**
 * `npm run soak [-- --seconds 600] [--rate 20]`: sends a steady load to a product of its own in local mode and watches what
 * its processes hold (bar R7, docs/reliability.md).
 *
 * Exit codes: 0 no error and flat memory, 1 otherwise, 2 bad arguments.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { defineCommand, runCommand, wholeNumber } from './operations/command-line.ts'
import { type Bar, type Figure, figureOf, isHeld } from './quality/bench/figure.ts'
import { figureTable, inColumns } from './quality/bench/terminal.ts'
import { seededRandom } from './quality/seeded-random.ts'
import { type LoadFigures, sendLoad } from './soak/load.ts'
import { GROWTH_AT_MOST, growthOf, readMemory, type Sample, type Watched } from './soak/memory.ts'
import { mixtureOf, readContent } from './soak/mixture.ts'
import { enterVisitors } from './soak/people.ts'
import { svgOf } from './soak/plot.ts'
import { startSoaked } from './soak/product.ts'

/** Beside a running `npm start`, the browser tests and the bench. */
const PORT = 3160
const FOLDER = '.local/soak'
const SAMPLE_MS = 5_000

const bars = {
  errors: { bar: 'R7', unit: '', limit: { exactly: 0 } },
  growth: { bar: 'R7', unit: '×', limit: { atMost: GROWTH_AT_MOST } },
} as const satisfies Record<string, Bar>

async function run({ seconds, rate }: { seconds: number; rate: number }): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
  console.error('Démarrage du produit…')
  const product = await startSoaked(PORT, `${FOLDER}/produit`)
  try {
    const visitors = await enterVisitors(product.url)
    const next = mixtureOf(visitors, await readContent(product.url), seededRandom('soak'))
    console.error(`${rate} requêtes par seconde pendant ${seconds} s…`)
    const watching = watch(product.processes)
    const load = await sendLoad(product.url, next, { rate, seconds })
    await tell(load, await watching.end(), { rate, seconds })
  } finally {
    await product.stop()
  }
}

/** Samples what processes hold until it is ended. */
function watch(processes: readonly Watched[]) {
  const stopping = new AbortController()
  const startedAt = performance.now()
  const samples: Sample[] = []
  const sampling = (async () => {
    while (!stopping.signal.aborted) {
      const second = Math.round((performance.now() - startedAt) / 1000)
      samples.push({ second, megabytes: await readMemory(processes) })
      await setTimeout(SAMPLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return samples
  })()
  // Whoever ends it hears of a process that has gone.
  sampling.catch(() => undefined)
  return {
    end: () => {
      stopping.abort()
      return sampling
    },
  }
}

type Results = {
  measuredAt: string
  rate: number
  seconds: number
  figures: readonly Figure[]
  byKind: Record<string, number>
  /** Half and nineteen of twenty answers took at most so long. Milliseconds. */
  typical: number
  slow: number
  errors: readonly string[]
  samples: readonly Sample[]
}

async function tell(
  { sent, byKind, durations, errors }: LoadFigures,
  samples: readonly Sample[],
  form: { rate: number; seconds: number },
): Promise<void> {
  const growth = growthOf(samples)
  const figures: Figure[] = [
    figureOf(
      bars.errors,
      `erreurs (${sent} requêtes, ${form.rate}/s pendant ${form.seconds} s)`,
      errors.length,
    ),
    ...Object.entries(growth).map(([name, factor]) =>
      figureOf(bars.growth, `mémoire, dernier quart / deuxième : ${name}`, factor),
    ),
  ]
  const [typical, slow] = [quantile(durations, 0.5), quantile(durations, 0.95)]
  await keep({
    measuredAt: new Date().toISOString(),
    ...form,
    figures,
    byKind,
    typical,
    slow,
    errors,
    samples,
  })
  const rows = Object.entries(byKind).toSorted(([, a], [, b]) => b - a)
  console.log(`\n${inColumns({ title: 'Requêtes', head: ['', 'nombre'], rows })}`)
  console.log(`médiane ${typical} ms, 95 % sous ${slow} ms`)
  console.log(`\n${inColumns(figureTable(figures))}\n\nMémoire : ${FOLDER}/memoire.svg`)
  for (const error of new Set(errors)) console.error(`FAULT ${error}`)
  if (!figures.every(isHeld)) throw new Error('Pas tenu : voir les chiffres ci-dessus.')
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return Math.round(sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN)
}

async function keep(results: Results): Promise<void> {
  const { samples, rate } = results
  const names = Object.keys(samples[0]?.megabytes ?? {})
  const svg = svgOf({
    title: `Mémoire résidente sous ${rate} requêtes par seconde`,
    xLabel: 'temps (s)',
    yLabel: 'mémoire (Mo)',
    series: names.map((name) => ({
      name,
      points: samples.map(({ second, megabytes }) => [second, megabytes[name] ?? 0] as const),
    })),
  })
  await mkdir(FOLDER, { recursive: true })
  await writeFile(`${FOLDER}/memoire.svg`, svg)
  await writeFile(`${FOLDER}/resultats.json`, `${JSON.stringify(results, null, 2)}\n`)
}

export const command = defineCommand({
  name: 'npm run soak',
  summary: `Envoie une charge constante à un produit local et surveille sa mémoire (docs/reliability.md).
Écrit ${FOLDER}/memoire.svg et ${FOLDER}/resultats.json.`,
  options: {
    // An access token lives for an hour, and no visitor signs in again.
    seconds: wholeNumber(
      'seconds',
      { from: 20, to: 3_000, standard: 600 },
      'durée de la charge ; 600 par défaut',
    ),
    rate: wholeNumber('rate', { from: 1, to: 200, standard: 20 }, 'requêtes par seconde ; 20 par défaut'),
  },
  run,
})

if (import.meta.main) process.exitCode = await runCommand(command)
