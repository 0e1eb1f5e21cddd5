import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test'
import { type Account, type SessionHeaders, subjectOf } from './account.ts'
import { BrowserKey } from './browser-key.ts'
import { ConsoleGuard } from './console-guard.ts'
import { LocalMode } from './local-mode.ts'
import { type Held, PendingRequests, whileHolding } from './pending-requests.ts'

/** Browsers write these messages about a missing network. */
const CUT = /ERR_INTERNET_DISCONNECTED|ERR_FAILED/

/** The properties of a device: its screen, touch, and the rights of its browser. */
export type Device = BrowserContextOptions

/** Finds everything by what the page shows; an unexpected console error fails the test. */
export class Person {
  readonly context: BrowserContext
  readonly page: Page
  readonly #guard: ConsoleGuard
  readonly #key: BrowserKey
  readonly #requests: PendingRequests
  #session: { origin: string; headers: SessionHeaders } | undefined
  #isThere = true

  private constructor(context: BrowserContext, page: Page, key: BrowserKey, requests: PendingRequests) {
    this.context = context
    this.#key = key
    this.#requests = requests
    this.#guard = new ConsoleGuard(context)
    this.page = page
    page.on('response', (response) => {
      // The page may navigate before the body is read.
      this.#noteCredentials(response).catch(() => undefined)
    })
  }

  static async at(browser: Browser, device: Device = {}): Promise<Person> {
    return Person.in(await browser.newContext(device))
  }

  /**
   * Uses an existing browser, such as one with a folder of its own.
   * @param isKeyKnown false where the pages make their own key, as those of a student do
   */
  static async in(context: BrowserContext, isKeyKnown = true): Promise<Person> {
    const key = new BrowserKey()
    if (isKeyKnown) await key.giveTo(context)
    const requests = new PendingRequests(context)
    const page = await context.newPage()
    key.userAgent = await page.evaluate(() => navigator.userAgent)
    return new Person(context, page, key, requests)
  }

  /** Gives the browser the session of an account, as after an earlier sign-in. */
  async hasSignedInBefore(account: Account): Promise<void> {
    const localStorage = await account.opensSession(this.#key)
    this.#session = { origin: account.origin, headers: account.credentials }
    const origins = [{ origin: account.origin, localStorage }]
    await this.context.setStorageState({ cookies: [], origins })
  }

  /** Sets `Save-Data`, so that pages fetch nothing in advance. */
  async savesData(): Promise<void> {
    await this.context.addInitScript(() => {
      // The script runs twice in a window that another one opens.
      const connection = { value: { saveData: true, effectiveType: '4g' }, configurable: true }
      Object.defineProperty(navigator, 'connection', connection)
    })
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path)
  }

