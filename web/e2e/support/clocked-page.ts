import type { Page } from '@playwright/test'
import type { Account } from './account.ts'
import type { Person } from './person.ts'

/** Opens the home page signed in, with a clock that the test can move. Nothing that the page asked for is under way then. */
export async function isAt(person: Person, account: Account): Promise<Person> {
  await person.context.clock.install()
  await person.hasSignedInBefore(account)
  // The page shows the account before that, as the browser remembers it.
  const answered = person.page.waitForResponse((response) => response.url().includes('/api/session'))
  await person.opens('/')
  await answered
  await person.isSignedIn(account.email)
  // A request that came after the test has let time pass would renew the session.
  await person.page.waitForLoadState('networkidle')
  return person
}

/** Moves the clock of every tab ahead by a minute and stops it there: the time passes only as the test says. */
export async function stopsClock({ context, page }: Person): Promise<void> {
  await context.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
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

/** How many tabs of the page's browser wait for the lock of the one that sends the heartbeat. */
export async function waitingTabs(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0)
}
