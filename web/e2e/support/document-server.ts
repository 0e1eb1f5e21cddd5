import type { Page, Route } from '@playwright/test'

/** Signed addresses of the files of prepared documents. */
const DOCUMENTS = '**/files/pages/**'

type Outcome = 'well' | 'refused address' | 'failing' | 'no network'

/** Stands before the edge: notes which pages are requested, and fails requests. */
export class DocumentServer {
  /** Numbers of the pages whose pictures were requested. */
  readonly pictures: number[] = []
  #outcome: Outcome = 'well'
  #times = 0

  static async for(page: Page): Promise<DocumentServer> {
    const server = new DocumentServer()
    await page.route(DOCUMENTS, (route) => server.#answer(route))
    return server
  }

  /** Sets the outcome of the next requests, by default of all that follow. */
  lets(outcome: Outcome, times = Number.POSITIVE_INFINITY): void {
    this.#outcome = outcome
    this.#times = times
  }

  async #answer(route: Route): Promise<void> {
    const [, page] = /\/(\d+)(?:@2x)?\.webp\?/.exec(route.request().url()) ?? []
    if (page) this.pictures.push(Number(page))
    this.#times -= 1
    switch (this.#times >= 0 ? this.#outcome : 'well') {
      case 'refused address':
        return route.fulfill({ status: 403, contentType: 'text/xml', body: '<Error/>' })
      case 'failing':
        return route.fulfill({ status: 502, body: '' })
      case 'no network':
        return route.abort('internetdisconnected')
      case 'well':
        return route.fallback()
    }
  }
}
