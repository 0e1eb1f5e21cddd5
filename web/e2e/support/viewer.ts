import { expect, type Locator } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { DocumentServer, LONG_PAGES } from './document-server.ts'
import { test as keptBrowser } from './kept-browser.ts'
import type { Person } from './person.ts'

export const READER = 'premium@demo.bac'

/** The viewer with a paper of `LONG_PAGES` pages. */
export class Viewer {
  readonly dialog: Locator

  constructor({ dialog }: Person) {
    this.dialog = dialog
  }

  get area(): Locator {
    return this.dialog.getByRole('region', { name: 'Pages du document' })
  }

  sheet(page: number): Locator {
    return this.dialog.getByRole('group', { name: `Page ${page} sur ${LONG_PAGES}`, exact: true })
  }

  picture(page: number): Locator {
    return this.sheet(page).locator('canvas')
  }

  get pictures(): Locator {
    return this.dialog.locator('canvas')
  }

  get pageField(): Locator {
    return this.dialog.getByLabel(`Page, sur ${LONG_PAGES}`)
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

  async widthOf(page: number): Promise<number> {
    return (await this.sheet(page).boundingBox())?.width ?? 0
  }
}

type ViewerFixtures = {
  viewer: Viewer
  /** Answers for documents in the edge's place. */
  server: DocumentServer
  /** The viewer of a Premium student who has opened a paper of sixty large pages. */
  paper: Viewer
}

/** The test of a student who reads. */
export const test = keptBrowser.extend<ViewerFixtures>({
  as: READER,

  viewer: ({ person }, use) => use(new Viewer(person)),

  server: async ({ person }, use) => use(await DocumentServer.for(person.page)),

  paper: async ({ person, viewer, server: _server }, use) => {
    await person.opens(subjectsPath(TRACK_CODES[0]))
    await person.button('Voir').first().click()
    await expect(viewer.picture(1)).toBeVisible()
    await use(viewer)
  },
})
