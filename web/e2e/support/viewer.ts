import { expect, type Locator, type Page, type Route } from '@playwright/test'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { Person } from './person.ts'
import { test as story } from './story.ts'

export const READER = 'premium@demo.bac'
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

/** Prefix of the keys in web/src/lib/auth/session-storage.ts. */
const KEPT_ANSWER = 'revision.kept.'

/** The people of a worker by the address of their account, null for the visitor; each with one device at a time. */
type People = Map<string | null, { person: Person; isMobile: boolean | undefined }>

/**
 * A story whose person keeps their browser from one test to the next, in a new tab: a new browser takes longer than the
 * test. It is for tests that leave nothing behind; a
 * person who signs in or out is added by `arrives`. Files with this test have workers of their own, since a session that
 * is kept keeps others from the account.
 */
const keptBrowser = story.extend<object, { people: People }>({
  people: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const people: People = new Map()
      await use(people)
      for (const { person } of people.values()) await person.leaves()
    },
    { scope: 'worker' },
  ],

  person: async ({ people, browser, as, knows, viewport, isMobile }, use) => {
    const kept = people.get(as)
    let person = kept?.person
    if (!person || kept?.isMobile !== isMobile) {
      await person?.leaves()
      person = await Person.at(browser)
      await person.savesData()
      if (as !== null) await person.hasSignedInBefore(await knows(as))
      people.set(as, { person, isMobile })
    }
    // Resets the window and the answers of an earlier test, perhaps of another file.
    if (viewport) await person.page.setViewportSize(viewport)
    await person.page.addInitScript(forgetAnswers, KEPT_ANSWER)
    await use(person)
    await person.changesTab()
  },
})

/** Removes what the site has kept for visits without a network, when the tab is first opened. */
function forgetAnswers(prefix: string): void {
  if (window.origin === 'null' || sessionStorage.getItem(prefix)) return
  sessionStorage.setItem(prefix, 'forgotten')
  for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
}

export const test = keptBrowser.extend<ViewerFixtures>({
  as: READER,

  viewer: ({ person }, use) => use(new Viewer(person)),

  server: async ({ person }, use) => use(await DocumentServer.for(person.page)),

  paper: async ({ person, viewer, server: _server }, use) => {
    await person.opens(CHAPTER)
    await person.button('Cours (PDF)').click()
    await expect(viewer.picture(1)).toBeVisible()
    await use(viewer)
  },
})
