import { type APIResponse, expect, type Response, test } from '@playwright/test'
import { freshEmail } from './support/account.ts'
import { LocalMode } from './support/local-mode.ts'
import { Person } from './support/person.ts'

const OWNER = { email: 'proprietaire@demo.bac', password: 'demo1234' }
const PREMIUM = { email: 'premium@demo.bac', password: 'demo1234' }

/** Also as a script's pattern writes it: `google\.com`. */
const GOOGLE_HOST = /(?:google(?:apis|usercontent|video)?|gstatic|youtube)\\?\.com/i

/** Every kind of page, also those that are not for students. */
const PAGES = [
  '/',
  '/login',
  '/signup',
  '/compte',
  '/science-math',
  '/science-math/ondes/1',
  '/science-physique/piles/1',
  '/svt',
  '/sujets-bac',
  '/sujets-bac/sm',
  '/sujets-bac/upload',
  '/videos-gratuites',
  '/contact',
  '/a-propos',
  '/premium',
  '/admin',
  '/admin/tableau-de-bord',
  '/inconnue',
]
const FILES_OF_THE_SITE = ['/sw.js', '/config.json', '/site.webmanifest', '/robots.txt', '/sitemap.xml']

/** Scripts that a page loads for owners alone: their forms know what an address in Drive looks like. */
const OF_OWNERS = /\/(?:admin-page|admin-subjects|upload-form|subject-management)-[\w-]+\.js$/
/** What a script imports, at once or later, and what the worker fetches beforehand. */
const SCRIPT_NAMES = /(?:import\(|from|import|url"?:)\s*["'`]((?:\.\/|\/?assets\/)[\w.-]+\.js)["'`]/g

/** An account may ask for 60 tickets a minute, some of which its pages do. */
const TICKETS = 40

/** Of a chapter, or a bac subject. */
type Listed = { id: string; isFree?: boolean; available?: boolean; hasFile?: boolean }
type Ticket = { url: string; captionsUrl: string | null }

// Each walks through the whole site.
test.describe.configure({ mode: 'serial', timeout: 240_000 })

/** Where the owner says that documents are, and who the owners are. */
let secrets: string[]
/** Every chapter's path. */
let chapters: string[]

/** Somebody who keeps all that he is answered, headers too. */
class Collector {
  readonly person: Person
  readonly #scripts = new Set<string>()
  readonly #headers: Promise<string>[] = []
  #credentials: Record<string, string> = {}

  constructor(person: Person) {
    this.person = person
    person.context.on('response', (response) => this.#notes(response))
  }

  async signedIn(): Promise<void> {
    this.#credentials = await this.person.credentials()
  }

  /** Calls the site beside his pages, and keeps the answer; of a document only what is said about it. */
  async asks(path: string, headers: Record<string, string> = {}): Promise<APIResponse> {
    const answer = await this.person.calls(path, { ...this.#credentials, ...headers })
    const isDocument = new URL(answer.url()).pathname.startsWith('/files/') && answer.ok()
    this.person.received.push(JSON.stringify(answer.headersArray()), isDocument ? '' : await answer.text())
    return answer
  }

  async json<T>(path: string): Promise<T> {
    return (await this.asks(path)).json() as Promise<T>
  }

  /** Every page of the site as it is delivered, every list, every file beside the pages. @returns what is not free */
  async readsLists(): Promise<Listed[]> {
    for (const path of [...PAGES, ...chapters, ...FILES_OF_THE_SITE]) await this.asks(path)
    await this.asks('/api/videos')
    const lists = [
      ...['SM', 'PC', 'SVT'].map((track) => `/api/subjects?track=${track}`),
      ...chapters.map((path) => `/api/chapters${path}`),
    ]
    const items: Listed[] = []
    for (const path of lists) items.push(...(await this.json<{ items: Listed[] }>(path)).items)
    return items.filter(({ isFree, available, hasFile }) => !isFree && (available ?? hasFile))
  }

  async opensPages(): Promise<void> {
    for (const path of PAGES) {
      await this.person.opens(path)
      await this.person.page.waitForLoadState('networkidle')
    }
  }

  /** Asks for documents of every kind, both ways. @returns the tickets he was given */
  async asksForTickets(documents: readonly Listed[]): Promise<Ticket[]> {
    const given: Ticket[] = []
    const step = Math.ceil(documents.length / (TICKETS / 2))
    for (const { id } of documents.filter((_, index) => index % step === 0))
      for (const disposition of ['inline', 'attachment']) {
        const answer = await this.asks(`/api/files/${id}?disposition=${disposition}`)
        if (answer.ok()) given.push((await answer.json()) as Ticket)
      }
    return given
  }

  /** What is said about a document that one may have: whole, in part, behind its end, and about what went wrong. */
  async fetches(tickets: readonly Ticket[], local: LocalMode): Promise<number[]> {
    const statuses: number[] = []
    const asks = async (url: string, headers?: Record<string, string>) =>
      statuses.push((await this.asks(url, headers)).status())
    for (const { url, captionsUrl } of tickets) {
      await asks(url, { range: 'bytes=0-99' })
      await asks(url, { range: 'bytes=999999999999-' })
      if (captionsUrl !== null) await asks(captionsUrl)
    }
    const [{ url } = { url: '' }] = tickets
    await asks(url)
    await asks(url.replace(/Signature=.{4}/, 'Signature=AAAA'))
    const soon = new Date(Date.now() + 60_000)
    const { pathname } = new URL(url)
    for (const path of [pathname.replace(/\/[\w-]+\/inline\//, '/older/inline/'), '/files/a/b/c'])
      await asks(await local.signAgain(url.replace(pathname, path), soon))
    return statuses
  }

  /**
   * The scripts of his pages, those that they import or may import later, and those that the worker fetches.
   * @param also follows imports of these too, which no page of his asks for
   */
  async reachableScripts({ also }: { also?: RegExp } = {}): Promise<Map<string, string>> {
    const texts = new Map<string, string>()
    const waiting = ['/sw.js', ...this.#scripts]
    for (const path of waiting) {
      if (texts.has(path) || (OF_OWNERS.test(path) && !also?.test(path))) continue
      const text = await (await this.person.calls(path)).text()
      texts.set(path, text)
      for (const [, name = ''] of text.matchAll(SCRIPT_NAMES))
        waiting.push(new URL(name, `http://site${path}`).pathname)
    }
    return texts
  }

  /** What of all that he received should not be his. */
  async leaks(): Promise<string[]> {
    const scripts = [...(await this.reachableScripts()).values()]
    const received = [
      await this.person.everythingReceived(),
      ...(await Promise.all(this.#headers)),
      ...scripts,
    ]
    const text = [...new Set(received)].join('\n')
    // The lists, and what was said about documents, are among it.
    expect(text).toContain('bac-SM-2023-Normale')
    expect(text).toContain('strict-transport-security')
    const [host] = GOOGLE_HOST.exec(text) ?? []
    return [...secrets, ...(host === undefined ? [] : [host])]
      .filter((secret) => text.includes(secret))
      .map((secret) => around(text, secret))
  }

  /** Ends his visit; refusals, which browsers write to the console, are part of it. */
  async leaves(): Promise<void> {
    await this.person.context.close()
  }

  #notes(response: Response): void {
    const { pathname } = new URL(response.url())
    if (pathname.endsWith('.js')) this.#scripts.add(pathname)
    this.#headers.push(
      response.allHeaders().then(
        (headers) => JSON.stringify([response.url(), headers]),
        () => '',
      ),
    )
  }
}

