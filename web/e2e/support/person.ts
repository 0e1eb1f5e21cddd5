import { type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test'

/** The headers with which a signed-in page calls the API. */
export type Credentials = { authorization: string; 'x-session-id': string }

/**
 * A person at a browser of his own. He acts by what he sees; beside that he keeps what his browser received and fails
 * on every console error that the story did not announce.
 */
export class Person {
  readonly page: Page
  readonly context: BrowserContext
  /** Text of every answer his browser received: pages, scripts, API answers. */
  readonly received: string[] = []
  readonly #consoleErrors: string[] = []
  readonly #reading: Promise<void>[] = []
  #expectedErrors: RegExp[] = []
  #credentials: Credentials | undefined

  private constructor(context: BrowserContext, page: Page) {
    this.context = context
    this.page = page
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') this.#consoleErrors.push(message.text())
    })
    page.on('pageerror', (error) => this.#consoleErrors.push(String(error)))
    page.on('request', (request) => this.#noteCredentials(request.headers()))
    page.on('response', (response) => {
      if (/text|json|javascript/.test(response.headers()['content-type'] ?? ''))
        this.#reading.push(
          response.text().then(
            (text) => void this.received.push(text),
            // The page moved on before the body was read.
            () => undefined,
          ),
        )
    })
  }

  static async at(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Person> {
    const context = await browser.newContext(options)
    return new Person(context, await context.newPage())
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path)
  }

  async sees(text: string | RegExp, { within = this.page }: { within?: Page | Locator } = {}): Promise<void> {
    await expect(within.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name })
  }

  row(name: string | RegExp): Locator {
    return this.page.getByRole('row', { name })
  }

  /** The rows of the page's table that hold data. */
  get rows(): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }

  /** The open menu of his account. */
  get userMenu(): Locator {
    return this.page.getByRole('banner')
  }

  /** How many pixels of the first page shown are not white: a blank canvas has none. */
  async drawnPixels(viewer: Locator): Promise<number> {
    const canvas = viewer.locator('canvas').first()
    if ((await canvas.count()) === 0) return 0
    return canvas.evaluate((element: HTMLCanvasElement) => {
      const { width, height } = element
      const pixels = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? []
      let drawn = 0
      for (let at = 0; at < pixels.length; at += 4)
        if (pixels[at + 3] === 255 && (pixels[at] as number) < 200) drawn += 1
      return drawn
    })
  }

  async signsIn(email: string, password: string): Promise<void> {
    await this.opens('/login')
    await this.fillsIn(email, password)
    await this.page.getByRole('main').getByRole('button', { name: 'Se connecter' }).click()
  }

  async signsUp(email: string, password: string): Promise<void> {
    await this.opens('/signup')
    await this.fillsIn(email, password)
    await this.page.getByRole('main').getByRole('button', { name: 'Créer compte' }).click()
  }

  /** Opens the menu that carries his address. */
  async opensUserMenu(email: string): Promise<void> {
    await this.button(email).click()
  }

  /** What his page shows the API to be let in, as any curious student can read in his browser's tools. */
  async credentials(): Promise<Credentials> {
    await expect.poll(() => this.#credentials).toBeTruthy()
    return this.#credentials as Credentials
  }

  /** Calls the API beside the page, as somebody would from a terminal. */
  async calls(path: string, headers: Record<string, string> = {}) {
    return this.context.request.get(path, { headers, maxRedirects: 0 })
  }

  /** Does something whose refusal the browser itself writes to its console. */
  async expecting(errors: RegExp, action: () => Promise<void>): Promise<void> {
    this.#expectedErrors.push(errors)
    await action()
  }

  /** Ends his visit: nothing unexpected may stand in the console. */
  async leaves(): Promise<void> {
    const unexpected = this.#consoleErrors.filter(
      (text) => !this.#expectedErrors.some((known) => known.test(text)),
    )
    await this.context.close()
    expect(unexpected).toEqual([])
  }

  /** Everything received until now. */
  async everythingReceived(): Promise<string> {
    await Promise.all(this.#reading)
    return this.received.join('\n')
  }

  async fillsIn(email: string, password: string): Promise<void> {
    const form = this.page.getByRole('main')
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Mot de passe', { exact: true }).fill(password)
  }

  #noteCredentials(headers: Record<string, string>): void {
    const { authorization, 'x-session-id': sessionId } = headers
    if (authorization && sessionId) this.#credentials = { authorization, 'x-session-id': sessionId }
  }
}
