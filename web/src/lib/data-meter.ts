import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { endAll } from '#web/lib/listen.ts'
import { onWorkerMessage } from '#web/lib/loading/when-idle.ts'
import { browserStorage } from './browser-storage.ts'
import { serverNow } from './server-clock.ts'

/** Key under which this device stores what the site has cost it in a month; it says nothing about an account. */
const KEY = 'revision.transferred'

/** Message of the service worker about its own requests, which pages cannot see. */
type Message = { type: 'TRANSFERRED'; bytes: number }

/** Returns the bytes that this device has transferred since the month began in Morocco, as far as they were counted. */
export function transferredThisMonth(now = new Date(serverNow())): number {
  const [month, bytes] = (browserStorage.getItem(KEY) ?? '').split(' ')
  return month === monthOf(now) ? Number(bytes) || 0 : 0
}

export function addTransferred(bytes: number, now = new Date(serverNow())): void {
  if (bytes <= 0) return
  browserStorage.setItem(KEY, `${monthOf(now)} ${transferredThisMonth(now) + Math.round(bytes)}`)
}

/** True once the requests from before the first call have been counted. */
let isBegun = false

/**
 * Counts what this page, from its first request on, and its service worker receive from the site. What comes from a
 * cache counts nothing. The players of videos are left out: browsers do not tell what an interrupted request has
 * received, and the viewer estimates it.
 * @returns a function that ends it
 */
export function countTransferred(): () => void {
  const observer = new PerformanceObserver((list) => {
    const entries = list.getEntries() as PerformanceResourceTiming[]
    const own = entries.filter(
      ({ name, initiatorType }) => name.startsWith(window.location.origin) && initiatorType !== 'video',
    )
    addTransferred(own.reduce((sum, { transferSize }) => sum + transferSize, 0))
  })
  for (const type of ['navigation', 'resource']) observer.observe({ type, buffered: !isBegun })
  isBegun = true
  return endAll(
    () => observer.disconnect(),
    onWorkerMessage<Message>('TRANSFERRED', ({ bytes }) => addTransferred(bytes)),
  )
}

function monthOf(now: Date): string {
  return moroccanDay(now).slice(0, 'YYYY-MM'.length)
}
