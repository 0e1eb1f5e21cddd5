import type { Browser } from '@playwright/test'
import { paperPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { chapterPages, publicPages } from '#shared/catalogue/pages.ts'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Figure } from '../limits.ts'
import { openPhone, openTab } from './phone.ts'
import { type Log, median } from './report.ts'
import { BARE } from './static-site.ts'

const [track, ...otherTracks] = TRACK_CODES
const SUBJECTS = subjectsPath(track)
const [theme] = Object.keys(chapterPages)
const CHAPTER = `${theme}/1`
const others = otherTracks.flatMap((code) => [`/${findTrack(code).slug}`, subjectsPath(code)])

/** Every public page, of one track only, with one chapter and one paper. */
export const PAGES = [
  ...publicPages.filter((path) => !others.includes(path)),
  CHAPTER,
  paperPath({ track, year: '2023', session: 'Normale' }),
]

/**
 * Seconds until a page was hydrated, and until a bare page was painted, before pages were made to show their content
 * first: measured on 2026-11-23 by this bench. Only their ratios are used.
 */
const BEFORE = {
  bare: 0.264,
  hydrated: new Map<string, number>([
    ['/', 1.58],
    [SUBJECTS, 1.79],
    [CHAPTER, 1.69],
  ]),
}

/**
 * Largest paint of the home pages of a WordPress and of a Ghost site beside a bare page with the words of ours, in
 * milliseconds, measured in one run in November 2026 under the same conditions. Only their ratios are used.
 */
const OTHER_SITES = { bare: 808, wordPress: 1_388, ghost: 1_752 }

/** After its hydration a page is watched for long tasks until then. */
const QUIET_MS = 1_000

/** One visit of a page that the browser has never seen. */
type Visit = {
  /** Milliseconds since the page was asked for. */
  largestPaint: number
  /** Until everything in the page's main part responds, in milliseconds. */
  hydrated: number
  /** What tasks took beyond 50 ms each, from the first paint on. Milliseconds. */
  blockingTime: number
  /** Bytes of scripts, as they travelled, that had arrived at the largest paint. */
  scriptBeforePaint: number
}

/** First visits of every public page, each beside the two static pages with its words, at `reference`. */
export async function measureFirstVisits(
  browser: Browser,
  { origin, reference, rounds, log }: { origin: string; reference: string; rounds: number; log: Log },
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of PAGES) {
    const visits: { ours: Visit; inlined: number; bare: number }[] = []
    // The first round warms the servers and the browser's cache of code, and is not counted.
    for (let round = 0; round <= rounds; round += 1) {
      const ours = await visit(browser, `${origin}${path}`)
      const inlined = await paintOf(browser, `${reference}${path}`)
      const bare = await paintOf(browser, `${reference}${BARE}${path}`)
      if (round > 0) visits.push({ ours, inlined, bare })
    }
    const middle = (of: (each: (typeof visits)[number]) => number) => median(visits.map(of))
    const paints = [middle((each) => each.ours.largestPaint), middle((each) => each.inlined)]
    const bareRatio = middle(({ ours, bare }) => ours.largestPaint / bare)
    const before = BEFORE.hydrated.get(path)
    const hydrated = middle(({ ours, bare }) => ours.hydrated / bare)
    figures.push(
      {
        limit: 'paintRatio',
        of: `${path}, ${paints.map(Math.round).join(' / ')} ms`,
        value: middle(({ ours, inlined }) => ours.largestPaint / inlined),
      },
      { limit: 'barePaintRatio', of: path, value: bareRatio },
      { limit: 'hydrated', of: path, value: middle(({ ours }) => ours.hydrated) / 1_000 },
      { limit: 'blockingTime', of: path, value: middle(({ ours }) => ours.blockingTime) },
      { limit: 'scriptBeforePaint', of: path, value: middle(({ ours }) => ours.scriptBeforePaint) },
    )
    if (before) figures.push({ limit: 'hydrationRatio', of: path, value: (hydrated * BEFORE.bare) / before })
    if (path === '/')
      figures.push(
        {
          limit: 'wordPressRatio',
          of: path,
          value: (bareRatio * OTHER_SITES.bare) / OTHER_SITES.wordPress,
        },
        { limit: 'ghostRatio', of: path, value: (bareRatio * OTHER_SITES.bare) / OTHER_SITES.ghost },
      )
    log(path)
  }
  return figures
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const phone = await openPhone(browser)
  try {
    const page = await openTab(phone)
    await page.addInitScript(MARK_HYDRATION)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForFunction(() => performance.getEntriesByName('hydrated').length > 0)
    await page.waitForTimeout(QUIET_MS)
    return await page.evaluate<Visit>(READ_TIMES)
  } finally {
    await phone.close()
  }
}

/** Milliseconds until the largest paint of a static page. */
async function paintOf(browser: Browser, url: string): Promise<number> {
  const phone = await openPhone(browser)
  try {
    const page = await openTab(phone)
    await page.goto(url, { waitUntil: 'load' })
    return await page.evaluate<number>(LARGEST_PAINT)
  } finally {
    await phone.close()
  }
}

/** Runs in the page, so it is text: the start of the largest paint so far. Waits for the first one, 10 s at most. */
export const LARGEST_PAINT = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('nothing was painted')), 10_000)
  new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
    .observe({ type: 'largest-contentful-paint', buffered: true })
})`

/**
 * Runs in the page before its scripts: a mark once React has taken over its root and the last element of its main part.
 * React keeps a node's fiber in a property whose name starts so.
 */
const MARK_HYDRATION = `(() => {
  const fiber = (node, name) => node && Object.entries(node).find(([key]) => key.startsWith(name))?.[1]
  const look = () => {
    const root = fiber(document.getElementById('root'), '__reactContainer$')
    const isRootHydrated = root && root.stateNode.current.memoizedState.isDehydrated !== true
    const last = document.querySelector('main')?.querySelector(':scope *:last-child:not(:has(*))')
    if (isRootHydrated && fiber(last, '__reactFiber$')) performance.mark('hydrated')
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** Runs in the page: what the browser has recorded since the page was opened. */
const READ_TIMES = `(async () => {
  const recorded = (type) => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type, buffered: true })
    return observer.takeRecords()
  }
  const largestPaint = await ${LARGEST_PAINT}
  const [{ startTime: firstPaint }] = performance.getEntriesByName('first-contentful-paint')
  const [{ startTime: hydrated }] = performance.getEntriesByName('hydrated')
  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0)
  return {
    largestPaint,
    hydrated,
    blockingTime: sum(recorded('longtask').filter((task) => task.startTime >= firstPaint).map((task) => task.duration - 50)),
    scriptBeforePaint: sum(performance.getEntriesByType('resource')
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= largestPaint)
      .map(({ encodedBodySize }) => encodedBodySize)),
  }
})()`
