import type { Browser, Page } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Figure } from '../limits.ts'
import { openPhone, openTab, STUDENT, signIn } from './phone.ts'
import { type Log, median } from './report.ts'

/** After the last request of a page, and between two papers. */
const PAUSE_MS = 2_000

/** Seconds from the tap on a paper to its first page. */
type PaperTimes = {
  /** Nothing of the viewer is on the phone, and nothing was fetched before the tap. */
  atOnce: number
  /** The same after the page was idle. */
  afterIdle: number
  /** Of the two papers opened after it. */
  next: number[]
}

/** Taps on papers in the table of subjects as a student with Premium on a slow phone. */
export async function measurePapers(
  browser: Browser,
  { origin, rounds, log }: { origin: string; rounds: number; log: Log },
): Promise<Figure[]> {
  const measured: PaperTimes[] = []
  // The first round warms the servers and is not counted.
  for (let round = 0; round <= rounds; round += 1) measured.push(await openPapers(browser, origin))
  log('papers')
  const times = measured.slice(1)
  return [
    { limit: 'firstPaper', of: 'at once', value: median(times.map(({ atOnce }) => atOnce)) },
    {
      limit: 'firstPaperIdle',
      of: 'after idle time',
      value: median(times.map(({ afterIdle }) => afterIdle)),
    },
    { limit: 'nextPaper', of: 'second and third', value: median(times.flatMap(({ next }) => next)) },
  ]
}

/** Opens papers in a browser of its own. */
async function openPapers(browser: Browser, origin: string): Promise<PaperTimes> {
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
  const atOnce = await openPaper(page, 0)
  await saving.dispose()
  await visit()
  const afterIdle = await openPaper(page, 0)
  const next = [await openPaper(page, 1), await openPaper(page, 2)]
  await signOut(page)
  await phone.close()
  return { atOnce, afterIdle, next }
}

/** Frees the account's one session for the next browser. */
async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: STUDENT }).click()
  await page.getByRole('button', { name: 'Se déconnecter' }).click()
  await page.getByRole('banner').getByRole('button', { name: 'Se connecter' }).waitFor()
}

async function openPaper(page: Page, index: number): Promise<number> {
  const time = await page.evaluate<number>(`(${UNTIL_DRAWN})(${index})`)
  await page.waitForTimeout(PAUSE_MS)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  return time
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

/** A reader who saves data: nothing is fetched that was not asked for. */
const SAVE_DATA = `Object.defineProperty(navigator.connection, 'saveData', { value: true })`
