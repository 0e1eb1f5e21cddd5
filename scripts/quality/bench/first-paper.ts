import type { Browser, Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#scripts/local/demo/accounts.ts'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Figure } from '../limits.ts'
import { openPhone, openTab } from './phone.ts'
import { median } from './report.ts'
import type { VisitOptions } from './visits.ts'

/** After the last request of a page, and between two papers. */
const PAUSE_MS = 2_000

const STUDENT = 'premium@demo.bac'

/** Measures the seconds from the tap on a paper to its first page: with an empty cache, and of later papers. */
export async function measurePapers(
  browser: Browser,
  { origin, rounds, log }: VisitOptions,
): Promise<Figure[]> {
  const measured: number[][] = []
  // The first round warms the servers and is not counted.
  for (let round = 0; round <= rounds; round += 1) measured.push(await openPapers(browser, origin))
  log('papers')
  const times = measured.slice(1)
  return [
    { limit: 'firstPaper', of: 'at once', value: median(times.map(([first = Number.NaN]) => first)) },
    { limit: 'nextPaper', of: 'second and third', value: median(times.flatMap(([, ...next]) => next)) },
  ]
}

/** Opens papers as a student with Premium, in a browser of its own: one that saves data, then as phones do. */
async function openPapers(browser: Browser, origin: string): Promise<number[]> {
  const phone = await openPhone(browser)
  const page = await openTab(phone)
  const session = await phone.newCDPSession(page)
  const visit = async () => {
    await session.send('Network.clearBrowserCache')
    await page.goto(`${origin}${subjectsPath(TRACK_CODES[0])}`)
    await page.getByRole('button', { name: 'Voir' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(PAUSE_MS)
  }
  await signIn(page, origin)
  const saving = await page.addInitScript(SAVE_DATA)
  await visit()
  const first = await openPaper(page, 0)
  await saving.dispose()
  await visit()
  await openPaper(page, 0)
  const next = [await openPaper(page, 1), await openPaper(page, 2)]
  await signOut(page)
  await phone.close()
  return [first, ...next]
}

async function openPaper(page: Page, index: number): Promise<number> {
  const time = await page.evaluate<number>(`(${UNTIL_DRAWN})(${index})`)
  await page.waitForTimeout(PAUSE_MS)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return time
}

async function signIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`)
  const form = page.getByRole('main')
  await form.getByLabel('Email').fill(STUDENT)
  await form.getByLabel('Mot de passe', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('button', { name: STUDENT }).waitFor()
}

/** Frees the account's one session for the next round. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: STUDENT }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Se connecter' }).waitFor()
}

/** Runs in the page, so it is text: taps the paper of a row and returns the seconds until a page is drawn. */
const UNTIL_DRAWN = `(index) => new Promise((resolve) => {
  const buttons = [...document.querySelectorAll('main button')].filter(({ textContent }) => textContent === 'Voir')
  new MutationObserver((_, observer) => {
    if (!document.querySelector('dialog canvas')) return
    observer.disconnect()
    requestAnimationFrame(() => setTimeout(() => resolve((performance.now() - start) / 1_000)))
  }).observe(document.body, { childList: true, subtree: true })
  const start = performance.now()
  buttons[index].click()
})`

/** Runs in the page: a reader who saves data, for whom nothing is fetched before it is needed. */
const SAVE_DATA = `Object.defineProperty(navigator.connection, 'saveData', { value: true })`
