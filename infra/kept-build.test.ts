import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { keptBuild } from './kept-build.ts'

const cache = mkdtempSync(join(tmpdir(), 'kept-'))
let builds = 0

function build(inputs: unknown, before: (folder: string) => void = () => undefined): string {
  const folder = keptBuild('numbers', inputs, (out) => {
    before(out)
    writeFileSync(join(out, 'number'), `${(builds += 1)}`)
  })
  return readFileSync(join(folder, 'number'), 'utf8')
}

beforeEach(() => {
  builds = 0
  process.env['KEPT_BUILDS'] = join(cache, 'builds')
})
afterEach(() => {
  delete process.env['KEPT_BUILDS']
  rmSync(join(cache, 'builds'), { recursive: true, force: true })
})

test('builds the same inputs once, and different inputs again', () => {
  expect([1, 1, 2, 1].map((port) => build({ port }))).toEqual(['1', '1', '2', '1'])
})

test('does not keep a failed build', () => {
  const fail = () => {
    throw new Error('does not compile')
  }
  expect(() => build(null, fail)).toThrow('does not compile')
  expect(build(null)).toBe('1')
})
