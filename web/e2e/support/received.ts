import type { BrowserContext } from '@playwright/test'

/** Text of every answer that a browser receives from now on: pages, scripts, API answers. */
export class Received {
  readonly #texts: string[] = []
  readonly #reading: Promise<void>[] = []

  constructor(context: BrowserContext) {
    context.on('response', (response) => {
      if (!/text|json|javascript/.test(response.headers()['content-type'] ?? '')) return
      this.#reading.push(
        response.text().then(
          (text) => this.adds(text),
          // The page may move on before a body is read.
          () => undefined,
        ),
      )
    })
  }

  /** Keeps answers to calls beside the pages too. */
  adds(...texts: string[]): void {
    this.#texts.push(...texts)
  }

  /** Everything received until now. */
  async text(): Promise<string> {
    await Promise.all(this.#reading)
    return this.#texts.join('\n')
  }
}
