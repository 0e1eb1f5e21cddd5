import { createRequire } from 'node:module'
import { TestEnvironment } from 'jest-environment-node'
import type { TemplatesModule } from './templates.ts'

declare global {
  /** Synthesises in the worker, outside the modules of a test file; undefined outside Jest. */
  var createTemplatesInWorker: TemplatesModule['createTemplates'] | undefined
}

const require = createRequire(import.meta.url)

/** Loads the CDK once a worker, when a suite first wants a template, in place of once a suite: a second each. */
export default class TemplateEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup()
    this.global.createTemplatesInWorker = (name, environment, changes) =>
      (require('./templates.ts') as TemplatesModule).createTemplates(
        name,
        structuredClone(environment),
        structuredClone(changes),
      )
  }
}
