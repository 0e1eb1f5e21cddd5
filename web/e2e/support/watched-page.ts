import type { Page } from '@playwright/test'
import { type ReceivedScript, receivedScripts } from './received-scripts.ts'

/** What a visit was like; times play no part in it. */
export type Watched = {
  /** Sum of the layout shifts. */
  layoutShift: number
  /** The page itself, and what its first paint waits for. */
  requestsBeforeContent: number
  /** Files of scripts that were asked for before the style was there. */
  early: string[]
  scripts: ReceivedScript[]
}

type Recorded = Omit<Watched, 'scripts'>

/**
 * Watches a page from its next opening on, and what each opening is like; pages must have no service worker. Scripts are
 * those of all openings together.
 */
export async function watchedPage(page: Page): Promise<{ read: () => Promise<Watched> }> {
  const scripts = receivedScripts(page)
  await page.addInitScript(() => {
    const watch = Object.assign(window, { layoutShift: 0 })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
        watch.layoutShift += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  return {
    async read() {
      await page.waitForLoadState('networkidle')
      const recorded = await page.evaluate<Recorded>(() => {
        const fetched = performance.getEntriesByType('resource') as (PerformanceResourceTiming & {
          renderBlockingStatus: string
        })[]
        const blocking = fetched.filter((entry) => entry.renderBlockingStatus === 'blocking')
        const sheets = fetched.filter(({ name }) => name.endsWith('.css'))
        const styleCame = Math.max(...sheets.map(({ responseEnd }) => responseEnd))
        return {
          layoutShift: (window as unknown as { layoutShift: number }).layoutShift,
          requestsBeforeContent: 1 + blocking.length,
          early: fetched
            .filter(({ name, startTime }) => name.endsWith('.js') && startTime < styleCame)
            .map(({ name }) => name),
        }
      })
      return { ...recorded, scripts: await scripts.read() }
    },
  }
}
