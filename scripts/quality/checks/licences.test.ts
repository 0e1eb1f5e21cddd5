import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Lockfile, mayShip, shippedPackages } from './licences.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

test.each([
  { licence: 'MIT', may: true },
  { licence: '(MIT OR GPL-3.0-or-later)', may: true },
  { licence: 'Apache-2.0 AND MIT', may: true },
  { licence: '(MIT AND Zlib)', may: false },
  { licence: '(MIT AND (Apache-2.0 OR GPL-2.0))', may: false },
  { licence: 'Apache-2.0 WITH LLVM-exception', may: false },
  { licence: 'GPL-3.0-only', may: false },
  { licence: 'AGPL-3.0-or-later', may: false },
  { licence: 'MPL-2.0', may: false },
  { licence: 'UNLICENSED', may: false },
  { licence: 'SEE LICENSE IN LICENSE.md', may: false },
  { licence: '', may: false },
  { licence: null, may: false },
])('$licence may be shipped: $may', ({ licence, may }) => {
  expect(mayShip(licence)).toBe(may)
})

test('packages for building and testing are not shipped, those inside of others are', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', license: 'MIT' },
    'node_modules/@b/c/node_modules/a': { version: '2.0.0' },
    'node_modules/d': { version: '1.0.0', license: 'GPL-3.0-only', dev: true },
  }
  expect(shippedPackages({ packages })).toEqual([
    { name: 'a', version: '1.0.0', licence: 'MIT' },
    { name: 'a', version: '2.0.0', licence: null },
  ])
})

test('every package that may be shipped has a licence that allows it', () => {
  const shipped = shippedPackages(JSON.parse(read('package-lock.json')) as Lockfile)
  expect(shipped.length).toBeGreaterThan(100)
  expect(shipped.filter(({ licence }) => !mayShip(licence))).toEqual([])
})

test('what is shipped imports nothing that is there for building and testing only', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const files = globSync(['shared/**/*.ts', 'functions/**/*.ts', 'web/{src,worker}/**/*.{ts,tsx}'], {
    cwd: ROOT,
    exclude: (path) => /\.test\.tsx?$|(?:^|\/)(?:test|test-support)$/.test(path),
  })
  expect(files.length).toBeGreaterThan(300)
  const others = files.flatMap((file) =>
    importedPackages(read(file))
      .filter((name) => !(name in dependencies))
      .map((name) => `${file}: ${name}`),
  )
  expect(others).toEqual([])
})

/** The packages that a module imports for more than their types. */
function importedPackages(source: string): string[] {
  const specifiers = [
    ...source.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm),
    ...source.matchAll(/^import '([^']+)'/gm),
    ...source.matchAll(/\bimport\('([^']+)'\)/g),
  ].map(([, specifier = '']) => specifier)
  return specifiers
    .filter((specifier) => !/^(?:[.#]|node:)/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}