  /**
   * Waits until a tab runs, shows its account and has received everything it requested: nothing more happens there by
   * itself.
   * @param isHeld true for requests that the test itself holds back
   */
  async hasLoaded({
    tab = this.page,
    isHeld = () => false,
  }: {
    tab?: Page
    isHeld?: Held
  } = {}): Promise<void> {
    const account = tab.getByRole('banner').getByRole('button', { name: /^Se connecter$|@/ })
    await expect(account.first()).toBeVisible()
    await expect
      .poll(() => this.#requests.underWay(tab, isHeld), { message: 'under way', intervals: [10] })
      .toEqual([])
  }

  /** Cuts the network once everything that the page needs has arrived: a lost chunk would break the page. */
  async losesNetwork(held: { isHeld?: Held } = {}): Promise<void> {
    await this.hasLoaded(held)
    this.announces(CUT)
    await this.#goesOffline()
  }

  /** Sets the page offline again: some Chromium versions drop that with the page before. */
  async staysWithoutNetwork(): Promise<void> {
    await this.context.setOffline(false)
    await this.#goesOffline()
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

  get rows(): Locator {
    return this.page.getByRole('row').filter({ has: this.page.getByRole('cell') })
  }

  /** The button of a light paper in a list of subjects, whose newest ones are heavy. */
  get lightPaper(): Locator {
    return this.row('2023').getByRole('button', { name: 'Voir' }).first()
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { name, exact: true })
  }

  get alert(): Locator {
    return this.page.getByRole('alert')
  }

  get main(): Locator {
    return this.page.getByRole('main')
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  get userMenu(): Locator {
    return this.page.getByRole('banner')
  }

  async seesPage(viewer = this.dialog): Promise<void> {
    const picture = viewer
      .getByRole('group', { name: /^Page \d+ sur/ })
      .locator('img')
      .first()
    await expect(picture).toHaveJSProperty('complete', true)
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0)
  }

  async reads(opener: Locator): Promise<void> {
    await opener.click()
    await this.seesPage()
    await this.page.keyboard.press('Escape')
    await expect(this.dialog).toBeHidden()
  }

  async signsIn(email: string, password: string): Promise<void> {
    await this.opens('/login')
    await this.fillsIn(email, password)
    await this.main.getByRole('button', { name: 'Se connecter' }).click()
  }

  async signsUp(email: string, password: string): Promise<void> {
    await this.opens('/signup')
    await this.createsAccount(email, password)
  }

  /** Fills in and sends the form of the sign-up, on its page. */
  async createsAccount(email: string, password: string): Promise<void> {
    await this.fillsIn(email, password)
    await this.main.getByRole('button', { name: 'Créer compte' }).click()
  }

  /** Leaves open which track they prepare, which a new student is asked right after the sign-up. */
  async choosesTrackLater(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Plus tard' }).click()
    await expect(this.dialog).toBeHidden()
  }

  async opensUserMenu(email: string): Promise<void> {
    await this.button(email).click()
  }

  async isSignedIn(email: string): Promise<void> {
    await expect(this.button(email)).toBeVisible()
  }

  async signsOut(email: string): Promise<void> {
    await this.opensUserMenu(email)
    await this.button('Se déconnecter').click()
    await this.isVisitor()
  }

  /** Expects the header to offer the sign-in; a prerendered page does so once it is hydrated. */
  async isVisitor(): Promise<void> {
    await expect(this.page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()
  }

  /** Returns what the browser keeps of this site about its user; the device's count of bytes stays. */
  async keeps(): Promise<{ local: string[]; session: string[]; cookies: string[] }> {
    const stored = await this.page.evaluate(() => ({
      local: Object.keys(localStorage).filter((key) => key !== 'revision.transferred'),
      session: Object.keys(sessionStorage),
    }))
    return { ...stored, cookies: (await this.context.cookies()).map(({ name }) => name) }
  }

  /** Returns the code in the newest mail to an address. */
  async codeFor(email: string): Promise<string> {
    const answer = await this.calls(`/__local/outbox?to=${encodeURIComponent(email)}`)
    const { mails } = (await answer.json()) as { mails: { code?: string }[] }
    return mails.findLast(({ code }) => code !== undefined)?.code ?? ''
  }

  /** Holds back the answers to a kind of request while the test checks the page. */
  async whileWaitingFor(held: Held, action: () => Promise<void>, look: () => Promise<void>): Promise<void> {
    await whileHolding(this.page, held, action, look)
  }

  async opensTab(path: string): Promise<Page> {
    const tab = await this.context.newPage()
    await tab.goto(path)
    return tab
  }

  /** Returns the credentials that the page sends to the API, as a student can read them in the browser's tools. */
  async credentials(): Promise<SessionHeaders> {
    await expect.poll(() => this.#session?.headers).toBeTruthy()
    return this.#session?.headers as SessionHeaders
  }

  /** Calls the API beside the page, as from a terminal; the page's credentials are signed by the browser's key. */
  async calls(path: string, headers: Record<string, string> = {}) {
    const { authorization } = headers
    const address = () => new URL(path, this.#session?.origin).href
    const proof = authorization !== undefined && (await this.#key.prove('GET', address(), authorization))
    return this.context.request.get(path, { headers: { ...headers, ...proof }, maxRedirects: 0 })
  }

  /** Runs an action that makes the browser itself write to its console. */
  async expecting(errors: RegExp, action: () => Promise<void>): Promise<void> {
    this.announces(errors)
    await action()
  }

  announces(errors: RegExp): void {
    this.#guard.announces(errors)
  }

  /** Fails the test when something is cut off at the side or the console holds an unexpected error. */
  async leaves(): Promise<void> {
    if (!this.#isThere) return
    this.#isThere = false
    const cutOff = () =>
      this.page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement
        return Math.max(0, scrollWidth - clientWidth)
      })
    if (!this.page.isClosed()) await expect.soft.poll(cutOff, 'pixels cut off at the side').toBe(0)
    await this.context.close()
    // An account has one session, which the next story may need.
    if (this.#session) {
      const { origin, headers } = this.#session
      const address = `${origin}/api/session`
      const proof = await this.#key.prove('DELETE', address, headers.authorization)
      await fetch(address, { method: 'DELETE', headers: { ...headers, ...proof } })
      // Many tests use the demo accounts, each in a browser of its own.
      await (await LocalMode.at(origin)).forgetDeviceChanges(subjectOf(headers.authorization))
    }
    this.#guard.check()
  }

  async fillsIn(email: string, password: string, form = this.main): Promise<void> {
    await form.getByLabel('Email').fill(email)
    await form.getByLabel('Mot de passe', { exact: true }).fill(password)
  }

  async #goesOffline(): Promise<void> {
    // oxlint-disable-next-line project/no-flaky-test -- the page has loaded, or has been offline already
    await this.context.setOffline(true)
  }

  /** Keeps the token of a claim and the session id in its answer. */
  async #noteCredentials(response: Response): Promise<void> {
    const request = response.request()
    const { authorization } = request.headers()
    const isClaim = request.method() === 'POST' && new URL(response.url()).pathname === '/api/session'
    if (!isClaim || !response.ok() || authorization === undefined) return
    const { sessionId } = (await response.json()) as { sessionId: string }
    const headers = { authorization, 'x-session-id': sessionId }
    this.#session = { origin: new URL(response.url()).origin, headers }
  }
}
