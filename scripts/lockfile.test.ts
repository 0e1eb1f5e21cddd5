import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { type Lockfile, listMissing, withMissing, withoutUnknown } from '#scripts/lockfile.ts'

const lockfile = (packages: Lockfile['packages']): Lockfile => ({ packages: { '': {}, ...packages } })
const needing = (optionalDependencies: Record<string, string>) => ({
  version: '1.0.0',
  integrity: 'sha512-x',
  optionalDependencies,
})

test('the lockfile names the optional packages of every platform; npm run lockfile adds them', () => {
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lockfile
  expect(listMissing(locked)).toEqual([])
})

test('adds what npm could not look up for its platform, and leaves it out again', () => {
  const known = {
    'node_modules/a': needing({ '@s/a-linux-x64-musl': '1.2.3', '@s/a-win32-ia32-msvc': '1.2.3' }),
  }
  const all = withMissing(lockfile(known))
  expect(all.packages).toMatchObject({
    'node_modules/@s/a-linux-x64-musl': { version: '1.2.3', os: ['linux'], cpu: ['x64'], libc: ['musl'] },
    'node_modules/@s/a-win32-ia32-msvc': { version: '1.2.3', os: ['win32'], cpu: ['ia32'] },
  })
  expect(withoutUnknown(all)).toEqual(lockfile(known))
})

test('refuses to guess a platform', () => {
  const unclear = lockfile({ 'node_modules/a': needing({ 'a-wasm32-wasi': '1.0.0' }) })
  expect(() => withMissing(unclear)).toThrow('says no platform')
})
