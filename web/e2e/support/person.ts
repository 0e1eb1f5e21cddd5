import {
  type Browser,
  type BrowserContext,
  expect,
  type Locator,
  type Page,
  type Request,
  type Response,
  type Route,
} from '@playwright/test'

/** The headers with which a signed-in page calls the API. */
export type Credentials = { authorization: string; 'x-session-id': string }

type Held = (request: Request) => boolean

/** Whether a request asks the account service for this. */
export function asksCognito(operation: string): Held {
  return (request) => request.headers()['x-amz-target']?.endsWith(`.${operation}`) ?? false
}

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
    page.on('response', (response) => {
      // The page may move on before a body is read.
      this.#reading.push(this.#noteCredentials(response).catch(() => undefined))
      if (/text|json|javascript/.test(response.headers()['content-type'] ?? ''))
        this.#reading.push(
          response.text().then(
            (text) => void this.received.push(text),
            () => undefined,
          ),
        )
    })
  }

  static async at(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}): Promise<Person> {
    const context = await browser.newContext(options)
    return new Person(context, await context.newPage())
  }

  /** A person whose browser has no service worker, so that a test can answer in the API's place. */
  static async withoutWorker(
    browser: Browser,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<Person> {
    const person = await Person.at(browser, { ...options, serviceWorkers: 'block' })
    // Written by the tool that blocks it, not by the site.
    person.#expectedErrors.push(/^Service Worker registration blocked by Playwright$/)
    return person
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

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }

  /** What is said about something that went wrong. */
  get alert(): Locator {
    return this.page.getByRole('alert')
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
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

  /** Opens the header's sign-in dialog. */
  async opensSignInDialog(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Se connecter' }).click()
    await expect(this.dialog).toBeVisible()
  }

  /** His account's menu is there. */
  async isSignedIn(email: string): Promise<void> {
    await expect(this.button(email)).toBeVisible()
  }

  async signsOut(email: string): Promise<void> {
    await this.opensUserMenu(email)
    await this.button('Se déconnecter').click()
    await this.isVisitor()
  }

  /** The header offers to sign in; a prerendered page does so once its script has taken it over. */
  async isVisitor(): Promise<void> {
    await expect(this.page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
  }

  /** What his browser keeps of this site. */
  async keeps(): Promise<{ local: string[]; session: string[]; cookies: string[] }> {
    const stored = await this.page.evaluate(() => ({
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
    }))
    return { ...stored, cookies: (await this.context.cookies()).map(({ name }) => name) }
  }

  /** The code in the newest mail to an address. */
  async codeFor(email: string): Promise<string> {
    const answer = await this.calls(`/__local/outbox?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { code: string }[] }
    return mails.at(-1)?.code ?? ''
  }

  /** Keeps a kind of request from being answered while something is looked at. */
  async whileWaitingFor(
    request: Held,
    action: () => Promise<void>,
    look: () => Promise<void>,
  ): Promise<void> {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const passing: Promise<void>[] = []
    const hold = (route: Route) => {
      const passed = (request(route.request()) ? held : Promise.resolve()).then(() => route.fallback())
      passing.push(passed)
      return passed
    }
    await this.page.route('**/*', hold)
    await action()
    await look()
    release()
    // A request that is let go while its route is taken away can stay unanswered.
    await Promise.all(passing)
    await this.page.unroute('**/*', hold)
  }

  /** His device slept for two hours by its own clock (`context.clock` is installed) and is picked up again. */
  async wakesUp(): Promise<void> {
    await this.page.clock.fastForward(2 * 3_600_000)
  }

  /** Another tab of his browser. */
  async opensTab(path: string): Promise<Page> {
    const tab = await this.context.newPage()
    await tab.goto(path)
    return tab
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

  async fillsIn(email: string, password: string, form = this.main): Promise<void> {
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Mot de passe', { exact: true }).fill(password)
  }

  /** A claim of the session shows its token and is answered the session's id. */
  async #noteCredentials(response: Response): Promise<void> {
    const request = response.request()
    const { authorization } = request.headers()
    const isClaim = request.method() === 'POST' && new URL(response.url()).pathname === '/api/session'
    if (!isClaim || !response.ok() || authorization === undefined) return
    const { sessionId } = (await response.json()) as { sessionId: string }
    this.#credentials = { authorization, 'x-session-id': sessionId }
  }
}
