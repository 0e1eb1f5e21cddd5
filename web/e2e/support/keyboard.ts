import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has before what a person looks for. */
const MOST_STOPS = 150

/** A person's hands on a keyboard: no mouse and no touch. */
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

  /** Goes on with Tab until the focus is there, and sees where it is. */
  async goesTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await expect(target).toBeVisible()
    for (let stop = 0; stop < MOST_STOPS; stop += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break
      await this.presses(key)
    }
    await expect(target).toBeFocused()
    await seesFocus(target)
  }

  /** Goes there and uses it. */
  async uses(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await this.goesTo(target, key)
    await this.presses('Enter')
  }

  /** Tab, both ways and once around, never comes to what lies behind a dialog. */
  async staysIn(dialog: Locator): Promise<void> {
    const isOutside = () =>
      dialog.evaluate((element) => {
        const { activeElement } = document
        // Between the last and the first stop the browser's own bar has its turn.
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

/** What has the focus is in view and is marked. */
async function seesFocus(target: Locator): Promise<void> {
  await expect(target).toBeInViewport()
  const isMarked = () =>
    target.evaluate((element) =>
      // What covers a whole card is marked around the card.
      [null, '::after'].some((part) => {
        const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element, part)
        return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
      }),
    )
  await expect.poll(isMarked).toBe(true)
}
