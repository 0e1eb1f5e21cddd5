import type { Page } from '@playwright/test'
import type { Account } from './account.ts'
import type { Person } from './person.ts'

/** Opens the home page signed in, with a clock that the test can move ahead. */
export async function isAt(person: Person, account: Account): Promise<Person> {
  await person.context.clock.install()
  return opensSignedIn(person, account)
}

/** Opens the home page signed in, with a clock that only the test moves. */
export async function isAtStoppedClock(person: Person, account: Account): Promise<Person> {
  await person.context.clock.install()
  // The clock can be stopped at a later time only; the tokens are valid for longer.
  await person.context.clock.pauseAt(Date.now() + 60_000)
  return opensSignedIn(person, account)
}

async function opensSignedIn(person: Person, account: Account): Promise<Person> {
  await person.hasSignedInBefore(account)
  await person.opens('/')
  await person.isSignedIn(account.email)
  return person
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