/** A few words before and behind, to know the place by. */
function around(text: string, secret: string): string {
  const at = text.indexOf(secret)
  return text.slice(Math.max(0, at - 80), at + secret.length + 40)
}

test.beforeAll(async ({ browser }) => {
  const owner = await Person.withoutWorker(browser)
  await owner.signsIn(OWNER.email, OWNER.password)
  const credentials = await owner.credentials()
  const subjects = await (await owner.calls('/api/admin/subjects', credentials)).json()
  const csv = await (await owner.calls('/api/admin/resources/export', credentials)).text()
  const files = [
    ...(subjects.items as { file: string }[]).map(({ file }) => file),
    ...(csv.match(/demo-drive-[\w-]+/g) ?? []),
  ]
  expect(new Set(files).size).toBeGreaterThan(1_000)
  secrets = [...new Set(files), OWNER.email, 'associee@demo.bac']
  const sitemap = await (await owner.calls('/sitemap.xml')).text()
  chapters = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)]
    .map(([, url = '']) => new URL(url, 'http://site').pathname)
    .filter((path) => /^\/[\w-]+\/[\w-]+\/\d+$/.test(path))
  expect(chapters.length).toBeGreaterThan(30)
  await owner.opens('/')
  await owner.signsOut(OWNER.email)
  await owner.leaves()
})

