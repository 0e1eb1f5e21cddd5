import { expect, type Locator, type Page } from '@playwright/test'

/** No page has as many stops. */
const MOST_STOPS = 150

/** Uses a page by the keyboard only, without mouse or touch. */
export class Keyboard {
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
