import type { Page, Request, Route } from '@playwright/test'

export type Held = (request: Request) => boolean

/** Whether a request asks the account service for this. */
export function asksCognito(operation: string): Held {
  return (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) ?? false
}

/** Keeps a kind of request from being answered while something is looked at. */
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
  // The route stays, and passes everything on: a request that comes while it is taken away can stay unanswered.
  await page.route('**/*', (route: Route) =>
    (isHeld(route.request()) ? held : Promise.resolve()).then(() => route.fallback()),
  )
  await action()
  await look()
  release()
}
