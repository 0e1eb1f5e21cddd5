import type { Config } from 'jest'

const TRANSFORM = '<rootDir>/infra/test-support/jest-transform.ts'

/** The tests of infra; all others run under Vitest (vitest.config.ts). */
const config: Config = {
  roots: ['<rootDir>/infra'],
  testMatch: ['**/*.test.ts'],
  testEnvironment: '<rootDir>/infra/test-support/jest-environment.ts',
  transform: { '\\.ts$': TRANSFORM, '/node_modules/(aws-cdk-lib|constructs)/': TRANSFORM },
  transformIgnorePatterns: ['/node_modules/(?!(aws-cdk-lib|constructs)/)'],
  extensionsToTreatAsEsm: ['.ts'],
  // One process, so that the CDK is loaded once; a worker more costs as much processor time as it saves.
  maxWorkers: 1,
  // Its key would not contain the transform.
  cache: false,
  // Only what hangs needs a limit: on a machine under load a test takes ten times as long.
  testTimeout: 240_000,
}

export default config
