import { type Browser, chromium } from '@playwright/test'
import { ensureChromium } from '#scripts/quality/checks/chromium.ts'
import { bars } from '../bars.ts'
import { type Bar, type Figure, figureOf } from '../figure.ts'
import { median } from '../median.ts'
import { type SignedInFigures, visitSignedIn } from './signed-in.ts'
import { serveVersion, VERSIONS, type Version } from './versions.ts'
import { type Visit, visit } from './visit.ts'

/** The pages that the bars name. */
export const PAGES = { home: '/', chapter: '/science-math/ondes/1', subjects: '/sujets-bac/sm' } as const
export type PageName = keyof typeof PAGES

/** As the terminal calls them. */
export const PAGE_NAMES: Record<PageName, string> = {
  home: 'accueil',
  chapter: 'chapitre',
  subjects: 'sujets',
}

/** What a page's visits were like, by its form: medians, and the median of the rounds' ratios to the static page. */
export type PageFigures = Record<Version, Visit & { paintRatio: number }>

export type WebReport = { tables: Record<PageName, PageFigures>; figures: Figure[] }

/**
 * Bars P1 to P6 and P14. Visits each page in its three forms, one form after the other in each round, so that a slow
 * moment of the machine meets all of them; then signed in, where bytes and calls are counted and no time is.
 * @param origin of a running local mode
 */
export async function benchWeb(
  origin: string,
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<WebReport> {
  const servers = await Promise.all(VERSIONS.map((version) => serveVersion(version, origin)))
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const entries: [PageName, PageFigures][] = []
    for (const [name, path] of Object.entries(PAGES) as [PageName, string][]) {
      const urls = servers.map(({ port }) => `http://localhost:${port}${path}`)
      entries.push([name, await compare(browser, urls, rounds)])
      say(`${PAGE_NAMES[name]} : ${rounds} visites`)
    }
    const tables = Object.fromEntries(entries) as Record<PageName, PageFigures>
    const signedIn = await visitSignedIn(browser, origin, [PAGES.chapter, PAGES.subjects])
    say('élève connecté : une heure')
    return { tables, figures: figuresOf(tables, signedIn) }
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
  const summaryOf = (own: readonly Visit[]) => ({
    ...medians(own),
    paintRatio: median(
      own.map(({ largestPaint }, round) => largestPaint / (visits.static[round]?.largestPaint ?? Number.NaN)),
    ),
  })
  return {
    ours: summaryOf(visits.ours),
    static: summaryOf(visits.static),
    client: summaryOf(visits.client),
  }
}

function medians(visits: readonly Visit[]): Visit {
  const [first] = visits
  if (!first) throw new Error('No visit')
  const names = Object.keys(first) as (keyof Visit)[]
  return Object.fromEntries(names.map((name) => [name, median(visits.map((each) => each[name]))])) as Visit
}

function figuresOf(tables: WebReport['tables'], signedIn: SignedInFigures): Figure[] {
  const { home, chapter, subjects } = tables
  const onEach = (bar: Bar, what: string, valueOf: (visit: Visit) => number) =>
    (Object.keys(PAGES) as PageName[]).map((page) =>
      figureOf(bar, `${PAGE_NAMES[page]}, ${what}`, valueOf(tables[page].ours)),
    )
  const { scriptBytes, callsPerHour } = signedIn
  const signedInBytes = (page: PageName) => kilobytes(scriptBytes[PAGES[page]] ?? Number.NaN)
  const paint = 'plus grande peinture / page statique'
  return [
    figureOf(
      bars.scriptBeforePaint,
      'accueil, script avant la plus grande peinture',
      home.ours.scriptBytesBeforePaint,
    ),
    figureOf(bars.homeScript, 'accueil, script', kilobytes(home.ours.scriptBytes)),
    figureOf(bars.accountScriptUnasked, 'accueil, Amplify sans connexion', home.ours.accountBytes),
    figureOf(bars.pageScriptAnonymous, 'chapitre, script', kilobytes(chapter.ours.scriptBytes)),
    figureOf(bars.pageScriptAnonymous, 'sujets, script', kilobytes(subjects.ours.scriptBytes)),
    figureOf(bars.pageScriptSignedIn, 'chapitre, script, connecté', signedInBytes('chapter')),
    figureOf(bars.pageScriptSignedIn, 'sujets, script, connecté', signedInBytes('subjects')),
    ...onEach(bars.viewerScriptUnasked, 'PDF.js sans document ouvert', ({ viewerBytes }) => viewerBytes),
    ...onEach(bars.requestsBeforeContent, 'requêtes avant le contenu', (seen) => seen.requestsBeforePaint),
    figureOf(bars.homePaint, `accueil, ${paint}`, hundredths(home.ours.paintRatio)),
    figureOf(bars.chapterPaint, `chapitre, ${paint}`, hundredths(chapter.ours.paintRatio)),
    ...onEach(bars.layoutShift, 'décalage de la mise en page', ({ layoutShift }) => layoutShift),
    ...onEach(bars.blockingTime, 'temps bloqué', ({ blockingTime }) => Math.round(blockingTime)),
    figureOf(bars.callsPerHour, "appels d'une page ouverte par heure", callsPerHour),
  ]
}

function kilobytes(bytes: number): number {
  return hundredths(bytes / 1000)
}

/** Rounded up, so that a bar that is passed by a hair looks passed. */
function hundredths(value: number): number {
  return Math.ceil(value * 100) / 100
}
