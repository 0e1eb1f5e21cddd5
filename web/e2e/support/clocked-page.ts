import type { Page, Request } from '@playwright/test'
import type { Account } from './account.ts'
import type { Person } from './person.ts'

/** Waits until no request is under way: a later one would renew the session after the test has moved the clock. */
export async function isAt(person: Person, account: Account): Promise<Person> {
  await person.context.clock.install()
  await person.hasSignedInBefore(account)
  await person.opens('/')
  await person.isSignedIn(account.email)
  await person.hasLoaded()
  return person
}

/**
 * Moves the clock of every tab ahead by a minute and stops it there, so that time passes only when the test moves it. A
 * slow machine needs less than that between reading the clock and stopping it. Heartbeats that were due by then have
 * ended.
 */
export async function stopsClock(person: Person): Promise<void> {
  const { context, page } = person
  await context.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  await person.hasLoaded()
}

/** Counts the renewals of the session that the tabs of the page's browser announce to each other from now on. */
export async function countsRenewals(page: Page): Promise<() => Promise<number>> {
  const counter = await page.evaluateHandle(() => {
    const state = { renewals: 0, channel: new BroadcastChannel('revision.session') }
    state.channel.addEventListener('message', ({ data }: MessageEvent<{ type: string }>) => {
      if (data.type === 'renewed') state.renewals += 1
    })
    return state
  })
  return () => counter.evaluate(({ renewals }) => renewals)
}

/** Returns how many tabs of the page's browser wait for the lock of the tab that sends the heartbeat. */
export async function waitingTabs(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
}

const QUARTER_MS = 900_000
/** Half a heartbeat: the clock stands still between steps, so that an answer comes at the time of its request. */
const STEP_MS = 15_000

/** @param person whose page is open and quiet, and whose clock was installed before */
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
