import type { Page, Request } from '@playwright/test'

const HOUR_MS = 3_600_000
/** Half a heartbeat: the clock stands still between steps, so that an answer comes when it was asked for. */
const STEP_MS = 15_000

/**
 * What an open page asks the API for in an hour: method and path of each call.
 * @param page open, quiet, and with its clock installed before it was opened; the hour passes on that clock
 */
export async function hourOfCalls(page: Page): Promise<string[]> {
  const calls: string[] = []
  const pending = new Set<Request>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (!pathname.startsWith('/api/')) return
    calls.push(`${request.method()} ${pathname}`)
    pending.add(request)
  })
  page.on('requestfinished', (request) => void pending.delete(request))
  page.on('requestfailed', (request) => void pending.delete(request))
  // A moment ahead, since the clock goes on until it is told to stand.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 2_000))
  for (let passed = 0; passed < HOUR_MS; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS)
    // What the step began reaches the network after a turn or two of the page, whose own timers stand still.
    do await page.evaluate(() => navigator.locks.query())
    while (pending.size > 0)
  }
  return calls
}
