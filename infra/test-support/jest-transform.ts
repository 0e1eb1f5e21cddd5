import { stripTypeScriptTypes } from 'node:module'

/**
 * Transforms modules for Jest. TypeScript is stripped as in Node itself. A module of the CDK is loaded by Node's own
 * `require` (see jest-environment.ts), because Jest would evaluate the whole CDK again in each test file.
 */
export function process(source: string, path: string): { code: string } {
  if (path.endsWith('.ts')) return { code: stripTypeScriptTypes(source) }
  const module = JSON.stringify(path)
  return {
    code: `module.exports = process.getBuiltinModule('node:module').createRequire(${module})(${module})`,
  }
}
