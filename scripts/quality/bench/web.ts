import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { type Browser, chromium, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '#scripts/local/demo/accounts.ts'
import { startLocalCloud } from '#scripts/local/local-cloud.ts'
import { optionsFrom } from '#scripts/local/options.ts'
import { subjectsPath } from '#shared/catalogue/page-path.ts'
import { TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { ensureChromium } from '../checks/chromium.ts'
import type { Figure, LimitName } from '../limits.ts'
import { type Log, median } from './report.ts'
import { measureVisits, openPhone, openTab, PAGES, type VisitOptions } from './visits.ts'

/** Ports and data apart from those of `npm start` and the browser tests. */
const PRODUCT = { PORT: '3140', DATA_DIR: '.local/bench-web' }
const STATIC_PORT = 3150

/** Measures the start, visits beside static pages, opened papers, and the counts of the browser tests. */
export async function measureWeb(rounds: number, log: Log): Promise<Figure[]> {
  const start = performance.now()
  const product = await startLocalCloud(optionsFrom(PRODUCT, { reset: true, watch: false }))
  const seconds = (performance.now() - start) / 1_000
  const staticSite = await startStaticSite(product.url)
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  const figures: Figure[] = [{ limit: 'startTime', of: 'packages present', value: seconds }]
  try {
    const reference = `http://localhost:${STATIC_PORT}`
    const measured = { origin: product.url, reference, rounds, log }
    figures.push(...(await measureVisits(browser, measured)), ...(await measurePapers(browser, measured)))
  } finally {
    await browser.close()
    staticSite.close()
    await product.stop()
  }
  log('browser tests')
  return [...figures, ...(await countInBrowserTests())]
}

/** Limits whose figures web/e2e/budgets.spec.ts attaches to its tests. */
const COUNTED: LimitName[] = [
  'homeScript',
  'pageScript',
  'pageScriptSignedIn',
  'scriptRequests',
  'scriptSteps',
  'idleScript',
  'amplifyUnasked',
  'viewerUnasked',
  'paperScript',
  'requestsBeforeContent',
  'layoutShift',
  'callsPerHour',
]

async function countInBrowserTests(): Promise<Figure[]> {
  const child = spawn('playwright', ['test', 'budgets', '--reporter=json'], {
    env: { ...process.env, CHROMIUM_PATH: ensureChromium() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const report = await text(child.stdout)
  // The report repeats the annotations of a test in its result.
  const attached = new Set<string>()
  JSON.parse(
    report.slice(report.indexOf('{')),
    (_, value: { type?: string; description?: string } | null) => {
      if (value?.type === 'figure') attached.add(value.description ?? '')
      return value
    },
  )
  const figures = [...attached].map((description) => JSON.parse(description) as Figure)
  const missing = COUNTED.filter((name) => figures.every(({ limit }) => limit !== name))
  return [...figures, ...missing.map((limit) => ({ limit, of: 'not measured', value: Number.NaN }))]
}

/**
 * Serves the least that shows the same words: each of the product's pages without scripts and with its styles inlined.
 * Browsers may cache them for an hour.
 */
async function startStaticSite(origin: string): Promise<Server> {
  const pages = new Map<string, Buffer>()
  for (const path of PAGES) pages.set(path, brotliCompressSync(await withoutScripts(path, origin)))
  const server = createServer((request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'br',
      'cache-control': 'max-age=3600',
    })
    response.end(page)
  })
  await new Promise<void>((resolve) => server.listen(STATIC_PORT, resolve))
  return server
}

const STYLE_SHEET = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

/** Whole sheets take the place of the inlined part and of the links. */
async function withoutScripts(path: string, origin: string): Promise<string> {
  const read = async (address: string) => (await fetch(new URL(address, origin))).text()
  const html = await read(path)
  const sheets = await Promise.all([...html.matchAll(STYLE_SHEET)].map(([, href = '']) => read(href)))
  return html
    .replaceAll(/<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g, '')
    .replaceAll(/<link\b[^>]*rel="(?:modulepreload|preload|manifest)"[^>]*>/g, '')
    .replaceAll(STYLE_SHEET, '')
    .replaceAll(/<style\b[^>]*>[\s\S]*?<\/style>/g, '')
    .replace('</head>', () => `<style>${sheets.join('\n')}</style></head>`)
}

/** After the last request of a page, and between two papers. */
const PAUSE_MS = 2_000

const STUDENT = 'premium@demo.bac'

/** Measures the seconds from the tap on a paper to its first page: with an empty cache, and of later papers. */
async function measurePapers(browser: Browser, { origin, rounds, log }: VisitOptions): Promise<Figure[]> {
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
