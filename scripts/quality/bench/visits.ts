import type { Browser, BrowserContext, Page } from '@playwright/test'
import { paperPath, subjectsPath } from '#shared/catalogue/page-path.ts'
import { chapterPages, publicPages } from '#shared/catalogue/pages.ts'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Figure } from '../limits.ts'
import { type Log, measureRounds, median } from './report.ts'

const [track, ...otherTracks] = TRACK_CODES
const SUBJECTS = subjectsPath(track)
const others = otherTracks.flatMap((code) => [`/${findTrack(code).slug}`, subjectsPath(code)])

/** Every public page, of one track only, with one chapter and one paper. */
export const PAGES = [
  ...publicPages.filter((path) => !others.includes(path)),
  `${Object.keys(chapterPages)[0]}/1`,
  paperPath({ track, year: '2023', session: 'Normale' }),
]

/** After its hydration a page is watched for long tasks until then. */
const QUIET_MS = 1_000

/** One visit of a page that the browser has never seen. Times are milliseconds since the page was requested. */
type Visit = {
  largestPaint: number
  hydrated: number
  /** Sum of what tasks took beyond 50 ms each, from the first paint on. Milliseconds. */
  blockingTime: number
  /** Bytes of scripts, as they travelled, that had arrived at the largest paint. */
  scriptBeforePaint: number
}

export type VisitOptions = { origin: string; reference: string; rounds: number; log: Log }

/** Each beside the static page at `reference`. */
export async function measureVisits(browser: Browser, options: VisitOptions): Promise<Figure[]> {
  const { origin, reference, rounds, log } = options
  const figures: Figure[] = []
  for (const path of PAGES) {
    const visits = await measureRounds(rounds, async () => ({
      ours: await visit(browser, `${origin}${path}`),
      plain: await paintOf(browser, [`${reference}${path}`]),
    }))
    const middle = (of: (each: (typeof visits)[number]) => number) => median(visits.map(of))
    const paints = [middle(({ ours }) => ours.largestPaint), middle(({ plain }) => plain)]
    figures.push(
      {
        limit: 'paintRatio',
        of: `${path}, ${paints.map(Math.round).join(' / ')} ms`,
        value: middle(({ ours, plain }) => ours.largestPaint / plain),
      },
      { limit: 'hydrated', of: path, value: middle(({ ours }) => ours.hydrated) / 1_000 },
      { limit: 'blockingTime', of: path, value: middle(({ ours }) => ours.blockingTime) },
      { limit: 'scriptBeforePaint', of: path, value: middle(({ ours }) => ours.scriptBeforePaint) },
    )
    log(path)
  }
  return [...figures, await measureSecondVisits(browser, options)]
}

async function measureSecondVisits(
  browser: Browser,
  { origin, reference, rounds, log }: VisitOptions,
): Promise<Figure> {
  const visits = await measureRounds(rounds, async () => ({
    ours: await paintOf(browser, [`${origin}${SUBJECTS}`, `${origin}${SUBJECTS}`]),
    plain: await paintOf(browser, [`${reference}${SUBJECTS}`, `${reference}${SUBJECTS}`]),
  }))
  log('second visits')
  return {
    limit: 'secondVisitRatio',
    of: `${SUBJECTS}, ${Math.round(median(visits.map(({ ours }) => ours)))} ms`,
    value: median(visits.map(({ ours, plain }) => ours / plain)),
  }
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

/** Each visit is made once the caches of the one before are filled. */
async function paintOf(browser: Browser, urls: readonly string[]): Promise<number> {
  const phone = await openPhone(browser, urls.length > 1 ? 'allow' : 'block')
  try {
    let paint = Number.NaN
    for (const [index, url] of urls.entries()) {
      const page = await openTab(phone)
      await page.goto(url, { waitUntil: 'load' })
      paint = await page.evaluate<number>(LARGEST_PAINT)
      if (index < urls.length - 1) await untilKept(page)
      await page.close()
    }
    return paint
  } finally {
    await phone.close()
  }
}

/** Waits until a page's service worker is at work and has cached it; a page without scripts has none. */
async function untilKept(page: Page): Promise<void> {
  if ((await page.locator('script[type="module"]').count()) === 0) return
  await page.evaluate(KEPT)
}

/** Runs in the page, so it is text: looks until its service worker controls it and has cached it, 20 s at most. */
const KEPT = `(async () => {
  while (!navigator.serviceWorker.controller || !(await caches.match(location.pathname))) {
    if (performance.now() > 20_000) throw new Error('the service worker has not kept the page')
    await new Promise((done) => setTimeout(done, 50))
  }
})()`

/** Runs in the page: the start of the largest paint so far. Waits for the first one, 10 s at most. */
const LARGEST_PAINT = `new Promise((resolve, reject) => {
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

/** Slow 4G as browsers' tools define it: latency in milliseconds, rates in bytes a second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER_PROCESSOR = 4
const SCREEN = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** Opens a cheap phone with an empty cache. Without service workers every visit is a first one. */
export async function openPhone(
  browser: Browser,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<BrowserContext> {
  return browser.newContext({ ...SCREEN, serviceWorkers, locale: 'fr-FR' })
}

export async function openTab(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage()
  const session = await phone.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  return page
}
