import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { listen, type RunningServer } from '#scripts/local/http-server.ts'
import { startLocalCloud } from '#scripts/local/local-cloud.ts'
import { optionsFrom } from '#scripts/local/options.ts'
import { ensureChromium } from '../checks/chromium.ts'
import type { Figure, LimitName } from '../limits.ts'
import { measurePapers } from './papers.ts'
import type { Log } from './report.ts'
import { measureVisits, PAGES } from './visits.ts'

/** Ports and data apart from those of `npm start` and the browser tests. */
const PRODUCT = { PORT: '3140', DATA_DIR: '.local/bench-web' }
const STATIC_PORT = 3150

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
    await staticSite.close()
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

/** The least that shows the same words: pages without scripts and with their styles inlined, cached for an hour. */
async function startStaticSite(origin: string): Promise<RunningServer> {
  const pages = new Map<string, Buffer>()
  for (const path of PAGES) pages.set(path, brotliCompressSync(await withoutScripts(path, origin)))
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'cache-control': 'max-age=3600',
  }
  return listen(STATIC_PORT, (request, response) => {
    const page = pages.get(request.url ?? '')
    response.writeHead(page ? 200 : 404, headers).end(page)
  })
}

const STYLE_SHEET = /<link\b[^>]*rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g

/** Whole sheets take the place of the inlined part and of the links. */
async function withoutScripts(path: string, origin: string): Promise<string> {
  const read = async (address: string) => {
    const response = await fetch(new URL(address, origin))
    if (!response.ok) throw new Error(`${address}: status ${response.status}`)
    return response.text()
  }
  // A script of the page contains a link, too.
  const html = (await read(path)).replaceAll(
    /<script\b(?![^>]*application\/ld\+json)[^>]*>[\s\S]*?<\/script>/g,
    '',
  )
  const sheets = await Promise.all([...html.matchAll(STYLE_SHEET)].map(([, href = '']) => read(href)))
  return html
    .replaceAll(/<link\b[^>]*rel="(?:modulepreload|preload|manifest)"[^>]*>/g, '')
    .replaceAll(STYLE_SHEET, '')
    .replaceAll(/<style\b[^>]*>[\s\S]*?<\/style>/g, '')
    .replace('</head>', () => `<style>${sheets.join('\n')}</style></head>`)
}
