import type * as jestGlobals from '@jest/globals'
import { TestEnvironment } from 'jest-environment-node'

/** Gives tests Node's own `process.getBuiltinModule`, and thereby modules that stay loaded between test files. */
export default class NodeEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    this.global.process.getBuiltinModule = process.getBuiltinModule
  }
}

declare global {
  const test: typeof jestGlobals.test
  const describe: typeof jestGlobals.describe
  const expect: typeof jestGlobals.expect
  const beforeAll: typeof jestGlobals.beforeAll
  const beforeEach: typeof jestGlobals.beforeEach
  const afterAll: typeof jestGlobals.afterAll
  const afterEach: typeof jestGlobals.afterEach
}
