import type { Route as Call, Page, Request } from '@playwright/test'
import { problems } from '#shared/contract/problems.ts'
import type { Route } from '#shared/contract/route.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'

/** The end of a route's calls. `real`: the product answers. */
export type Outcome = 'pending' | 'no network' | 'real' | { refusal: ErrorCode } | { answer: unknown }

/** Answers the calls of one route in the API's place; pending calls end with the next outcome. */
export class MockedRoute {
  readonly #route: Route
  #outcome: Outcome
  /** True once a call has ended with the present outcome. */
  #hasAnswered = false
  #pending: (() => void)[] = []

  private constructor(route: Route, outcome: Outcome) {
    this.#route = route
    this.#outcome = outcome
  }

  /** The page must have no service worker. If a route is mocked twice, the later mock answers. */
  static async on(page: Page, route: Route, outcome: Outcome): Promise<MockedRoute> {
    const mock = new MockedRoute(route, outcome)
    const path = pathOf(route)
    await page.route(
      ({ pathname }) => path.test(pathname),
      (call) => (isFor(route, call.request()) ? mock.#end(call) : call.fallback()),
    )
    return mock
  }

  setOutcome(outcome: Outcome): void {
    this.#outcome = outcome
    this.#hasAnswered = false
    for (const resume of this.#pending.splice(0)) resume()
  }

  get hasAnswered(): boolean {
    return this.#hasAnswered
  }

  async #end(call: Call): Promise<void> {
    // oxlint-disable-next-line no-await-in-loop -- the next outcome may be `pending` again
    while (this.#outcome === 'pending') await new Promise<void>((resolve) => this.#pending.push(resolve))
    const outcome = this.#outcome
    this.#hasAnswered = true
    if (outcome === 'real') return call.fallback()
    if (outcome === 'no network') return call.abort('internetdisconnected')
    if ('refusal' in outcome) {
      const { status, detail } = problems[outcome.refusal]
      const json = { type: 'about:blank', title: '', status, code: outcome.refusal, detail, requestId: 'r' }
      return call.fulfill({ status, contentType: 'application/problem+json', json })
    }
    const { status, csv } = this.#route
    if (status === 204) return call.fulfill({ status })
    if (csv.includes('response'))
      return call.fulfill({ status, contentType: 'text/csv', body: String(outcome.answer) })
    return call.fulfill({ status, json: outcome.answer })
  }
}

/** True when a request calls a route. */
export function isFor(route: Route, request: Request): boolean {
  return request.method() === route.method && pathOf(route).test(new URL(request.url()).pathname)
}

function pathOf({ path }: Route): RegExp {
  return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
}
