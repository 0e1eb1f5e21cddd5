import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#infra/run-app.ts'
import { INLINE_SCRIPTS } from '#shared/contract/start-script.ts'
import { listLacking, listMethods } from './browser-features.ts'

test.each([
  ['list.toSorted()', ['toSorted']],
  ['Object.groupBy(list, nameOf)', ['Object.groupBy']],
  ['AbortSignal.any([one, other])', ['AbortSignal.any']],
  ['new Set([1]).union(other)', ['union']],
  ['Promise.withResolvers()', ['Promise.withResolvers']],
  ['Iterator.from(list)', ['Iterator.from']],
  ['const pattern = /(?<!a)b/', ['(?<']],
  ['new RegExp(`(?<=${start})b`)', ['(?<']],
  ['element.showPopover()', ['showPopover']],
])('finds what a supported browser lacks in %s', (script, names) => {
  expect(listLacking(script)).toEqual(names)
})

test.each([
  'list.map(nameOf).at(-1)',
  'structuredClone(value)',
  'navigator.locks.request(name, run)',
  'element.showPopover?.()',
  'const pattern = /(?<year>a)(?!b)/',
  'const table = { toSorted: true }; table.toSorted',
  'Object.hasOwn(table, name)',
])('finds nothing in %s', (script) => {
  expect(listLacking(script)).toEqual([])
})

/**
 * Names that scripts may use, by the part of the site: those that it asks for before, and methods of its own that have
 * the name of a newer one.
 */
const ALLOWED: Record<string, readonly string[]> = {
  common: ['requestIdleCallback'],
  'sign-up-form': ['take'],
  signInHelpers: ['copyTo'],
  sw: ['handle'],
  'text-preview': ['handler'],
  vendor: ['navigation', 'setImmediate', 'use'],
  'viewer-dialog': ['exitFullscreen', 'requestFullscreen'],
}

/** The folder of the built site, which other tests need too. */
let client: string
beforeAll(() => {
  const built = execFileSync(process.execPath, [join(ROOT, 'infra/site-build.ts'), 'dev'], {
    encoding: 'utf8',
  })
  client = join(built, 'client')
})

describe('styles', () => {
  const stylesIn = (pattern: string) =>
    globSync(pattern, { cwd: client }).map((file) => readFileSync(join(client, file), 'utf8'))

  test('mix colours only for browsers that can, since others would drop the declaration before it too', () => {
    const [sheet = ''] = stylesIn('assets/*.css')
    expect(sheet).toContain('color-mix(')
    expect(sheet.replaceAll(/@supports \(color:[^{]+\{(?:[^{}]+\{[^{}]*\})+\}/g, '')).not.toContain(
      'color-mix(',
    )
  })

  test('name the width of a screen as Safari reads it, also those inside a page', () => {
    const styles = [...stylesIn('assets/*.css'), ...stylesIn('index.html')]
    expect(styles).toHaveLength(2)
    for (const style of styles) {
      expect(style).toMatch(/@media \(min-width:/)
      expect(style).not.toMatch(/@media[^{]*[<>]=/)
    }
  })
})

test('no script of the site needs what a supported browser lacks and the site does not bring', () => {
  const files = globSync('**/*.js', { cwd: client }).map((file) => ({
    name: file.replace(/^assets\/|-[\w-]{8}\.js$|\.js$/g, ''),
    script: readFileSync(join(client, file), 'utf8'),
  }))
  const [brought] = files.filter(({ name }) => name === 'older-browsers')
  const isBrought = (name: string, methods: readonly string[]) => methods.includes(name.replace(/^\w+\./, ''))
  const methods = listMethods(brought?.script ?? '')
  const found = files
    .concat(INLINE_SCRIPTS.map((script, at) => ({ name: `inline script ${at}`, script })))
    .map(({ name, script }) => [
      name,
      listLacking(script)
        .filter((each) => !isBrought(each, methods))
        .toSorted(),
    ])
    .filter(([, names]) => names?.length)
  expect(Object.fromEntries(found)).toEqual(ALLOWED)
})
