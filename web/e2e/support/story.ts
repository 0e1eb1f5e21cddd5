import { writeFile } from 'node:fs/promises'
import {
  type Browser,
  type BrowserContext,
  test as base,
  type Request,
  type TestInfo,
} from '@playwright/test'
import { Account, PARTNER } from './account.ts'
import { type Device, Person } from './person.ts'
import { originFor } from './products.ts'

type Settings = {
  /** The address of the demo account that the person is signed in with; null for a visitor. */
  as: string | null
  /**
   * True for pages that fetch what they will probably need while they are idle, which takes a fifth of a page's time.
   * By default people save data, as on a network that is paid by the byte.
   */
  fetchesAhead: boolean
}

type Cast = {
  /** The main person of the test, on the device of `test.use` (`viewport`, `serviceWorkers`, …). */
  person: Person
  /**
   * Adds a person on another device.
   * @param device its differences from the first person's
   * @param as an account, or the address of one of the demo, with which the person has signed in before
   */
  arrives: (device?: Device, as?: Account | string | null) => Promise<Person>
  /** A new account that no browser is signed in with. */
  student: Account
  premiumStudent: Account
  /** Lets the second owner act beside the story, while no browser of it is signed in with that account. */
  ownerActs: (act: (owner: OwnerCall) => Promise<void>) => Promise<void>
  givesPremium: (student: Account) => Promise<void>
  knows: (email: string) => Promise<Account>
  /** Restores shared data: an owner does it once all people have left, even if the story fails. */
  afterwards: (task: (owner: OwnerCall) => Promise<unknown>) => void
  keepsLog: undefined
}

/** Calls the API as an owner. @throws Error for a refusal other than NOT_FOUND */
export type OwnerCall = (method: string, path: string, body?: unknown) => Promise<Record<string, unknown>>

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

  /** Starts again for every test of the worker. */
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

/** Playwright's test with people on devices. Their visits end with the test, and unexpected console errors fail it. */
export const test = base.extend<Settings & Cast, { visitLog: VisitLog }>({
  visitLog: [async ({ browser }, use) => use(new VisitLog(browser)), { scope: 'worker' }],

  keepsLog: [
    async ({ visitLog }, use, testInfo) => {
      visitLog.begins()
      await use(undefined)
      await visitLog.keepsFor(testInfo)
    },
    { auto: true },
  ],

  as: [null, { option: true }],

  fetchesAhead: [false, { option: true }],

  baseURL: async ({ baseURL }, use, { parallelIndex }) => {
    await use(baseURL ?? originFor(parallelIndex))
  },

  arrives: async ({ browser, serviceWorkers, fetchesAhead, knows, afterwards: _afterwards }, use) => {
    const people: Person[] = []
    await use(async (device, as = null) => {
      const person = await Person.at(browser, device)
      if (serviceWorkers === 'block' && !fetchesAhead) await person.savesData()
      people.push(person)
      if (as !== null) await person.hasSignedInBefore(typeof as === 'string' ? await knows(as) : as)
      return person
    })
    for (const person of people) await person.leaves()
  },

  person: async ({ arrives, as }, use) => use(await arrives({}, as)),

  student: async ({ baseURL }, use) => {
    await use(await Account.signedUp(baseURL as string))
  },

  premiumStudent: async ({ student, givesPremium }, use) => {
    await givesPremium(student)
    await use(student)
  },

  ownerActs: async ({ knows }, use) => {
    await use(async (act) => asOwner(await knows(PARTNER), act))
  },

  givesPremium: async ({ ownerActs }, use) => {
    const body = { isPremium: true, until: null }
    await use(({ id }) =>
      ownerActs(async (call) => void (await call('PUT', `/api/admin/users/${id}/premium`, body))),
    )
  },

  afterwards: async ({ knows }, use) => {
    const tasks: ((call: OwnerCall) => Promise<unknown>)[] = []
    await use((task) => void tasks.unshift(task))
    if (tasks.length === 0) return
    await asOwner(await knows(PARTNER), async (call) => {
      for (const task of tasks) await task(call)
    })
  },

  knows: async ({ baseURL }, use) => {
    await use((email) => Account.ofDemo(baseURL as string, email))
  },
})

async function asOwner(owner: Account, act: (call: OwnerCall) => Promise<unknown>): Promise<void> {
  const call: OwnerCall = async (method, path, body) => {
    const sessionId = owner.credentials['x-session-id']
    const { status, json } = await owner.calls(method, path, { sessionId, body })
    if (status >= 400 && status !== 404) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`)
    return json
  }
  await owner.opensSession()
  try {
    await act(call)
  } finally {
    await owner.closesSession()
  }
}
