import { defineConfig } from '@playwright/test'
import { ensureChromium } from './scripts/quality/checks/chromium.ts'
import { LONG_ONLY } from './scripts/quality/checks/unit-runners.ts'
import { isLongRun } from './shared/test-support/runs.ts'
import { products } from './web/e2e/support/products.ts'

// Each worker reads this file again, and finds the path in its environment.
const executablePath = ensureChromium()
process.env.CHROMIUM_PATH = executablePath

/**
 * The browser tests play against the whole product in local mode: built bundles and real emulators. Workers share the
 * files out among themselves, and each has a product of its own, since a story changes what another would find.
 */
export default defineConfig({
  testDir: 'web/e2e',
  // `npm run guide:pictures` takes pictures for the docs; other specs check their screens.
  testIgnore: [
    ...(process.env.GUIDE_PICTURES ? [] : ['**/guide-pictures.spec.ts']),
    ...(isLongRun ? [] : [LONG_ONLY]),
  ],
  // What is left there is of failures: pictures, and what consoles and requests said (web/e2e/support/story.ts).
  outputDir: 'test-results',
  preserveOutput: 'failures-only',
  reporter: [
    ['list'],
    ['./web/e2e/support/failure-reporter.ts'],
    // `npm test` counts by it.
    ...(process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ? ([['json']] as const) : []),
  ],
  workers: products.length,
  retries: 0,
  forbidOnly: true,
  // Only what hangs needs a limit: on a machine under load a story takes many times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  use: {
    locale: 'fr-FR',
    // The service worker fetches the site once more in each new browser: the specs that need it allow it.
    serviceWorkers: 'block',
    // What turns while a page waits would take an eighth of a core.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a tenth of the processor: `--trace on` records them for a closer look.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      // As root, Chromium cannot use its sandbox; the pages are our own, on loopback.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No processes in reserve: to start them costs a tenth of the run. Nor some of their own for drawing and network,
        // between which each request and each picture would be passed on.
        '--renderer-process-limit=1',
        '--in-process-gpu',
        '--enable-features=NetworkServiceInProcess2',
        // Pages live for seconds: what the compilers make of their scripts costs more than it saves, a sixth of a page with axe.
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
  webServer: {
    command: 'node web/e2e/support/start-products.ts',
    wait: { stdout: /Tous les produits sont prêts/ },
    timeout: 600_000,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    stdout: 'pipe' as const,
  },
})
