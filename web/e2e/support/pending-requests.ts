import type { BrowserContext, Page, Request, Response, Route } from '@playwright/test'

/** Between two requests scripts run and calls are signed, which takes a slow machine some time. */
const TURNS = 5

/** The requests of each tab of a browser. */
export class PendingRequests {
  readonly #tabs = new WeakMap<Page, { begun: number; pending: Set<Request>; isClaimed: boolean }>()

  constructor(context: BrowserContext) {
    context.on('page', (page) => this.#follow(page))
  }

  /**
   * Returns the requests that a tab waits for, now or after some more turns of its script: addresses, and the claim of
   * a stored session where its document has not had an answer to it.
   * @param isHeld true for requests that the test itself holds back
   */
  async underWay(page: Page, isHeld: Held): Promise<string[]> {
    const tab = this.#tabs.get(page)
    if (!tab) throw new Error('The tab was opened before it was followed')
    const { begun } = tab
    for (let turn = 0; turn < TURNS; turn += 1) {
      const hasSession = await page.evaluate(takeTurn)
      const pending = [...tab.pending].filter((request) => !isHeld(request))
      if (pending.length > 0) return pending.map((request) => `${request.method()} ${request.url()}`)
      if (hasSession && !tab.isClaimed) return ['the claim of the session']
    }
    return begun === tab.begun ? [] : ['requests that began during the check']
  }

  #follow(page: Page): void {
    const tab = { begun: 0, pending: new Set<Request>(), isClaimed: false }
    this.#tabs.set(page, tab)
    page.on('request', (request) => {
      tab.begun += 1
      tab.pending.add(request)
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) tab.isClaimed = false
    })
    page.on('response', (response) => {
      // Pages read only the headers of this answer, so that it does not finish.
      if (pathOf(response) === '/api/health') tab.pending.delete(response.request())
    })
    page.on('requestfailed', (request) => tab.pending.delete(request))
    page.on('requestfinished', (request) => {
      tab.pending.delete(request)
      if (isOfSession(request)) tab.isClaimed = true
    })
  }
}

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

/** Claims, and calls that wait for one: the browser does not announce every request on a busy machine. */
const isOfSession = (request: Request) =>
  (request.method() === 'POST' && pathOf(request) === '/api/session') ||
  request.headers()['x-session-id'] !== undefined

const pathOf = (call: Request | Response) => new URL(call.url()).pathname

/** @returns true when the page keeps a session, which it claims as it opens */
async function takeTurn(): Promise<boolean> {
  await Promise.all([
    navigator.locks.query(),
    indexedDB.databases(),
    crypto.subtle.digest('SHA-256', new Uint8Array(1)),
  ])
  return 'revision.sessionId' in localStorage
}
