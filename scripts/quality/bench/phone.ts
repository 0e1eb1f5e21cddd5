import type { Browser, BrowserContext, Page } from '@playwright/test'

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

/** Opens a tab with a slow network and processor from its first request on. */
export async function openTab(phone: BrowserContext): Promise<Page> {
  const page = await phone.newPage()
  const session = await phone.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW_4G)
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER_PROCESSOR })
  return page
}