let visitor: Collector

test.beforeEach(async ({ browser }) => {
  visitor = new Collector(await Person.withoutWorker(browser))
})
test.afterEach(() => visitor.leaves())

test('the search would find it: scripts of owners name Drive’s host', async () => {
  await visitor.person.opens('/')
  const everybodys = await visitor.reachableScripts()
  // The viewer, the account and the sign-in are among what is looked through.
  for (const part of ['viewer-dialog', 'account-page', 'upload-page', 'session', 'subjects-page'])
    expect(
      [...everybodys.keys()].filter((path) => path.includes(`/${part}-`)),
      part,
    ).not.toEqual([])
  const naming = (scripts: Map<string, string>) =>
    [...scripts].filter(([, text]) => GOOGLE_HOST.test(text)).map(([path]) => path)
  expect(naming(everybodys)).toEqual([])
  expect(naming(await visitor.reachableScripts({ also: OF_OWNERS }))).not.toEqual([])
})

test('an anonymous visitor receives no file id and no Google host', async ({ baseURL }) => {
  const { person } = visitor
  await visitor.opensPages()
  const documents = await visitor.readsLists()
  expect(await visitor.asksForTickets(documents)).toEqual([])
  const { items: free } = await visitor.json<{ items: Listed[] }>('/api/videos')
  const tickets = await visitor.asksForTickets(free)
  expect(tickets.length).toBeGreaterThan(10)
  const statuses = await visitor.fetches(tickets, await LocalMode.at(baseURL as string))
  expect([...new Set(statuses)].toSorted((a, b) => a - b)).toEqual([200, 206, 403, 404, 416])
  await person.opens('/videos-gratuites')
  await person
    .button(/^Regarder la vidéo/)
    .first()
    .click()
  await expect(person.dialog.locator('video')).toBeVisible()
  expect(await visitor.leaks()).toEqual([])
})

test('a free student receives no file id and no Google host', async () => {
  const { person } = visitor
  const email = freshEmail()
  await person.signsUp(email, 'physique-2026')
  await person.isSignedIn(email)
  await visitor.signedIn()
  await visitor.opensPages()
  expect(await visitor.asksForTickets(await visitor.readsLists())).toEqual([])
  expect(await visitor.leaks()).toEqual([])
})

test('a premium student receives no file id and no Google host', async ({ baseURL }) => {
  const { person } = visitor
  await person.signsIn(PREMIUM.email, PREMIUM.password)
  await person.isSignedIn(PREMIUM.email)
  await visitor.signedIn()
  await visitor.opensPages()
  const tickets = await visitor.asksForTickets(await visitor.readsLists())
  expect(tickets.length).toBeGreaterThan(TICKETS / 2)
  const statuses = await visitor.fetches(tickets, await LocalMode.at(baseURL as string))
  expect([...new Set(statuses)]).toEqual(expect.arrayContaining([200, 206, 403, 404, 416]))
  await person.opens('/sujets-bac/sm')
  await person.button('Voir').first().click()
  await expect.poll(() => person.drawnPixels(person.dialog), { timeout: 40_000 }).toBeGreaterThan(500)
  await person.page.keyboard.press('Escape')
  expect(await visitor.leaks()).toEqual([])
  await person.signsOut(PREMIUM.email)
})
