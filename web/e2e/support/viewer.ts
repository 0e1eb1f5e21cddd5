import { expect, type Locator } from '@playwright/test'
import { findTrack, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { DocumentServer } from './document-server.ts'
import { keptBrowser } from './kept-browser.ts'
import type { Person } from './person.ts'

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

  /** The selected match of a search. */
  get currentMatch(): Locator {
    return this.dialog.locator('mark[data-current]')
  }

  async jumpsTo(page: number): Promise<void> {
    await this.pageField.fill(String(page))
    await this.pageField.press('Enter')
  }
}

type ViewerFixtures = {
  viewer: Viewer
  /** Stands before the edge, and fails requests for documents. */
  server: DocumentServer
  /** The viewer of a Premium student who has opened a document of sixty pages. */
  paper: Viewer
}

/** The test of a student who reads. */
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
