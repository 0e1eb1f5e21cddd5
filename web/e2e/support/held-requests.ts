import type { Page, Request, Route } from '@playwright/test'

export type Held = (request: Request) => boolean

/** Returns a check whether a request is for this operation of the account service. */
export function asksCognito(operation: string): Held {
  return (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) ?? false
}

/** Holds back the answers to a kind of request while the test checks the page. */
export async function whileHolding(
  page: Page,
  isHeld: Held,
  action: () => Promise<void>,
  look: () => Promise<void>,
): Promise<void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // The route stays and lets everything pass: a request that comes while it is removed can stay unanswered.
  await page.route('**/*', (route: Route) =>
    (isHeld(route.request()) ? held : Promise.resolve()).then(() => route.fallback()),
  )
  await action()
  await look()
  release()
}
