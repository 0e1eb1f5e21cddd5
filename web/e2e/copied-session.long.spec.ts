import { type BrowserContext, expect, type Page } from '@playwright/test'
import type { Account } from './support/account.ts'
import { test } from './support/story.ts'

// These browsers make their own key, as a student's does; other stories use a key that the test knows.

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.goto('/login')
  const form = page.getByRole('main')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Mot de passe', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Se connecter' }).click()
  await isSignedIn(page, email)
}

const isSignedIn = (page: Page, email: string) =>
  expect(page.getByRole('button', { name: email })).toBeVisible()

const isVisitor = (page: Page) =>
  expect(page.getByRole('banner').getByRole('button', { name: 'Se connecter' })).toBeVisible()

const copyOf = async (context: BrowserContext) => context.storageState()

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
  const own = await browser.newContext({ baseURL: baseURL as string })
  const page = await own.newPage()
  await signIn(page, student)
  await expect.poll(() => exportsKey(page)).toBe('InvalidAccessError')

  const other = await browser.newContext({
    baseURL: baseURL as string,
    storageState: await copyOf(own),
  })
  const copy = await other.newPage()
  const claim = copy.waitForResponse((response) => new URL(response.url()).pathname === '/api/session')
  await copy.goto('/sujets-bac/sm')
  expect((await claim).status()).toBe(409)
  await isVisitor(copy)

  const renewal = page.waitForResponse((response) => response.url().endsWith('/api/session/activity'))
  await page.getByRole('button', { name: student.email }).click()
  await page.getByRole('button', { name: 'Rafraîchir la session' }).click()
  expect((await renewal).status()).toBe(200)
  await own.close()
  await other.close()
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
