import type { Browser } from '@playwright/test'
import { bytesOf, receivedScripts } from './received-scripts.ts'

/** What one visit of a page, with nothing kept from before, was like. Times in ms since it was asked for. */
export type Visit = {
  largestPaint: number
  /** Sum of the layout shifts. */
  layoutShift: number
  /** What tasks took beyond 50 ms each, from the first paint on. */
  blockingTime: number
  /** Bytes of scripts, gzipped, that had arrived when the largest paint came. */
  scriptBytesBeforePaint: number
  /** Bytes of all scripts, gzipped, until the page was quiet. */
  scriptBytes: number
  /** Of these, what belongs to the account service's library and to the PDF viewer's. */
  accountBytes: number
  viewerBytes: number
  /** The page itself and what holds back its first paint. */
  requestsBeforePaint: number
}

/** Slow 4G, as browsers' tools name it: 150 ms there and back, 1.6 Mbit/s down, 0.75 up; a processor of a quarter's speed. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const SLOWER_PROCESSOR = 4

/** Long tasks may come until here; also the time for all that the page fetches when idle. */
const QUIET_MS = 3_000

/** A phone of 360 px. */
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true }

/** What the page's own recorder gathers. */
type Recorded = Pick<Visit, 'largestPaint' | 'layoutShift' | 'blockingTime'> & {
  scripts: { end: number; file: string }[]
  blocking: number
}

/** Opens a page in a browser that has never been there. Service workers stay off: they would fetch beside it. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    await session.send('Network.emulateNetworkConditions', SLOW_4G)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
    const received = receivedScripts(page)
    await page.addInitScript(RECORDER)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    const { scripts, blocking, ...recorded } = await page.evaluate<Recorded>('window.readRecord()')
    const all = await received.read()
    const early = scripts.filter(({ end }) => end <= recorded.largestPaint).map(({ file }) => file)
    return {
      ...recorded,
      scriptBytesBeforePaint: bytesOf(all.filter(({ file }) => early.includes(file))),
      scriptBytes: bytesOf(all),
      accountBytes: bytesOf(all.filter(({ isOf }) => isOf === 'account service')),
      viewerBytes: bytesOf(all.filter(({ isOf }) => isOf === 'PDF viewer')),
      requestsBeforePaint: 1 + blocking,
    }
  } finally {
    await context.close()
  }
}

/** Runs in the page before anything of it. Text, since it is no part of this program. */
const RECORDER = `(() => {
  let largestPaint = 0, layoutShift = 0, firstPaint = Infinity
  const tasks = []
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('largest-contentful-paint', (entry) => { largestPaint = entry.startTime })
  watch('layout-shift', (entry) => { if (!entry.hadRecentInput) layoutShift += entry.value })
  watch('paint', (entry) => { firstPaint = Math.min(firstPaint, entry.startTime) })
  watch('longtask', (entry) => tasks.push(entry))
  window.readRecord = () => {
    const fetched = performance.getEntriesByType('resource')
    return {
      largestPaint,
      layoutShift,
      blockingTime: tasks.filter((task) => task.startTime >= firstPaint).reduce((sum, task) => sum + task.duration - 50, 0),
      scripts: fetched.filter((entry) => /\\.js$/.test(new URL(entry.name).pathname)).map((entry) => ({ end: entry.responseEnd, file: entry.name.split('/').at(-1) })),
      blocking: fetched.filter((entry) => entry.renderBlockingStatus === 'blocking').length,
    }
  }
})()`
