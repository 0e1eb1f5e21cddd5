import { writeFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Request, TestInfo } from '@playwright/test'

/** Longest part of an address; signed ones have hundreds of characters without information. */
const MOST_CHARACTERS = 120
const FILE = 'console-and-requests.txt'

/** The console messages and requests of browsers during a test, kept with the pictures of one that fails. */
export class VisitLog {
  readonly #pending = new Map<Request, { browser: number; since: number }>()
  #browsers = 0
  #began = performance.now()
  #lines: string[] = []

  constructor(browser: Browser) {
    browser.on('context', (context) => this.follows(context))
  }

  /** Starts again for every test, since a worker keeps some browsers from one test to the next. */
  begins(): void {
    this.#began = performance.now()
    this.#lines = []
    this.#pending.clear()
  }

  follows(context: BrowserContext): void {
    this.#browsers += 1
    const browser = this.#browsers
    context.on('framenavigated', (frame) => this.#adds(browser, `opened ${frame.url()}`))
    context.on('console', (message) => this.#adds(browser, `console ${message.type()}: ${message.text()}`))
    context.on('weberror', (error) => this.#adds(browser, `error: ${String(error.error().stack)}`))
    context.on('request', (request) => this.#pending.set(request, { browser, since: performance.now() }))
    context.on('requestfailed', (request) => this.#ends(request, request.failure()?.errorText ?? 'failed'))
    context.on('requestfinished', (request) =>
      this.#ends(request, String(request.existingResponse()?.status())),
    )
  }

  /** Writes the log into the folder of a test that has failed. */
  async keepsFor(testInfo: TestInfo): Promise<void> {
    if (testInfo.status === testInfo.expectedStatus) return
    for (const request of this.#pending.keys()) this.#ends(request, 'no answer')
    const path = testInfo.outputPath(FILE)
    await writeFile(path, `${this.#lines.join('\n')}\n`)
    testInfo.attachments.push({ name: 'console and requests', contentType: 'text/plain', path })
  }

  #ends(request: Request, outcome: string): void {
    const begun = this.#pending.get(request)
    if (!begun) return
    this.#pending.delete(request)
    const address = request.url().slice(0, MOST_CHARACTERS)
    const lasted = (performance.now() - begun.since).toFixed()
    this.#adds(begun.browser, `${request.method()} ${address}: ${outcome} after ${lasted} ms`)
  }

  #adds(browser: number, text: string): void {
    const seconds = ((performance.now() - this.#began) / 1_000).toFixed(3)
    this.#lines.push(`${seconds} s  browser ${browser}  ${text}`)
  }
}
