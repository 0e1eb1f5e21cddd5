import { type BrowserContext, expect } from '@playwright/test'

/** What the browser writes when the content security policy stops something: never part of a story. */
const POLICY = 'Content Security Policy'
/** Written by the tool that blocks it, not by the site. */
const OF_THE_TOOL = /^Service Worker registration blocked by Playwright$/

/** Listens to the consoles of all tabs of a browser: what a story does not announce is a fault. */
export class ConsoleGuard {
  readonly #written: string[] = []
  readonly #announced: RegExp[] = [OF_THE_TOOL]

  constructor(context: BrowserContext) {
    context.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#written.push(message.text())
    })
    context.on('weberror', (error) => this.#written.push(String(error.error())))
  }

  announces(errors: RegExp): void {
    this.#announced.push(errors)
  }

  /** What was written that nobody announced, and everything that broke the policy. */
  get faults(): string[] {
    return this.#written.filter(
      (text) => text.includes(POLICY) || !this.#announced.some((known) => known.test(text)),
    )
  }

  /** Soft, so that every browser of a story still closes. */
  check(): void {
    expect.soft(this.faults, 'written to the console').toEqual([])
  }
}
