import type { Page, Request } from '@playwright/test'
import { stopsClock } from './clocked-page.ts'
import type { Person } from './person.ts'

const HOUR_MS = 3_600_000
/** Half a heartbeat: the clock stands still between steps, so that an answer comes when it was asked for. */
const STEP_MS = 15_000

/**
 * What an open page asks the API for in an hour: method and path of each call.
 * @param person whose page is open, quiet, and had its clock installed before; the hour passes on that clock
 */
export async function hourOfCalls(person: Person): Promise<string[]> {
  const { page } = person
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
  await stopsClock(person)
  await isQuiet(page, pending)
  // What was due by the minute that passed meanwhile is not of the hour.
  calls.length = 0
  for (let passed = 0; passed < HOUR_MS; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS)
    await isQuiet(page, pending)
  }
  return calls
}

/** What a step began reaches the network after a turn or two of the page, whose own timers stand still. */
async function isQuiet(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  do await page.evaluate(() => navigator.locks.query())
  while (pending.size > 0)
}
