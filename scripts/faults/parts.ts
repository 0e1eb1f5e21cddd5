import { DEVICES } from '#functions/test-support/one-session.ts'
import { type Figure, figureOf } from '#scripts/quality/bench/figure.ts'
import type { Table } from '#scripts/quality/bench/terminal.ts'
import { bars } from './bars.ts'
import { testBrowser } from './browser/browser-test.ts'
import { testCrashes } from './crash/crash-test.ts'
import { testLease } from './lease/lease-test.ts'
import { testReplays } from './replay/twenty-times.ts'
import { testRestore } from './restore/restore-test.ts'
import { ATTEMPTS_AT_MOST, type Played, testServices } from './services/services-test.ts'

/** What can be played, in this order. */
export const PARTS = ['lease', 'crash', 'replay', 'faults', 'browser', 'restore'] as const
export type Part = (typeof PARTS)[number]

export type PartOptions = {
  isLong: boolean
  /** In place of the form's own; null: those. */
  rounds: number | null
  items: number | null
  /** The same one draws the same changes, moments and faults. */
  seed: string
  say: (text: string) => void
}

export type PartReport = { figures: Figure[]; table: Table; faults: string[] }

/** How much each form plays. */
const ROUNDS = {
  lease: { short: 10, long: 200 },
  crash: { short: 10, long: 100 },
  replay: { short: 1, long: 5 },
  faults: { short: 1, long: 5 },
}
const HISTORIES = { short: 30, long: 300 }
const ITEMS = { short: 5_000, long: 100_000 }
const PERCENTS = [1, 10, 100]

export const playPart: Record<Part, (options: PartOptions) => Promise<PartReport>> = {
  async lease({ isLong, rounds, say }) {
    const form = isLong ? 'long' : 'short'
    const report = await testLease({ rounds: rounds ?? ROUNDS.lease[form], histories: HISTORIES[form] }, say)
    const { faults } = report
    return {
      figures: [
        figureOf(bars.lease, `tours sans un seul gagnant (${report.rounds} joués)`, faults.rounds.length),
        figureOf(bars.lease, `limites de 60 s mal tenues (${report.boundaries})`, faults.boundaries.length),
        figureOf(bars.lease, `historiques contre la règle (${report.histories})`, faults.histories.length),
      ],
      table: counts('Une session par compte', [
        [`tours de ${DEVICES} demandes à la fois`, report.rounds],
        ['gagnants', report.winners],
        ['refus SESSION_ALREADY_ACTIVE', report.refusals],
        ['limites autour de 60 s', report.boundaries],
        ['historiques de trois appareils', report.histories],
      ]),
      faults: Object.values(faults).flat(),
    }
  },

  async crash({ isLong, rounds, seed, say }) {
    const wanted = rounds ?? ROUNDS.crash[isLong ? 'long' : 'short']
    const { figures, faults } = await testCrashes({ rounds: wanted, seed, say })
    return {
      figures: [
        figureOf(bars.crash, `orphelins (${figures.rounds} tours, ${figures.kills} arrêts)`, faults.length),
        figureOf(
          bars.crash,
          `changements confirmés sans entrée (${figures.acknowledged})`,
          figures.acknowledged - figures.found,
        ),
      ],
      table: counts('Processus tués pendant des changements', [
        ['tours', figures.rounds],
        ['processus tués', figures.kills],
        ['changements envoyés', figures.sent],
        ['changements confirmés', figures.acknowledged],
        ["changements retrouvés avec leur entrée d'audit", figures.found],
        ['faits, réponse perdue', figures.unacknowledged],
        ["entrées d'audit", figures.entries],
        ['repris avec Cognito', figures.resumed],
        ['mots de recherche périmés', figures.staleHints],
        ['orphelins', faults.length],
      ]),
      faults,
    }
  },

  async replay({ isLong, rounds, say }) {
    const wanted = rounds ?? ROUNDS.replay[isLong ? 'long' : 'short']
    const { changes, calls, entries, faults } = await testReplays(wanted, say)
    return {
      figures: [
        figureOf(bars.replay, `changements sans un seul effet (${changes} × 20)`, faults.length),
        figureOf(bars.replay, "entrées d'audit de trop ou de moins", Math.abs(entries - changes)),
      ],
      table: counts('Chaque changement vingt fois à la fois', [
        ['changements', changes],
        ['appels', calls],
        ["entrées d'audit", entries],
      ]),
      faults,
    }
  },

  async faults({ isLong, rounds, seed, say }) {
    const spreads = rounds ?? ROUNDS.faults[isLong ? 'long' : 'short']
    const played = await testServices({ percents: PERCENTS, spreads, seed, say })
    return { figures: serviceFigures(played), table: serviceTable(played), faults: serviceFaults(played) }
  },

  async browser() {
    const { passed, failed } = await testBrowser()
    return {
      figures: [figureOf(bars.browser, `histoires manquées (${passed + failed} jouées)`, failed)],
      table: counts('Page hors ligne, endormie, jeton expiré', [
        ['histoires réussies', passed],
        ['histoires manquées', failed],
      ]),
      faults: failed === 0 ? [] : [`${failed} stories failed`],
    }
  },

  async restore({ isLong, items, say }) {
    const { figures, faults } = await testRestore(items ?? ITEMS[isLong ? 'long' : 'short'], say)
    const { before, after } = figures
    return {
      figures: [
        figureOf(bars.restore, `éléments en plus ou en moins (${before.items})`, after.items - before.items),
        figureOf(bars.restore, 'sommes de contrôle différentes', Number(before.checksum !== after.checksum)),
        figureOf(bars.restore, 'autres écarts', faults.length),
      ],
      table: counts('Sauvegarde, effacement, restauration', [
        ['éléments', before.items],
        ['sauvegarde, Mo compressés', Math.round(figures.bytes / 1e5) / 10],
        ['sauvegarde, s', Math.round(figures.backupSeconds)],
        ['sauvegardes tuées en chemin', figures.backupKills],
        ['restauration et comparaison, s', Math.round(figures.restoreSeconds)],
        ['restaurations tuées en chemin', figures.restoreKills],
      ]),
      faults,
    }
  },
}

