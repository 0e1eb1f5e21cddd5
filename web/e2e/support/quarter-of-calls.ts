import type { Page, Request } from '@playwright/test'
import { stopsClock } from './clocked-page.ts'
import type { Person } from './person.ts'

const QUARTER_MS = 900_000
/** Half a heartbeat: the clock stands still between steps, so that an answer comes at the time of its request. */
const STEP_MS = 15_000

/**
 * Returns the API calls of an open page in a quarter of an hour: method and path of each.
 * @param person whose page is open, quiet, and had its clock installed before; the time passes on that clock
 */
export async function quarterOfCalls(person: Person): Promise<string[]> {
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
  // Calls that were due before it began do not count.
  calls.length = 0
  for (let passed = 0; passed < QUARTER_MS; passed += STEP_MS) {
    await page.clock.runFor(STEP_MS)
    await isQuiet(page, pending)
  }
  return calls
}

/** The requests of a step reach the network after a turn or two of the page, whose own timers stand still. */
async function isQuiet(page: Page, pending: ReadonlySet<Request>): Promise<void> {
  do await page.evaluate(() => navigator.locks.query())
  while (pending.size > 0)
}
