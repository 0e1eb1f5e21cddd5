import type { Table } from './report.ts'
import { PAGE_NAMES, type PageFigures, type PageName, type WebReport } from './web/bench-web.ts'
import type { Version } from './web/versions.ts'

const VERSION_NAMES: Record<Version, string> = {
  ours: 'la nôtre',
  static: 'le même HTML, sans script',
  client: 'le même site, dessiné par ses scripts',
}

/** The visits of each page in its three forms, as rows. */
export function webTables(pages: WebReport['tables'], rounds: number): Table[] {
  const named = Object.entries(pages) as [PageName, PageFigures][]
  return named.map(([name, versions]) => ({
    title: `Page ${PAGE_NAMES[name]}, médianes de ${rounds} visites (ms, octets compressés)`,
    head: [
      '',
      'plus grande peinture',
      'décalage',
      'temps bloqué',
      'script avant',
      'script',
      'requêtes avant',
    ],
    rows: (Object.keys(VERSION_NAMES) as Version[]).map((version) => rowOf(version, versions)),
  }))
}

function rowOf(version: Version, versions: PageFigures): Table['rows'][number] {
  const visit = versions[version]
  return [
    VERSION_NAMES[version],
    Math.round(visit.largestPaint),
    visit.layoutShift,
    Math.round(visit.blockingTime),
    visit.scriptBytesBeforePaint,
    visit.scriptBytes,
    visit.requestsBeforePaint,
  ]
}
