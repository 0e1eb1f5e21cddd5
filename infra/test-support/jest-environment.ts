import { TestEnvironment } from 'jest-environment-node'

/** Gives tests Node's own `process.getBuiltinModule`, and thereby modules that stay loaded between test files. */
export default class NodeEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    this.global.process.getBuiltinModule = process.getBuiltinModule
  }
}
