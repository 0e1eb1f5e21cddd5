import type { Browser, CDPSession } from '@playwright/test'

/** What one visit of a page, with nothing kept from before, was like. Times in ms since it was asked for. */
export type Visit = {
  largestPaint: number
  /** Sum of the layout shifts. */
  layoutShift: number
  /** What tasks took beyond 50 ms each, from the first paint on. */
  blockingTime: number
  /** Packed bytes of scripts that had arrived when the largest paint came. */
  scriptBytesBeforePaint: number
  /** Packed bytes of all scripts until the page was quiet. */
  scriptBytes: number
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
  scripts: { end: number; url: string }[]
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
    const sizes = scriptSizes(session)
    await page.addInitScript(RECORDER)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(QUIET_MS)
    const { scripts, blocking, ...recorded } = await page.evaluate<Recorded>('window.readRecord()')
    const sizeOf = (chosen: Recorded['scripts']) =>
      chosen.reduce((sum, script) => sum + (sizes.get(script.url) ?? 0), 0)
    return {
      ...recorded,
      scriptBytesBeforePaint: sizeOf(scripts.filter(({ end }) => end <= recorded.largestPaint)),
      scriptBytes: [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0),
      requestsBeforePaint: 1 + blocking,
    }
  } finally {
    await context.close()
  }
}

/** The packed bytes of each script, without the answer's head, by its address. */
function scriptSizes(session: CDPSession): Map<string, number> {
  const urls = new Map<string, string>()
  const sizes = new Map<string, number>()
  const heads = new Map<string, number>()
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    if (type === 'Script' || response.mimeType === 'text/javascript') urls.set(requestId, response.url)
    heads.set(requestId, response.encodedDataLength)
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId)
    if (url) sizes.set(url, encodedDataLength - (heads.get(requestId) ?? 0))
  })
  return sizes
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
      scripts: fetched.filter((entry) => /\\.js$/.test(new URL(entry.name).pathname)).map((entry) => ({ end: entry.responseEnd, url: entry.name })),
      blocking: fetched.filter((entry) => entry.renderBlockingStatus === 'blocking').length,
    }
  }
})()`
