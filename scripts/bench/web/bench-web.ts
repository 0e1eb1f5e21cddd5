import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '#scripts/checks/chromium.ts'
import { serveVersion, VERSIONS, type Version } from './versions.ts'
import { type Visit, visit } from './visit.ts'

/** The pages that the bars name. */
export const PAGES = { home: '/', chapter: '/science-math/ondes/1', subjects: '/sujets-bac/sm' } as const
export type PageName = keyof typeof PAGES

/** Medians of a page's visits, by its form. */
export type PageFigures = Record<Version, Visit>

/**
 * Visits each page in its three forms, one form after the other in each round, so that a slow moment of the machine meets
 * all of them.
 * @param origin of a running local mode
 */
export async function benchWeb(
  origin: string,
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<Record<PageName, PageFigures>> {
  const servers = await Promise.all(VERSIONS.map((version) => serveVersion(version, origin)))
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const entries: [PageName, PageFigures][] = []
    for (const [name, path] of Object.entries(PAGES) as [PageName, string][]) {
      const urls = servers.map(({ port }) => `http://localhost:${port}${path}`)
      entries.push([name, await compare(browser, urls, rounds)])
      say(`${name}: ${rounds} rounds`)
    }
    return Object.fromEntries(entries) as Record<PageName, PageFigures>
  } finally {
    await browser.close()
    await Promise.all(servers.map((server) => server.close()))
  }
}

async function compare(browser: Browser, urls: readonly string[], rounds: number): Promise<PageFigures> {
  const visits: Record<Version, Visit[]> = { ours: [], static: [], client: [] }
  // The first round warms the browser's own caches of code and the servers; it is not counted.
  for (let round = 0; round <= rounds; round += 1)
    for (const [index, version] of VERSIONS.entries()) {
      const seen = await visit(browser, urls[index] as string)
      if (round > 0) visits[version].push(seen)
    }
  return { ours: medians(visits.ours), static: medians(visits.static), client: medians(visits.client) }
}

function medians(visits: readonly Visit[]): Visit {
  const [first] = visits
  if (!first) throw new Error('No visit')
  const names = Object.keys(first) as (keyof Visit)[]
  return Object.fromEntries(names.map((name) => [name, median(visits.map((each) => each[name]))])) as Visit
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
