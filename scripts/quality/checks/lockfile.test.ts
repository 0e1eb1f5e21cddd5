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

test('misses an optional package without an entry or with one of another version', () => {
  const locked = lockfile({
    'node_modules/a': needing({ 'a-linux-x64': '1.0.0', 'a-darwin-x64': '1.0.0' }),
    'node_modules/a-linux-x64': { version: '2.0.0' },
    'node_modules/b': needing({ fsevents: '^2.0.0' }),
    'node_modules/b/node_modules/fsevents': { version: '2.3.3' },
  })
  expect(listMissing(locked)).toEqual([
    { name: 'a-linux-x64', version: '1.0.0', neededBy: 'node_modules/a' },
    { name: 'a-darwin-x64', version: '1.0.0', neededBy: 'node_modules/a' },
  ])
})

test('finds a package where Node does: beside the one that needs it, or above', () => {
  const inner = 'node_modules/@s/a/node_modules/b'
  const need = { [inner]: needing({ 'c-linux-x64': '1.0.0' }) }
  for (const path of [`${inner}/node_modules`, 'node_modules/@s/a/node_modules', 'node_modules'])
    expect(listMissing(lockfile({ ...need, [`${path}/c-linux-x64`]: { version: '1.0.0' } }))).toEqual([])
  const elsewhere = { 'node_modules/d/node_modules/c-linux-x64': { version: '1.0.0' } }
  expect(listMissing(lockfile({ ...need, ...elsewhere }))).toHaveLength(1)
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

test.each([{ dev: true }, { devOptional: true }, {}])('adds a package as what needs it is: %j', (kind) => {
  const { packages } = withMissing(lockfile({ 'node_modules/a': needing({ 'a-win32-x64': '1.0.0' }, kind) }))
  expect(packages['node_modules/a-win32-x64']).toEqual({
    version: '1.0.0',
    ...kind,
    optional: true,
    os: ['win32'],
    cpu: ['x64'],
  })
})

test('adds two versions of a package beside each other, and one only once', () => {
  const complete = withMissing(
    lockfile({
      'node_modules/a': needing({ 'a-win32-x64': '1.0.0' }),
      'node_modules/b': needing({ 'a-win32-x64': '1.0.0' }),
      'node_modules/b/node_modules/a': needing({ 'a-win32-x64': '2.0.0' }),
    }),
  )
  expect(listMissing(complete)).toEqual([])
  expect(Object.keys(complete.packages)).toEqual([
    '',
    'node_modules/a',
    'node_modules/a-win32-x64',
    'node_modules/b',
    'node_modules/b/node_modules/a',
    'node_modules/b/node_modules/a/node_modules/a-win32-x64',
  ])
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
