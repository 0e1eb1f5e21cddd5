import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD, PREMIUM } from './support/account.ts'
import { test } from './support/story.ts'

const CHAPTER = '/science-math/electricite/1'

test('a student signs in, opens a paper and signs out by keyboard', async ({ person }) => {
  const keyboard = new Keyboard(person.page)
  const titled = (name: string) => person.page.getByRole('heading', { level: 1, name })
  await person.opens('/')
  await person.isVisitor()
  await keyboard.presses('Tab')
  await expect(person.link('Aller au contenu')).toBeInViewport()
  await keyboard.presses('Enter')
  await expect(person.main).toBeFocused()
  await keyboard.presses('Tab')
  await expect(person.main.getByRole('link', { name: 'Voir les sujets du bac' })).toBeFocused()

  const signIn = person.page.getByRole('banner').getByRole('button', { name: 'Se connecter' })
  const dialog = person.page.getByRole('dialog', { name: 'Connexion' })
  await keyboard.uses(signIn, 'Shift+Tab')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await keyboard.staysIn(dialog)
  await keyboard.presses('Escape')
  await expect(signIn).toBeFocused()
  await keyboard.presses('Enter')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await keyboard.types(PREMIUM)
  await keyboard.goesTo(dialog.getByLabel('Mot de passe', { exact: true }))
  await keyboard.types(DEMO_PASSWORD)
  await keyboard.presses('Enter')
  await person.isSignedIn(PREMIUM)

  await keyboard.uses(person.page.getByRole('banner').getByRole('link', { name: 'Sujets Bac' }), 'Shift+Tab')
  await expect(titled('Sujets du Bac')).toBeFocused()
  await keyboard.uses(person.link('Sujets SM'))
  await expect(titled('Sujets Science Math')).toBeFocused()
  const paper = person.lightPaper
  await keyboard.uses(paper)
  await person.seesPage()
  await keyboard.presses('Escape')
  await expect(paper).toBeFocused()

  const account = person.button(PREMIUM)
  await keyboard.uses(account, 'Shift+Tab')
  await keyboard.goesTo(person.button('Rafraîchir la session'))
  await keyboard.presses('Escape')
  await expect(account).toBeFocused()
  await keyboard.presses('Enter')
  await keyboard.uses(person.button('Se déconnecter'))
  await person.isVisitor()
  await expect(person.main).toBeFocused()
})

test('a visitor searches, filters a chapter and opens a locked document by keyboard', async ({ person }) => {
  const keyboard = new Keyboard(person.page)
  await person.opens(CHAPTER)
  await person.isVisitor()
  const year = person.page.getByLabel('Année')
  await keyboard.goesTo(year)
  await keyboard.presses('ArrowDown')
  await expect(person.page).toHaveURL(/annee=20\d\d/)
  await keyboard.uses(person.button('Effacer les filtres'))
  await expect(person.page).toHaveURL(CHAPTER)
  await expect(year).toBeFocused()
  const paper = person.main.getByRole('button', { name: 'Énoncé (PDF)' }).first()
  await keyboard.uses(paper)
  await expect(person.dialog).toBeVisible()
  await keyboard.presses('Escape')
  await expect(paper).toBeFocused()

  await keyboard.presses('/')
  const field = person.dialog.getByRole('combobox')
  const options = person.dialog.getByRole('option')
  await expect(field).toBeFocused()
  await keyboard.types('rlc')
  await expect(person.dialog.getByRole('status')).toHaveText(/^\d+ résultats$/)
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await keyboard.presses('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.last().getAttribute('id')) ?? '',
  )
  await keyboard.presses('ArrowDown')
  const address = (await options.first().getAttribute('href')) ?? ''
  await keyboard.presses('Enter')
  await expect(person.page).toHaveURL(address)
  await expect(person.page.getByRole('heading', { level: 1 })).toBeFocused()
  const opener = person.button('Rechercher')
  await keyboard.uses(opener, 'Shift+Tab')
  await keyboard.presses('Escape')
  await expect(opener).toBeFocused()
})

/** No page has as many stops. */
const MOST_STOPS = 150

/** Uses a page by the keyboard only, without mouse or touch. */
class Keyboard {
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async presses(...keys: string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key)
  }

  async types(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
  }

  /** Presses Tab until the target has the focus, and checks that it is visible. */
  async goesTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await this.presses(key)
    }
    await expect(target).toBeFocused()
    await seesFocus(target)
  }

  /** Moves the focus to the target and presses a key on it. */
  async uses(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.goesTo(target, key)
    await this.presses('Enter')
  }

  /** Checks that Tab, in both directions and once around, never reaches the page behind a dialog. */
  async staysIn(dialog: Locator): Promise<void> {
    const isOutside = () =>
      dialog.evaluate((element) => {
        const { activeElement } = document
        // Between the last and the first stop the focus is in the browser's own bar.
        return activeElement !== document.body && !element.contains(activeElement)
      })
    const stops = await dialog.locator('a[href], button, input, select, summary, [tabindex="0"]').count()
    for (const key of ['Tab', 'Shift+Tab'])
      for (let stop = 0; stop < stops + 3; stop += 1) {
        await this.presses(key)
        await expect.poll(isOutside).toBe(false)
      }
  }
}

/** Checks that the element with the focus is in view and is marked. */
async function seesFocus(target: Locator): Promise<void> {
  await expect(target).toBeInViewport()
  const isMarked = () =>
    target.evaluate((element) =>
      // A link that covers a whole card is marked around the card.
      [null, '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      }),
    )
  await expect.poll(isMarked).toBe(true)
}
