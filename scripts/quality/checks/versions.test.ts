import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

type Packages = Record<string, string>
const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Packages
>
const all = { ...dependencies, ...devDependencies, ...optionalDependencies }

test('every package is pinned to one version', () => {
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('nvm, the workflows and the project run one Node', () => {
  const brought = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(brought.length).toBeGreaterThan(2)
  for (const [, version] of brought) expect(read('.nvmrc').trim()).toBe(version)
})

test('Renovate groups packages that are there', () => {
  const { packageRules } = JSON.parse(read('renovate.json')) as {
    packageRules: { matchPackageNames?: string[] }[]
  }
  const named = packageRules.flatMap(({ matchPackageNames = [] }) => matchPackageNames)
  const isThere = (pattern: string) => {
    const start = pattern.replace(/\*+$/, '')
    return Object.keys(all).some((name) => (start === pattern ? name === pattern : name.startsWith(start)))
  }
  // `node` is what .nvmrc holds.
  expect(named.filter((pattern) => pattern !== 'node' && !isThere(pattern))).toEqual([])
})
