import type { Browser, BrowserContext, Page } from '@playwright/test'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { Figure } from '../limits.ts'
import { LARGEST_PAINT } from './first-visits.ts'
import { openPhone, openTab, signIn } from './phone.ts'
import { type Log, median } from './report.ts'

const PAGE = subjectsPath(TRACK_CODES[0])

type Options = { origin: string; reference: string; rounds: number; log: Log }

/** Opening the search, second visits beside a static page from the browser's cache, and the first page after a sign-in. */
export async function measureNextVisits(
  browser: Browser,
  { origin, reference, rounds, log }: Options,
): Promise<Figure[]> {
  const student = await openPhone(browser, 'allow')
  const login = await student.newPage()
  await signIn(login, origin)
  await login.waitForLoadState('networkidle')
  await login.close()
  const rows: { search: number; second: number; ratio: number; premium: number }[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const ours = await visitTwice(browser, `${origin}${PAGE}`)
    const plain = await visitTwice(browser, `${reference}${PAGE}`)
    const row = {
      search: await openSearch(browser, `${origin}${PAGE}`),
      second: ours,
      ratio: ours / plain,
      premium: await openSignedIn(student, origin),
    }
    if (round > 0) rows.push(row)
  }
  await student.close()
  log('search, second visit, signed in')
  const middle = (of: (row: (typeof rows)[number]) => number) => median(rows.map(of))
  return [
    { limit: 'searchOpen', of: PAGE, value: middle(({ search }) => search) },
    {
      limit: 'secondVisitRatio',
      of: `${PAGE}, ${Math.round(middle(({ second }) => second))} ms`,
      value: middle(({ ratio }) => ratio),
    },
    { limit: 'premiumKnown', of: PAGE, value: middle(({ premium }) => premium) / 1_000 },
  ]
}

/** Milliseconds until the largest paint of the second visit, once the first one's caches are filled. */
async function visitTwice(browser: Browser, url: string): Promise<number> {
  const phone = await openPhone(browser, 'allow')
  try {
    const first = await openTab(phone)
    await first.goto(url, { waitUntil: 'load' })
    await untilKept(first)
    await first.close()
    const second = await openTab(phone)
    await second.goto(url, { waitUntil: 'load' })
    return await second.evaluate<number>(LARGEST_PAINT)
  } finally {
    await phone.close()
  }
}

/** Waits until a page's service worker is at work and has cached it; a page without scripts has none. */
async function untilKept(page: Page): Promise<void> {
  if ((await page.locator('script[type="module"]').count()) === 0) return
  await page.evaluate(KEPT)
}

/** Milliseconds from the keys to the search's focused field, on a page at rest. */
async function openSearch(browser: Browser, url: string): Promise<number> {
  const phone = await openPhone(browser)
  try {
    const page = await openTab(phone)
    await page.goto(url, { waitUntil: 'networkidle' })
    return await page.evaluate<number>(SEARCH_TIME)
  } finally {
    await phone.close()
  }
}

/** Milliseconds until the page shows a student who has signed in on an earlier visit that they have Premium. */
async function openSignedIn(phone: BrowserContext, origin: string): Promise<number> {
  const page = await openTab(phone)
  await page.addInitScript(MARK_PREMIUM)
  await page.goto(`${origin}${PAGE}`)
  await page.waitForFunction(() => performance.getEntriesByName('premium').length > 0)
  const time = await page.evaluate(() => performance.getEntriesByName('premium')[0]?.startTime)
  await page.close()
  return time ?? Number.NaN
}

/** Runs in the page: looks until its service worker controls it and has cached it. */
const KEPT = `(async () => {
  while (!navigator.serviceWorker.controller || !(await caches.match(location.pathname)))
    await new Promise((done) => setTimeout(done, 50))
})()`

/** Runs in the page: presses Control and K, and waits for the field. */
const SEARCH_TIME = `new Promise((resolve, reject) => {
  setTimeout(() => reject(new Error('the search did not open')), 10_000)
  const start = performance.now()
  const look = () =>
    document.activeElement?.getAttribute('role') === 'combobox'
      ? resolve(performance.now() - start)
      : requestAnimationFrame(look)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
  look()
})`

/** Runs in the page before its scripts: a mark once papers can be downloaded, which only Premium accounts may. */
const MARK_PREMIUM = `(() => {
  const isPremium = () =>
    [...document.querySelectorAll('main button')].some((button) => button.textContent.includes('Télécharger'))
  const look = () => (isPremium() ? performance.mark('premium') : requestAnimationFrame(look))
  requestAnimationFrame(look)
})()`
