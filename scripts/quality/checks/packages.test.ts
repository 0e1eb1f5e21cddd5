import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Licences that may be shipped to browsers and Lambda: those that ask for a notice at most. */
const ALLOWED = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0'])

/** `licence` as an SPDX expression; null without a statement. */
type ShippedPackage = { name: string; version: string; licence: string | null }

type LockedPackage = {
  version?: string
  /** Missing where npm could not look the package up: it is for another platform. */
  integrity?: string
  license?: string
  dev?: boolean
  optionalDependencies?: Packages
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Packages = Record<string, string>
const {
  dependencies = {},
  devDependencies,
  optionalDependencies,
} = JSON.parse(read('package.json')) as Record<
  'dependencies' | 'devDependencies' | 'optionalDependencies',
  Packages
>
const all = { ...dependencies, ...devDependencies, ...optionalDependencies }
const { packages: locked } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, LockedPackage>
}
const nameAt = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

test('the lockfile names the optional packages of every platform, without which npm ci refuses it', () => {
  const named = Object.entries(locked).map(([path, { version }]) => `${nameAt(path)} ${version}`)
  const needed = Object.values(locked).flatMap(({ optionalDependencies: versions = {} }) =>
    Object.entries(versions).filter(([, version]) => /^\d+\.\d+\.\d+$/.test(version)),
  )
  expect(named).toEqual(expect.arrayContaining(needed.map((one) => one.join(' '))))
})

test('pins every package to one version', () => {
  expect(Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([])
})

test('uses one version of Node in nvm, workflows, container and project', () => {
  const platforms = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(platforms.length).toBeGreaterThan(2)
  for (const [, version] of platforms) expect(read('.nvmrc').trim()).toBe(version)
  const { image } = JSON.parse(read('.devcontainer/devcontainer.json')) as { image: string }
  expect(image).toBe(`node:${read('.nvmrc').split('.')[0]}-bookworm`)
})

/**
 * Packages that no one outside receives, so that their licence asks for nothing: one under the MPL runs unchanged in a
 * function, argparse belongs to the command line of markdown-it, which no bundle contains, and the DejaVu fonts, which
 * have a free licence of their own, draw share cards there.
 */
const NOT_PASSED_ON = ['@resvg/resvg-wasm', 'argparse', 'dejavu-fonts-ttf']

test('ships packages with an allowed licence only', () => {
  const shipped = listShippedPackages()
  expect(shipped.length).toBeGreaterThan(100)
  const others = shipped.filter(({ name, licence }) => !isAllowed(licence) && !NOT_PASSED_ON.includes(name))
  expect(others).toEqual([])
})

test('imports only packages for production in shipped code', () => {
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

/**
 * Packages needed for more than building and testing, with their own dependencies; two versions of one are two. Without
 * packages for other platforms that npm could not look up: their licence is that of the one for this platform.
 */
function listShippedPackages(): ShippedPackage[] {
  return Object.entries(locked)
    .filter(([path, entry]) => path !== '' && !entry.dev && entry.integrity !== undefined)
    .map(([path, { version = '', license }]) => ({ name: nameAt(path), version, licence: license ?? null }))
}

/** One of alternatives must be allowed, all of combined licences; a person reads any other SPDX expression. */
function isAllowed(licence: string | null): boolean {
  if (licence === null) return false
  const plain = licence.replace(/^\((.+)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((part) => ALLOWED.has(part))
  return plain.split(' AND ').every((part) => ALLOWED.has(part))
}

/** Lists packages that a module imports for more than types; `virtual:` is a module of our own build. */
function importedPackages(source: string): string[] {
  const specifiers = [
    ...source.matchAll(/^(?:import|export) (?!type )[^'"]*?from '([^']+)'/gm),
    ...source.matchAll(/^import '([^']+)'/gm),
    ...source.matchAll(/\bimport\('([^']+)'\)/g),
  ].map(([, specifier = '']) => specifier)
  return specifiers
    .filter((specifier) => !/^(?:[.#]|node:|virtual:)/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    )
}
