import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD, demoAccounts } from '#scripts/local/demo/accounts.ts'
import { hourOfCalls } from './hour-of-calls.ts'
import { bytesOf, receivedScripts } from './received-scripts.ts'

export type SignedInFigures = {
  /** Bytes of script of each page, by its path. */
  scriptBytes: Record<string, number>
  /** Calls of the API that an open page makes in an hour. */
  callsPerHour: number
}

/** Opens pages as a student of the demo content, each as if he had never seen it, and leaves one open for an hour. */
export async function visitSignedIn(
  browser: Browser,
  origin: string,
  paths: readonly string[],
): Promise<SignedInFigures> {
  const context = await browser.newContext({ serviceWorkers: 'block' })
  try {
    const page = await context.newPage()
    await page.clock.install()
    await signIn(page, origin)
    const scriptBytes: SignedInFigures['scriptBytes'] = {}
    for (const path of paths) scriptBytes[path] = await bytesSignedIn(page, `${origin}${path}`)
    const callsPerHour = (await hourOfCalls(page)).length
    await page.clock.resume()
    await signOut(page)
    return { scriptBytes, callsPerHour }
  } finally {
    await context.close()
  }
}

async function signIn(page: Page, origin: string): Promise<void> {
  const { email = '' } = demoAccounts.find(({ kind }) => kind === 'premium') ?? {}
  await page.goto(`${origin}/login`)
  const form = page.getByRole('main')
  await form.getByLabel('Email').fill(email)
  await form.getByLabel('Mot de passe', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('button', { name: email }).waitFor()
}

/** So that the account can be used again at once. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: '@' }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Se connecter' }).waitFor()
}

async function bytesSignedIn(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = receivedScripts(page)
  await page.goto(url)
  await page.getByRole('button', { name: '@' }).waitFor()
  await page.waitForLoadState('networkidle')
  return bytesOf(await scripts.read())
}
