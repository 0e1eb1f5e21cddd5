import { defineConfig } from 'vitest/config'
import { LONG_ONLY } from './scripts/quality/checks/unit-runners.ts'
import { isLongRun } from './shared/test-support/runs.ts'

// Only what hangs needs a limit: on a machine under load a test takes ten times as long.
const TIMEOUT = 240_000

/** All tests but those of infra, which run under Jest (jest.config.ts). */
export default defineConfig({
  test: {
    projects: [
      'web/vite.config.ts',
      {
        test: {
          name: 'server',
          globals: true,
          include: ['{shared,functions,scripts}/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...(isLongRun ? [] : [LONG_ONLY])],
          // A worker loads a library once, not once a file, which took a quarter of the time; own modules are fresh in each file.
          pool: 'forks',
          maxWorkers: '100%',
          isolate: false,
          setupFiles: ['functions/test-support/fresh-file.ts'],
          globalSetup: ['scripts/local/test-support/test-keys.ts'],
          restoreMocks: true,
          // It imports JSON in a way that Node refuses.
          server: { deps: { inline: ['@actions/workflow-parser'] } },
          testTimeout: TIMEOUT,
          hookTimeout: TIMEOUT,
        },
      },
    ],
  },
})
