import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { type Lockfile, listMissing, withMissing, withoutUnknown } from './lockfile.ts'

const lockfile = (packages: Lockfile['packages']): Lockfile => ({ packages: { '': {}, ...packages } })
const needing = (optionalDependencies: Record<string, string>, more = {}) => ({
  version: '1.0.0',
  integrity: 'sha512-x',
  optionalDependencies,
  ...more,
})

test('the lockfile names the optional packages of every platform; npm run lockfile adds them', () => {
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
  expect(listMissing(locked)).toEqual([])
})

test.each([
  { name: '@s/a-linux-x64-musl', platform: { os: ['linux'], cpu: ['x64'], libc: ['musl'] } },
  { name: '@s/a-linux-arm64-gnu', platform: { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] } },
  { name: '@s/a-linux-arm64-glibc', platform: { os: ['linux'], cpu: ['arm64'], libc: ['glibc'] } },
  { name: '@s/a-linux-arm-gnueabihf', platform: { os: ['linux'], cpu: ['arm'] } },
  { name: '@s/a-android-arm-eabi', platform: { os: ['android'], cpu: ['arm'] } },
  { name: '@s/a-win32-ia32-msvc', platform: { os: ['win32'], cpu: ['ia32'] } },
  { name: '@dynoxide/darwin-arm64', platform: { os: ['darwin'], cpu: ['arm64'] } },
])('adds $name for its platform', ({ name, platform }) => {
  const { packages } = withMissing(lockfile({ 'node_modules/a': needing({ [name]: '1.2.3' }) }))
  expect(packages[`node_modules/${name}`]).toEqual({ version: '1.2.3', optional: true, ...platform })
})

test('adds two versions of a package beside each other, and one only once', () => {
  const complete = withMissing(
    lockfile({
      'node_modules/a': needing({ 'a-win32-x64': '1.0.0' }),
      'node_modules/b': needing({ 'a-win32-x64': '1.0.0' }),
      'node_modules/b/node_modules/a': needing({ 'a-win32-x64': '2.0.0' }, { dev: true }),
    }),
  )
  const entry = { optional: true, os: ['win32'], cpu: ['x64'] }
  expect(listMissing(complete)).toEqual([])
  expect(complete.packages).toMatchObject({
    'node_modules/a-win32-x64': { version: '1.0.0', ...entry },
    'node_modules/b/node_modules/a/node_modules/a-win32-x64': { version: '2.0.0', dev: true, ...entry },
  })
})

test.each([
  { needs: { 'a-wasm32-wasi': '1.0.0' }, refusal: 'The name a-wasm32-wasi says no platform' },
  { needs: { 'a-win32-x64': '^1.0.0' }, refusal: 'node_modules/a needs a-win32-x64 in a range: ^1.0.0' },
])('refuses what it would have to guess: $refusal', ({ needs, refusal }) => {
  expect(() => withMissing(lockfile({ 'node_modules/a': needing(needs) }))).toThrow(refusal)
})

test('leaves out what npm could not look up, not what comes in a bundle', () => {
  const known = {
    'node_modules/a': needing({ 'a-win32-x64': '1.0.0' }),
    'node_modules/a/node_modules/b': { version: '1.0.0', inBundle: true },
  }
  const all = withMissing(lockfile(known))
  expect(Object.keys(all.packages)).toContain('node_modules/a-win32-x64')
  expect(withoutUnknown(all)).toEqual(lockfile(known))
})
