import { defineConfig } from '@playwright/test'

// Beside a running `npm start`: ports and data of its own.
const PORT = 3100

/** The browser tests play against the whole product in local mode: built bundles and real emulators. */
export default defineConfig({
  testDir: 'web/e2e',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    baseURL: `http://localhost:${PORT}`,
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
  webServer: {
    command: 'node scripts/start.ts --reset',
    env: { PORT: String(PORT), DATA_DIR: '.local/e2e' },
    url: `http://localhost:${PORT}/__local/status`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    stdout: 'pipe',
  },
})
