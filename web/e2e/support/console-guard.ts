import { type BrowserContext, expect } from '@playwright/test'

/** Browsers write these words when the content security policy stops something, which no test expects. */
const POLICY = 'Content Security Policy'
/** Playwright writes this message when it blocks service workers. */
const OF_THE_TOOL = /^Service Worker registration blocked by Playwright$/
/** A document that no story has opened before is being prepared. */
const ANSWER_FOR_DOCUMENT = /\/api\/files\/[^/]+$/
const IS_BEING_PREPARED = /status of 409/

/** Watches the consoles of all tabs of a browser: an error that a test does not expect fails it. */
export class ConsoleGuard {
  readonly #written: string[] = []
  readonly #announced: RegExp[] = []

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      const isOfPreparation =
        IS_BEING_PREPARED.test(message.text()) && ANSWER_FOR_DOCUMENT.test(message.location().url)
      if (['error', 'warning'].includes(message.type()) && !isOfPreparation)
        this.#written.push(message.text())
    })
    context.on('weberror', (error) => this.#written.push(String(error.error())))
  }

  announces(errors: RegExp): void {
    this.#announced.push(errors)
  }

  /** The unexpected messages, and all violations of the policy. */
  get faults(): string[] {
    const expected = [OF_THE_TOOL, ...this.#announced]
    return this.#written.filter(
      (text) => text.includes(POLICY) || !expected.some((known) => known.test(text)),
    )
  }

  /** The check is soft, so that every browser of a test still closes. */
  check(): void {
    expect.soft(this.faults, 'written to the console').toEqual([])
  }
}
