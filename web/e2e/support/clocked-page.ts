import type { Page } from '@playwright/test'
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

/** Less than a tab waits for a silent leader; a slow machine needs less between reading the clock and stopping it. */
const JUMP_MS = 20_000

/** Moves the clock of every tab ahead and stops it there, so that time passes only when the test lets it pass. */
export async function stopsClock(person: Person): Promise<void> {
  const { context, page } = person
  await context.clock.pauseAt((await page.evaluate(() => Date.now())) + JUMP_MS)
  await haveLoaded(person)
}

/** Less than a call may take: one that is still under way after a step gets its answer in the next. */
const STEP_MS = 5_000

/** Lets time pass by the stopped clock of every tab, which waits after each step for the answers to its calls. */
export async function letsPass(person: Person, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await person.context.clock.runFor(STEP_MS)
    await haveLoaded(person)
  }
}

async function haveLoaded(person: Person): Promise<void> {
  for (const tab of person.context.pages()) await person.hasLoaded({ tab })
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

/**
 * Returns the calls of five minutes.
 * @param person whose page is open and quiet, and whose clock was installed before
 */
export async function callsOfOpenPage(person: Person): Promise<string[]> {
  await stopsClock(person)
  const calls: string[] = []
  person.page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname}`)
  })
  await letsPass(person, 300_000)
  return calls
}
