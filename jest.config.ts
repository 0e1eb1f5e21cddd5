import type { Config } from 'jest'

// middy is ESM only, so tests run as ES modules: npm run test:unit sets the flag that Jest needs for it.
const config: Config = {
  roots: ['<rootDir>/shared', '<rootDir>/functions', '<rootDir>/infra', '<rootDir>/scripts'],
  testMatch: ['**/*.test.ts'],
  // Ten minutes: `npm run soak`.
  testPathIgnorePatterns: ['/node_modules/', '/quality/soak/'],
  testEnvironment: '<rootDir>/infra/test-support/environment.ts',
  globalSetup: '<rootDir>/scripts/local/test-support/test-keys.ts',
  setupFiles: ['<rootDir>/functions/test-support/silence.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  // Only what hangs needs a limit: on a machine under load a suite takes ten times as long.
  testTimeout: 240_000,
  // Jest leaves one processor idle, which on a small machine is half of it. A worker that has grown begins anew: after some
  // hundred suites a synthesis took ten times as long as in a young one.
  maxWorkers: '100%',
  workerIdleMemoryLimit: '400MB',
}

export default config
