import type { Browser } from '@playwright/test'
import { DEMO_PASSWORD } from '#scripts/local/demo/accounts.ts'
import { bacFileId, demoSize } from '#scripts/local/demo/files.ts'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import type { Figure } from '../limits.ts'
import { measureRounds, median } from './report.ts'
import { openPhone, openTab, type VisitOptions } from './visits.ts'

const STUDENT = 'premium@demo.bac'
/** After the last request of a page, and between two papers. */
const PAUSE_MS = 2_000

type Paper = { of: string; track: TrackCode; year: string }

const [firstTrack, secondTrack = firstTrack] = TRACK_CODES
/** A light paper of the demo, and two with the weight of real ones. */
const LIGHT: Paper = { of: "the demo's paper", track: firstTrack, year: '2022' }
const REAL: readonly Paper[] = [
  { of: 'a scan of 8 MB', track: firstTrack, year: '2025' },
  { of: 'typeset, 3 MB', track: secondTrack, year: '2025' },
]

/** Seconds that a student waits, and the bytes of reading the whole paper. */
type Reading = { firstPage: number; nextPage: number; bytes: number }

/** Each with an empty cache, as a reader who saves data, and then further ones as phones do. */
export async function measurePapers(
  browser: Browser,
  { origin, rounds, log }: VisitOptions,
): Promise<Figure[]> {
  const papers = [LIGHT, ...REAL]
  // The first round also prepares the papers.
  const visits = await measureRounds(rounds, async () => {
    const reader = await openReader(browser, origin)
    const readings = new Map<Paper, Reading>()
    for (const paper of papers) readings.set(paper, await reader.read(paper))
    const later = await reader.openLater(['2024', '2023'])
    await reader.leave()
    return { readings, later }
  })
  log('papers')
  const middle = (paper: Paper, of: keyof Reading) =>
    median(visits.map(({ readings }) => readings.get(paper)?.[of] ?? Number.NaN))
  const firstLight = middle(LIGHT, 'firstPage')
  return [
    ...papers.flatMap((paper): Figure[] => [
      { limit: 'firstPaper', of: paper.of, value: middle(paper, 'firstPage') },
      { limit: 'nextPage', of: paper.of, value: middle(paper, 'nextPage') },
    ]),
    ...REAL.flatMap((paper): Figure[] => [
      { limit: 'realPaper', of: paper.of, value: middle(paper, 'firstPage') / firstLight },
      { limit: 'wholePaper', of: paper.of, value: middle(paper, 'bytes') / sizeOf(paper) },
    ]),
    { limit: 'nextPaper', of: 'second and third', value: median(visits.flatMap(({ later }) => later)) },
  ]
}

function sizeOf({ track, year }: Paper): number {
  return demoSize(bacFileId({ track, year, session: 'Normale' }, 'statement')).size ?? Number.NaN
}

async function openReader(browser: Browser, origin: string) {
  const phone = await openPhone(browser)
  const page = await openTab(phone)
  const session = await phone.newCDPSession(page)
  await page.goto(`${origin}/login`)
  const form = page.getByRole('main')
  await form.getByLabel('Email').fill(STUDENT)
  await form.getByLabel('Mot de passe', { exact: true }).fill(DEMO_PASSWORD)
  await form.getByRole('button', { name: 'Se connecter' }).click()
  await page.getByRole('button', { name: STUDENT }).waitFor()

  async function visit(track: TrackCode): Promise<void> {
    await session.send('Network.clearBrowserCache')
    await page.goto(`${origin}${subjectsPath(track)}`)
    await page.getByRole('button', { name: 'Voir' }).first().waitFor()
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(PAUSE_MS)
  }

  async function open(year: string): Promise<number> {
    const time = await page.evaluate<number>(`(${UNTIL_DRAWN})('${year}')`)
    await page.waitForTimeout(PAUSE_MS)
    return time
  }

  /** A document that stays open is open again on the next page of the same address. */
  async function close(): Promise<void> {
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
  }

  return {
    async read({ track, year }: Paper): Promise<Reading> {
      const saving = await page.addInitScript(SAVE_DATA)
      await visit(track)
      const firstPage = await open(year)
      await saving.dispose()
      const pages = await page.locator('dialog [data-page]').count()
      const nextPage = await page.evaluate<number>(`(${UNTIL_SHOWN})(2)`)
      for (let number = 3; number <= pages; number += 1)
        await page.evaluate<number>(`(${UNTIL_SHOWN})(${number})`)
      await page.waitForTimeout(PAUSE_MS)
      const bytes = await page.evaluate<number>(BYTES_OF_PAPERS)
      await close()
      return { firstPage, nextPage, bytes }
    },

    /** @returns the seconds of each */
    async openLater(years: readonly string[]): Promise<number[]> {
      await visit(firstTrack)
      await open(LIGHT.year)
      const times: number[] = []
      for (const year of years) {
        await close()
        times.push(await open(year))
      }
      await close()
      return times
    },

    /** Frees the account's one session for the next round. */
    async leave(): Promise<void> {
      await page.getByRole('button', { name: STUDENT }).click()
      await page.getByRole('button', { name: 'Se déconnecter' }).click()
      await page.getByRole('banner').getByRole('button', { name: 'Se connecter' }).waitFor()
      await phone.close()
    },
  }
}

/** Runs in the page, so it is text: returns the seconds until the picture of a page is on the screen. */
const SHOWN = `(selector, act) => new Promise((resolve) => {
  const start = performance.now()
  act()
  const look = () => {
    const picture = document.querySelector(selector)
    if (!picture?.complete || picture.naturalWidth === 0) return requestAnimationFrame(look)
    requestAnimationFrame(() => setTimeout(() => resolve((performance.now() - start) / 1_000)))
  }
  look()
})`

/** Runs in the page: taps the paper of a year, and waits for any of its pages. */
const UNTIL_DRAWN = `(year) => {
  const row = [...document.querySelectorAll('main tr')].find(({ textContent }) => textContent.includes(year))
  const button = [...row.querySelectorAll('button')].find(({ textContent }) => textContent === 'Voir')
  return (${SHOWN})('dialog [data-page] img', () => button.click())
}`

/** Runs in the page: scrolls to a page, and waits for it. */
const UNTIL_SHOWN = `(number) => (${SHOWN})(
  'dialog [data-page="' + number + '"] img',
  () => document.querySelector('dialog [data-page="' + number + '"]').scrollIntoView(),
)`

/** Runs in the page: the bytes of everything that was fetched of papers. */
const BYTES_OF_PAPERS = `performance.getEntriesByType('resource')
  .filter(({ name }) => new URL(name).pathname.startsWith('/files/'))
  .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`

/** Runs in the page: a reader who saves data, for whom nothing is fetched before it is needed. */
const SAVE_DATA = `Object.defineProperty(navigator.connection, 'saveData', { value: true })`
