import type { BrowserContext } from '@playwright/test'

/** The text of every answer that a browser receives from now on: pages, scripts, API answers. */
export class Received {
  readonly #texts = new Set<string>()
  /** Addresses of built files, which contain a hash of their content: each is read once. */
  readonly #files = new Set<string>()
  readonly #reading: Promise<void>[] = []

  constructor(context: BrowserContext) {
    context.on('response', (response) => {
      if (!/text|json|javascript/.test(response.headers()['content-type'] ?? '')) return
      const { pathname } = new URL(response.url())
      if (this.#files.has(pathname)) return
      if (pathname.startsWith('/assets/')) this.#files.add(pathname)
      this.#reading.push(
        response.text().then(
          (text) => this.adds(text),
          // The page may navigate before the body is read.
          () => undefined,
        ),
      )
    })
  }

  /** Keeps answers to calls beside the pages, too. */
  adds(...texts: string[]): void {
    for (const text of texts) this.#texts.add(text)
  }

  /** Returns everything received until now. */
  async text(): Promise<string> {
    await Promise.all(this.#reading)
    return [...this.#texts].join('\n')
  }
}
