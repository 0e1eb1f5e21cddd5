import { defineConfig } from '@playwright/test'

/**
 * The browser tests play against the whole product in local mode: built bundles and real emulators. Two halves of them
 * run side by side, each with a product of its own, since a story changes what another would find.
 */
const products = {
  // Beside a running `npm start`: ports and data of their own.
  reading: { port: 3100, dataDir: '.local/e2e-reading' },
  accounts: { port: 3120, dataDir: '.local/e2e-accounts' },
}

/** The stories of whoever reads; all others are about accounts and the administration. */
const READING = ['viewer', 'student-site', 'crawl', 'keyboard', 'offline', 'phone'].map(
  (story) => `**/${story}*.spec.ts`,
)

const originOf = ({ port }: { port: number }) => `http://localhost:${port}`

export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    locale: 'fr-FR',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      // As root, Chromium cannot use its sandbox; the pages are our own, on loopback.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'reading', workers: 1, testMatch: READING, use: { baseURL: originOf(products.reading) } },
    { name: 'accounts', workers: 1, testIgnore: READING, use: { baseURL: originOf(products.accounts) } },
  ],
  webServer: Object.values(products).map((product) => ({
    command: 'node scripts/start.ts --reset',
    env: { PORT: String(product.port), DATA_DIR: product.dataDir },
    url: `${originOf(product)}/__local/status`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
    stdout: 'pipe' as const,
  })),
})
