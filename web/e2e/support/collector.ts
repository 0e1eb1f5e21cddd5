import { setTimeout } from 'node:timers/promises'
import type { APIResponse, Response } from '@playwright/test'
import type { LocalMode } from './local-mode.ts'
import type { Person } from './person.ts'

/** Scripts that a page loads for owners only: their forms contain the format of an address in Drive. */
export const OF_OWNERS =
  /\/(?:admin-page|admin-subjects|document-input|exercises-page|upload-form|subject-management)-[\w-]+\.js$/
/** Matches the scripts that a script imports, at once or later, and those that the worker fetches beforehand. */
const SCRIPT_NAMES = /(?:import\(|from|import|url"?:)\s*["'`]((?:\.\/|\/?assets\/)[\w.-]+\.js)["'`]/g

/** An account may request 60 tickets a minute; these are asked for twice, and until their documents are prepared. */
export const TICKETS = 16
const FILES = ['1.webp', '1@2x.webp', 'text.json', 'manifest.json', 'document.pdf']
const PREPARING_MS = 5_000
/** A browser sends this many requests at once to one host. */
const AT_ONCE = 6
const TABS = 3

/** Scripts by their addresses, which contain a hash of their content and are the same for all readers. */
const scripts = new Map<string, Promise<string>>()

export type Listed = { id: string; isFree?: boolean; available?: boolean; hasFile?: boolean }
type Ticket = { mode: string; version: string } & Partial<
  Record<'url' | 'base' | 'query', string> & { captionsUrl: string | null }
>
type Granted = { id: string; ticket: Ticket }

const PDF = Buffer.from('%PDF')

/** A person whose browser keeps every answer, headers included. */
export class Collector {
  readonly #person: Person
  /** Paths of scripts and other built files, which contain a hash of their content: each is read once. */
  readonly #built = new Set<string>()
  readonly #texts = new Set<string>()
  readonly #pdfs = new Set<string>()
  readonly #keeping: Promise<void>[] = []
  #credentials: Record<string, string> = {}

  constructor(person: Person) {
    this.#person = person
    person.context.on('response', (response) => this.#keeping.push(this.#keeps(response)))
  }

  async signedIn(): Promise<void> {
    this.#credentials = await this.#person.credentials()
  }

  /** Returns the paths of all answers that are a PDF, or contain one. */
  async pdfs(): Promise<string[]> {
    await Promise.all(this.#keeping)
    return [...this.#pdfs]
  }

  async asks(path: string, headers: Record<string, string> = {}): Promise<APIResponse> {
    const answer = await this.#person.calls(path, { ...this.#credentials, ...headers })
    await this.#keeps(answer)
    return answer
  }

  /** Fetches every file of the site as it is delivered, and every list. @returns the lists' items */
  async reads(files: readonly string[], lists: readonly string[]): Promise<Listed[]> {
    await someAtOnce(files, (path) => this.asks(path))
    const answers = await someAtOnce(lists, async (path) => {
      const answer = await this.#asksInTime(path)
      const { items } = (await answer.json()) as { items: Listed[] }
      return items
    })
    return answers.flat()
  }

  /** Repeats a request, since a function may reach its time limit on a busy machine. */
  async #asksInTime(path: string) {
    let answer = await this.asks(path)
    for (let times = 1; answer.status() >= 500 && times < 4; times += 1) answer = await this.asks(path)
    return answer
  }

  async opens(pages: readonly string[]): Promise<void> {
    const waiting = [...pages]
    const visits = Array.from({ length: TABS }, async () => {
      const tab = await this.#person.context.newPage()
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        await tab.goto(path)
        await this.#person.hasLoaded({ tab })
      }
      await tab.close()
    })
    await Promise.all(visits)
  }

  /** Requests tickets for documents of every kind, to view and to save. @returns those that were granted */
  async asksForTickets(documents: readonly Listed[]): Promise<Granted[]> {
    const step = Math.ceil(documents.length / (TICKETS / 2))
    const wanted = documents
      .filter((_, index) => index % step === 0)
      .flatMap(({ id }) => ['inline', 'attachment'].map((way) => ({ id, way })))
    const ask = async ({ id, way }: (typeof wanted)[number]): Promise<Granted[]> => {
      const path = `/api/files/${id}?disposition=${way}`
      let answer = await this.#asksInTime(path)
      while (answer.status() === 409) {
        await setTimeout(PREPARING_MS)
        answer = await this.#asksInTime(path)
      }
      return answer.ok() ? [{ id, ticket: (await answer.json()) as Ticket }] : []
    }
    const [first, ...others] = wanted
    // The first request goes alone, because it sets the cookie that all links of a visitor are bound to.
    const granted = [first ? await ask(first) : [], ...(await someAtOnce(others, ask))]
    return granted.flat()
  }

  /** Fetches documents whole, in part and beyond their end, and with faulty addresses. @returns the statuses */
  async fetches(granted: readonly Granted[], local: LocalMode): Promise<number[]> {
    const soon = new Date(Date.now() + 60_000)
    const files = granted.flatMap(({ ticket: { url } }) => url ?? [])
    const [url = ''] = files
    const { pathname } = new URL(url)
    const others = [
      ...granted.map(({ id, ticket }) => `/files/${id}/${ticket.version}/inline/a.pdf`),
      ...granted.map(({ id }) => `/files/${id}/older/inline/a.pdf`).slice(0, 1),
      '/files/a/b/c',
    ]
    const asked: { address: string; range?: string }[] = [
      ...files.flatMap((address) => [
        { address, range: 'bytes=0-99' },
        { address, range: 'bytes=999999999999-' },
      ]),
      ...granted.flatMap(({ ticket: { base, query, captionsUrl } }) => [
        ...(captionsUrl ? [{ address: captionsUrl }] : []),
        ...(base ? FILES.map((name) => ({ address: `${base}/${name}?${query}` })) : []),
      ]),
      { address: url },
      { address: url.replace(/Signature=.{4}/, 'Signature=AAAA') },
      ...(await Promise.all(
        others.map(async (path) => ({
          address: await local.signAgain(url.replace(pathname, path), soon),
          range: 'bytes=0-99',
        })),
      )),
    ]
    return someAtOnce(asked, async ({ address, range }) =>
      (await this.asks(address, range === undefined ? {} : { range })).status(),
    )
  }

  /**
   * Returns the scripts of the pages, those that they import or may import later, and those that the worker fetches.
   * @param also scripts that the person's pages do not load, whose imports are followed too
   */
  async reachableScripts({ also }: { also?: RegExp } = {}): Promise<Map<string, string>> {
    const texts = new Map<string, string>()
    let waiting = ['/sw.js', ...[...this.#built].filter((path) => path.endsWith('.js'))]
    while (waiting.length > 0) {
      const next = [...new Set(waiting)].filter(
        (path) => !texts.has(path) && (!OF_OWNERS.test(path) || also?.test(path)),
      )
      waiting = []
      await someAtOnce(next, async (path) => {
        if (!scripts.has(path))
          scripts.set(
            path,
            this.#person.calls(path).then((answer) => answer.text()),
          )
        const text = (await scripts.get(path)) ?? ''
        texts.set(path, text)
        for (const [, name = ''] of text.matchAll(SCRIPT_NAMES))
          waiting.push(new URL(name, `http://site${path}`).pathname)
      })
    }
    return texts
  }

  /** Returns everything that was received: answers, their headers, and every reachable script. */
  async everything(): Promise<string> {
    await Promise.all(this.#keeping)
    return [...this.#texts, ...(await this.reachableScripts()).values()].join('\n')
  }

  async #keeps(answer: APIResponse | Response): Promise<void> {
    const { pathname } = new URL(answer.url())
    if (this.#built.has(pathname)) return
    if (pathname.startsWith('/assets/')) this.#built.add(pathname)
    try {
      this.#texts.add(JSON.stringify([answer.url(), await answer.headersArray()]))
      const { 'content-type': type = '' } = answer.headers()
      // A film has hundreds of megabytes.
      if (type.startsWith('video')) return
      const body = await answer.body()
      if (/text|json|javascript/.test(type)) this.#texts.add(body.toString())
      if (type.includes('pdf') || body.includes(PDF)) this.#pdfs.add(pathname)
    } catch {
      // The page may have been left before its answer was read.
    }
  }
}

/** Maps a list with a few calls at once, in the list's order. */
async function someAtOnce<T, R>(all: readonly T[], act: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  let next = 0
  const workers = Array.from({ length: AT_ONCE }, async () => {
    while (next < all.length) {
      const index = next
      next += 1
      answers[index] = await act(all[index] as T)
    }
  })
  await Promise.all(workers)
  return answers
}
