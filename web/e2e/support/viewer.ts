import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { PREMIUM } from './account.ts'
import type { Person } from './person.ts'
import { test as story } from './story.ts'

const [, track = TRACK_CODES[0]] = TRACK_CODES
/** The chapter of the demo's only long document, and its pages. */
const CHAPTER = `/${findTrack(track).slug}/mecanique/9`
export const LONG_PAGES = 60

/** The viewer, by default with the document of `LONG_PAGES` pages. */
export class Viewer {
  readonly dialog: Locator
  readonly #pages: number

  constructor({ dialog }: Person, pages = LONG_PAGES) {
    this.dialog = dialog
    this.#pages = pages
  }

  sheet(page: number): Locator {
    return this.dialog.getByRole('group', { name: `Page ${page} sur ${this.#pages}`, exact: true })
  }

  picture(page: number): Locator {
    return this.sheet(page).locator('img')
  }

  get pictures(): Locator {
    return this.dialog.getByRole('region', { name: 'Pages du document' }).locator('img')
  }

  get pageField(): Locator {
    return this.dialog.getByLabel(`Page, sur ${this.#pages}`)
  }

  tool(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** Opens the row of less frequent tools, which is closed on a phone. */
  async opensTools(): Promise<void> {
    const more = this.tool('Autres outils')
    if ((await more.isVisible()) && (await more.getAttribute('aria-expanded')) === 'false') await more.click()
  }

  get findField(): Locator {
    return this.dialog.getByRole('searchbox', { name: 'Rechercher dans le document' })
  }

  get currentMatch(): Locator {
    return this.dialog.locator('mark[data-current]')
  }

  async jumpsTo(page: number): Promise<void> {
    await this.pageField.fill(String(page))
    await this.pageField.press('Enter')
  }
}

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

type ViewerFixtures = {
  viewer: Viewer
  /** Stands before the edge, and fails requests for documents. */
  server: DocumentServer
  paper: Viewer
}

export const test = story.extend<ViewerFixtures>({
  as: PREMIUM,

  viewer: ({ person }, use) => use(new Viewer(person)),

  server: async ({ person }, use) => use(await DocumentServer.for(person.page)),

  paper: async ({ person, viewer, server: _server }, use) => {
    await person.opens(CHAPTER)
    await person.button('Cours (PDF)').click()
    await expect(viewer.picture(1)).toBeVisible()
    await use(viewer)
  },
})
