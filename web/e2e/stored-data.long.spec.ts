import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type BrowserContextOptions, expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, PREMIUM } from './support/account.ts'
import { Person } from './support/person.ts'
import { test } from './support/story.ts'

test.describe('after a sign-out', () => {
  const TITLE = 'Bac SM 2023 - Session Normale'
  /** Length of the piece by which a file is found again. */
  const PIECE_BYTES = 64

  test.use({ serviceWorkers: 'allow' })

  test('a sign-out leaves no document and nothing of the account in the browser', async ({
    playwright,
    baseURL,
    visitLog,
  }, testInfo) => {
    const folder = testInfo.outputPath('profile')
    const { launchOptions, locale } = testInfo.project.use
    const context = await playwright.chromium.launchPersistentContext(folder, {
      ...launchOptions,
      ...(locale && { locale }),
      ...(baseURL && { baseURL }),
    })
    visitLog.follows(context)
    const student = await Person.in(context)
    const { page } = student
    /** Pieces of the documents that the browser fetched. */
    const pieces: Buffer[] = []
    page.on('response', (response) => {
      const { pathname } = new URL(response.url())
      if (pathname.startsWith('/files/')) expect(response.headers()['cache-control']).toBe('no-store')
    })

    await test.step('a student reads, prints and saves a paper, and watches a video', async () => {
      await student.signsIn(PREMIUM, DEMO_PASSWORD)
      await student.isSignedIn(PREMIUM)
      const tickets: string[] = []
      page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/files/')) tickets.push(request.url())
      })
      await student.opens('/sujets-bac/sm')
      const row = student.row('2023')
      await student.lightPaper.click()
      const viewer = page.getByRole('dialog', { name: TITLE })
      await student.seesPage(viewer)
      await page.keyboard.press('Escape')
      const saving = page.waitForEvent('download')
      await row.getByRole('button', { name: 'Télécharger' }).first().click()
      await (await saving).delete()
      await student.opens('/videos-gratuites')
      await student
        .button(/^Regarder la vidéo/)
        .first()
        .click()
      const video = student.dialog.locator('video')
      await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(1)
      await video.evaluate(async (it: HTMLVideoElement) => {
        it.muted = true
        await it.play()
      })
      await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.currentTime)).toBeGreaterThan(0.2)
      for (const address of new Set(tickets)) {
        const answer = await context.request.get(address, { headers: { range: 'bytes=0-65535' } })
        expect(answer.ok(), address).toBe(true)
        const body = await answer.body()
        const places = Array.from({ length: 10 }, (_, tenth) => Math.floor((body.length * tenth) / 10))
        const variety = (piece: Buffer) => new Set(piece).size
        const [piece = Buffer.alloc(0)] = places
          .map((at) => body.subarray(at, at + PIECE_BYTES))
          .toSorted((one, other) => variety(other) - variety(one))
        expect(variety(piece), address).toBeGreaterThan(PIECE_BYTES / 4)
        pieces.push(piece)
      }
      expect(
        new Set(tickets.map((address) => new URL(address).pathname.split('/').at(-1))).size,
      ).toBeGreaterThan(1)
      await page.keyboard.press('Escape')
    })

    await test.step('and opens the pages of their own work, whose answers the browser keeps', async () => {
      await student.opens('/mes-revisions')
      await expect
        .poll(async () => (await student.keeps()).local)
        .toEqual(expect.arrayContaining(['revision.kept./api/practice', 'revision.kept./api/progress']))
    })

    await test.step('nothing is left in storages, in the caches of the service worker and in cookies', async () => {
      await student.signsOut(PREMIUM)
      await expect.poll(async () => (await student.keeps()).local).toEqual([])
      const stored = () =>
        page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
      await expect.poll(stored).not.toMatch(/eyJ|premium@demo|sujets-bac|bac-SM/)
      const cached = () =>
        page.evaluate(async () => {
          const names = await caches.keys()
          const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
          return requests.flat().map(({ url }) => new URL(url).pathname)
        })
      await expect.poll(async () => (await cached()).length).toBeGreaterThan(0)
      const isPersonal = /^\/(?:files|api\/(?:session|files|progress|practice|reports|admin|account))/
      await expect.poll(async () => (await cached()).filter((path) => isPersonal.test(path))).toEqual([])
      const soon = Date.now() / 1000 + 300
      for (const { name, expires, httpOnly } of await context.cookies()) {
        expect([name, httpOnly]).toEqual(['__Host-lecteur', true])
        expect(expires).toBeLessThanOrEqual(soon)
      }
    })

    await test.step('and no byte of a document on the disk', async () => {
      await context.close()
      const files = await readAll(folder)
      // The browser has written its cache, because the site's own files are in it.
      expect(files.some(({ bytes }) => bytes.includes('/assets/'))).toBe(true)
      for (const piece of pieces)
        expect(files.filter(({ bytes }) => bytes.includes(piece)).map(({ path }) => path)).toEqual([])
    })
  })

  async function readAll(folder: string): Promise<{ path: string; bytes: Buffer }[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    return Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async ({ parentPath, name }) => ({ path: name, bytes: await readFile(join(parentPath, name)) })),
    )
  }
})

/** Tries to read the private key as a script of the page. */
async function exportsKey(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const [{ name = '' } = {}] = await indexedDB.databases()
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name)
      request.addEventListener('success', () => resolve(request.result))
    })
    const keys = await new Promise<CryptoKeyPair>((resolve) => {
      const request = database.transaction(name).objectStore(name).get(name)
      request.addEventListener('success', () => resolve(request.result as CryptoKeyPair))
    })
    database.close()
    return crypto.subtle.exportKey('jwk', keys.privateKey).then(
      () => 'exported',
      (error: Error) => error.name,
    )
  })
}

test('a copy of everything that a browser stores opens nothing in another one', async ({
  browser,
  baseURL,
  student,
}) => {
  const uses = async (state: BrowserContextOptions = {}) =>
    Person.in(await browser.newContext({ baseURL: baseURL as string, ...state }), false)
  const own = await uses()
  await own.signsIn(student.email, student.password)
  await own.isSignedIn(student.email)
  await expect.poll(() => exportsKey(own.page)).toBe('InvalidAccessError')

  const copy = await uses({ storageState: await own.context.storageState() })
  const claim = copy.page.waitForResponse((response) => new URL(response.url()).pathname === '/api/session')
  await copy.opens('/sujets-bac/sm')
  expect((await claim).status()).toBe(409)
  await copy.isVisitor()

  const renewal = own.page.waitForResponse((response) => response.url().endsWith('/api/session/activity'))
  await own.opensUserMenu(student.email)
  await own.button('Rafraîchir la session').click()
  expect((await renewal).status()).toBe(200)
  for (const { context } of [own, copy]) await context.close()
})

for (const { clock, time } of [
  { clock: 'a year behind', time: Date.now() - 365 * 86_400_000 },
  { clock: 'a year ahead', time: Date.now() + 365 * 86_400_000 },
])
  test(`a phone whose clock is ${clock} signs in and stays signed in`, async ({ person, student }) => {
    await person.context.clock.install({ time })
    await person.signsIn(student.email, student.password)
    await person.isSignedIn(student.email)
    const renewal = person.page.waitForResponse((response) =>
      response.url().endsWith('/api/session/activity'),
    )
    await person.page.clock.fastForward(31_000)
    expect((await renewal).status()).toBe(200)
  })
