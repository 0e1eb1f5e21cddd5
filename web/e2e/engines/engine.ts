import { expect } from '@playwright/test'

/** A page of a browser that Playwright does not bring, driven by what every one of them can do. */
export type EnginePage = {
  opens: (url: string) => Promise<void>
  /** Evaluates an expression in the page; its value is sent as JSON. */
  evaluates: (expression: string) => Promise<unknown>
  closes: () => Promise<void>
}

export type Engine = {
  name: string
  /** Starts the browser, or returns the reason why it cannot be had here. */
  starts: () => Promise<EnginePage | string>
}

/** The site's words about a page or a part that it cannot show. */
const FAULT = /Page indisponible|Une erreur est survenue|Chargement impossible|Vérifiez votre connexion/

/** Reads and works a page of the site by the words on it. */
export class Reader {
  readonly #page: EnginePage
  readonly #origin: string

  constructor(page: EnginePage, origin: string) {
    this.#page = page
    this.#origin = origin
  }

  async opens(path: string): Promise<void> {
    await this.#page.opens(`${this.#origin}${path}`)
  }

  /** Waits until the page runs and has a text, and says nowhere that it failed. */
  async sees(text: string): Promise<void> {
    const seen = () =>
      this.#page
        .evaluates('[document.body.innerText, Boolean(window.earlyInput)]')
        .then((words) => ({ words: JSON.stringify(words), isRunning: String(words).endsWith('false') }))
        .catch(() => ({ words: '', isRunning: false }))
    await expect
      .poll(async () => {
        const { words, isRunning } = await seen()
        return isRunning && words.includes(text) && !FAULT.test(words) ? text : words
      })
      .toBe(text)
  }

  /** Presses the visible button or link of this name, once it is there and the page runs. */
  async presses(name: string, within = 'body'): Promise<void> {
    await this.#does(`(() => {
      const isOfName = (each) =>
        (each.getAttribute('aria-label') ?? each.innerText).trim() === ${JSON.stringify(name)} && each.getClientRects().length > 0
      const found = [...document.querySelectorAll(${JSON.stringify(`${within} :is(button, a)`)})].find(isOfName)
      if (window.earlyInput || !found || found.disabled) return false
      found.click()
      return true
    })()`)
  }

  /** Types into the field that a selector finds, as React hears it. */
  async types(selector: string, text: string): Promise<void> {
    await this.#does(`(() => {
      const field = document.querySelector(${JSON.stringify(selector)})
      if (!field) return false
      field.focus()
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(text)})
      field.dispatchEvent(new Event('input', { bubbles: true }))
      return true
    })()`)
  }

  /** Waits until an expression is true in the page. */
  async finds(expression: string): Promise<void> {
    await this.#does(`Boolean(${expression})`)
  }

  /** The page may load while it is asked. */
  async #does(expression: string): Promise<void> {
    const isDone = () => this.#page.evaluates(expression).catch(() => false)
    await expect.poll(isDone, { message: expression }).toBe(true)
  }
}
