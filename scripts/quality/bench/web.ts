import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { type Browser, chromium } from '@playwright/test'
import { startLocalCloud } from '#scripts/local/local-cloud.ts'
import { optionsFrom } from '#scripts/local/options.ts'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { chapterPages, publicPages } from '#shared/catalogue/pages.ts'
import { tracks } from '#shared/catalogue/tracks.ts'
import { ensureChromium } from '../checks/chromium.ts'
import type { Figure, LimitName } from '../limits.ts'
import { openPhone, openTab } from './phone.ts'
import { type Log, median } from './report.ts'
import { startStaticSite } from './static-site.ts'

const others = tracks.slice(1).flatMap(({ code, slug }) => [`/${slug}`, subjectsPath(code)])
const [theme] = Object.keys(chapterPages)
/** Every public page, of one track only and with one chapter. */
const PAGES = [...publicPages.filter((path) => !others.includes(path)), `${theme}/1`]

/** Beside a running `npm start` and the browser tests. */
const PRODUCT = { PORT: '3140', DATA_DIR: '.local/bench-web' }
const STATIC_PORT = 3150

/** Long tasks may come until here. */
const QUIET_MS = 3_000

/** One visit of a page that the browser has never seen. */
type Visit = {
  /** Milliseconds since the page was asked for. */
  largestPaint: number
  /** What tasks took beyond 50 ms each, from the first paint on. Milliseconds. */
  blockingTime: number
  /** Bytes of scripts, as they travelled, that had arrived at the largest paint. */
  scriptBeforePaint: number
}

/**
 * Time until `npm start` is ready; visits of every public page beside a static page of the same HTML with its styles
 * inlined; and what the browser tests count, which run as part of it.
 */
export async function measureWeb(rounds: number, log: Log): Promise<Figure[]> {
  const start = performance.now()
  const product = await startLocalCloud(optionsFrom(PRODUCT, { reset: true, watch: false }))
  const seconds = (performance.now() - start) / 1_000
  const reference = await startStaticSite(product.url, PAGES, STATIC_PORT)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  const figures: Figure[] = [{ limit: 'startTime', of: 'packages present', value: seconds }]
  try {
    for (const path of PAGES) {
      const ours: Visit[] = []
      const plain: Visit[] = []
      // The first round warms the servers and the browser's cache of code, and is not counted.
      for (let round = 0; round <= rounds; round += 1) {
        const pair = [
          await visit(browser, `${product.url}${path}`),
          await visit(browser, `http://localhost:${STATIC_PORT}${path}`),
        ] as const
        if (round > 0) ours.push(pair[0])
        if (round > 0) plain.push(pair[1])
      }
      const middle = (visits: readonly Visit[], name: keyof Visit) => median(visits.map((each) => each[name]))
      const paints = [ours, plain].map((visits) => Math.round(middle(visits, 'largestPaint')))
      const ratios = ours.map((each, round) => each.largestPaint / (plain[round]?.largestPaint ?? Number.NaN))
      figures.push(
        { limit: 'paintRatio', of: `${path}, ${paints.join(' / ')} ms`, value: median(ratios) },
        { limit: 'blockingTime', of: path, value: middle(ours, 'blockingTime') },
        { limit: 'scriptBeforePaint', of: path, value: middle(ours, 'scriptBeforePaint') },
      )
      log(path)
    }
  } finally {
    await browser.close()
    reference.close()
    await product.stop()
  }
  log('browser tests')
  return [...figures, ...(await countInBrowserTests())]
}

async function visit(browser: Browser, url: string): Promise<Visit> {
  const phone = await openPhone(browser)
  try {
    const page = await openTab(phone)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    return await page.evaluate<Visit>(READ_TIMES)
  } finally {
    await phone.close()
  }
}

/** Runs in the page, so it is text: what the browser has recorded since the page was opened. */
const READ_TIMES = `(() => {
  const recorded = (type) => {
    const observer = new PerformanceObserver(() => {})
    observer.observe({ type, buffered: true })
    return observer.takeRecords()
  }
  const largestPaint = recorded('largest-contentful-paint').at(-1).startTime
  const [{ startTime: firstPaint }] = performance.getEntriesByName('first-contentful-paint')
  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0)
  return {
    largestPaint,
    blockingTime: sum(recorded('longtask').filter((task) => task.startTime >= firstPaint).map((task) => task.duration - 50)),
    scriptBeforePaint: sum(performance.getEntriesByType('resource')
      .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith('.js') && responseEnd <= largestPaint)
      .map(({ encodedBodySize }) => encodedBodySize)),
  }
})()`

/** What web/e2e/budgets.spec.ts attaches to its tests: bytes, requests, layout shifts and calls. */
const COUNTED: LimitName[] = [
  'homeScript',
  'pageScript',
  'pageScriptSignedIn',
  'amplifyUnasked',
  'viewerUnasked',
  'requestsBeforeContent',
  'layoutShift',
  'callsPerHour',
]

async function countInBrowserTests(): Promise<Figure[]> {
  const child = spawn('playwright', ['test', 'budgets', '--reporter=json'], {
    env: { ...process.env, CHROMIUM_PATH: ensureChromium() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const report = await text(child.stdout)
  // The report repeats the annotations of a test in its result.
  const attached = new Set<string>()
  JSON.parse(
    report.slice(report.indexOf('{')),
    (_, value: { type?: string; description?: string } | null) => {
      if (value?.type === 'figure') attached.add(value.description ?? '')
      return value
    },
  )
  const figures = [...attached].map((description) => JSON.parse(description) as Figure)
  const missing = COUNTED.filter((name) => figures.every(({ limit }) => limit !== name))
  return [...figures, ...missing.map((limit) => ({ limit, of: 'not measured', value: Number.NaN }))]
}