function counts(title: string, rows: Table['rows']): Table {
  return { title, head: ['', 'nombre'], rows }
}

const SYSTEM_NAMES = { table: 'table', users: 'Cognito', drive: 'Drive' } as const
const KIND_NAMES = {
  throttle: 'limitation',
  conflict: 'conflits',
  error: 'erreurs 500',
  reset: 'coupures',
  slow: 'lenteur',
} as const

function serviceFigures(played: readonly Played[]): Figure[] {
  const calls = played.reduce((sum, each) => sum + each.calls, 0)
  const longest = (of: 'longestMs' | 'longestWorkMs') => Math.max(...played.map((each) => each[of]))
  const found = (kind: Played['findings'][number]['kind']) =>
    played.flatMap(({ findings }) => findings).filter((finding) => finding.kind === kind).length
  return [
    figureOf(bars.longestAnswer, `réponse la plus longue (${calls} appels)`, longest('longestMs')),
    figureOf(bars.longestWork, 'réponse la plus longue, import et synchronisation', longest('longestWorkMs')),
    figureOf(bars.faults, 'réponses trop tardives', found('late')),
    figureOf(bars.faults, 'accès ouverts', found('opened')),
    figureOf(bars.faults, 'faux succès, changements à moitié faits', found('state')),
    figureOf(bars.faults, 'réponses hors du contrat ou bavardes', found('said')),
    figureOf(bars.faults, 'appels répétés plus que permis', found('attempts')),
  ]
}

function serviceTable(played: readonly Played[]): Table {
  const { table, users, drive } = ATTEMPTS_AT_MOST
  return {
    title: `Services en panne ; essais permis : table ${table}, Cognito ${users}, Drive ${drive}`,
    head: [
      'service',
      'panne',
      '%',
      'appels',
      'répondus',
      'écartés',
      'refusés',
      'touchés',
      'essais',
      'ms',
      '',
    ],
    rows: played.map((each) => [
      SYSTEM_NAMES[each.system],
      KIND_NAMES[each.kind],
      each.percent,
      each.calls,
      each.answered,
      each.barred,
      each.refused,
      each.blows,
      each.mostAttempts,
      Math.round(each.longestMs),
      each.findings.length === 0 ? '' : `${each.findings.length} FAUTES`,
    ]),
  }
}

function serviceFaults(played: readonly Played[]): string[] {
  return played.flatMap(({ system, kind, percent, findings }) =>
    findings.map((finding) => `${system} ${kind} ${percent} %, ${finding.kind}: ${finding.text}`),
  )
}
