import { routes } from '#shared/contract/routes.ts'
import { bars } from '../bars.ts'
import { figureOf } from '../figure.ts'
import type { PartReport, Table } from '../report.ts'
import { valueOf } from '../terminal.ts'
import { bundleFunction, functionEntries } from './bundles.ts'
import { type Compared, measureProcessorTime, PARTS, type PartCost } from './processor-time.ts'

/** Bars P7 to P9: what functions weigh, and what processor time they take beside bare handlers. */
export async function benchFunctions(rounds: number, say: (line: string) => void): Promise<PartReport> {
  const bundles = await Promise.all(
    functionEntries.map(async (entry) => ({ entry, ...(await bundleFunction(entry)) })),
  )
  const { firstAnswers, parts, warmCalls } = await measureProcessorTime(rounds, say)
  return {
    figures: [
      ...bundles.map(({ entry, kilobytes }) => figureOf(bars.bundle, entry, kilobytes)),
      ...firstAnswers.map((each) =>
        figureOf(bars.firstAnswer, `première réponse, ${nameOf(each)}`, each.ratio),
      ),
      ...warmCalls.map((each) => figureOf(bars.warmCall, `appel à chaud, ${nameOf(each)}`, each.ratio)),
    ],
    tables: [
      {
        title: 'Fichier de chaque fonction (ko) et ce qui y prend le plus de place',
        head: ['fonction', 'ko', 'dont'],
        rows: bundles.map(({ entry, kilobytes, largest }) => [
          entry,
          kilobytes.toFixed(1),
          largest.map((part) => `${part.name} ${part.kilobytes.toFixed(0)}`).join(', '),
        ]),
      },
      comparison('Chargement et première réponse (ms de processeur)', 'GetItem seul', firstAnswers),
      costs(parts),
      comparison('Un appel à chaud (ms de processeur)', 'mêmes appels de la table', warmCalls),
    ],
  }
}

function comparison(title: string, yardstick: string, compared: readonly Compared[]): Table {
  return {
    title,
    head: ['fonction', 'la nôtre', yardstick, 'rapport'],
    rows: compared.map((each) => [
      nameOf(each),
      each.ours.toFixed(2),
      each.bare.toFixed(2),
      valueOf({ value: each.ratio, unit: '' }),
    ]),
  }
}

function costs(parts: readonly PartCost[]): Table {
  return {
    title: 'Ce que chaque partie ajoute au GetItem seul, première réponse (ms de processeur)',
    head: ['partie', 'GetItem seul', 'avec elle', 'rapport'],
    rows: parts.map(({ part, bare, withPart, ratio }) => [
      PARTS[part],
      bare.toFixed(2),
      withPart.toFixed(2),
      valueOf({ value: ratio, unit: '' }),
    ]),
  }
}

/** 'session, PUT /api/session/activity' */
function nameOf({ route }: Compared): string {
  const { capability, method, path } = routes[route]
  return `${capability}, ${method} ${path}`
}
