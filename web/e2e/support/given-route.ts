import type { Route as Call, Page } from '@playwright/test'
import { problems } from '#shared/contract/problems.ts'
import type { Input, Route } from '#shared/contract/route.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { problem } from './answers.ts'

/** What becomes of the calls of a route: `real` is the API's own answer. */
export type Fate = 'waits' | 'no network' | 'real' | { refuses: ErrorCode } | { says: unknown }

/** Stands in the API's place for one route; what waits is let go by the next fate. */
export class GivenRoute {
  readonly #route: Route
  #fate: Fate
  #waiting: (() => void)[] = []

  private constructor(route: Route, fate: Fate) {
    this.#route = route
    this.#fate = fate
  }

  /** The page must have no service worker. A route given later goes before one given earlier. */
  static async of(page: Page, route: Route, fate: Fate): Promise<GivenRoute> {
    const stand = new GivenRoute(route, fate)
    const path = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    await page.route(
      ({ pathname }) => path.test(pathname),
      (call) => (call.request().method() === route.method ? stand.#answer(call) : call.fallback()),
    )
    return stand
  }

  lets(fate: Fate): void {
    this.#fate = fate
    for (const go of this.#waiting.splice(0)) go()
  }

  async #answer(call: Call): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- it may be told to wait again
    while (this.#fate === 'waits') await new Promise<void>((resolve) => this.#waiting.push(resolve))
    const fate = this.#fate
    if (fate === 'real') return call.fallback()
    if (fate === 'no network') return call.abort('internetdisconnected')
    if ('refuses' in fate) {
      const { status, detail } = problems[fate.refuses]
      const json = { ...problem(status, fate.refuses), detail }
      return call.fulfill({ status, contentType: 'application/problem+json', json })
    }
    const { status, csv } = this.#route
    if (status === 204) return call.fulfill({ status })
    if (csv.includes('response'))
      return call.fulfill({ status, contentType: 'text/csv', body: String(fate.says) })
    return call.fulfill({ status, json: fate.says })
  }
}

/** A route and its answer, checked against the contract. */
export type GivenAnswer = { route: Route; says: unknown }

export function given<R extends Route>(route: R, says: Input<R['response']>): GivenAnswer {
  return { route, says }
}
