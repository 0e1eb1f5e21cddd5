import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = '{shared,functions,infra,scripts,web/src}/**/*.{ts,tsx,mjs}'
const TESTS = /\.test\.tsx?$|\/test(?:-support)?\//
const IMPORT = /\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g

/** The folders that are compared, the innermost first. A file beside them, such as a command, stands for itself. */
const FOLDERS = [
  /^web\/src\/features\/[^/]+/,
  /^web\/src\/[^/]+/,
  /^scripts\/quality\/[^/]+/,
  /^[^/]+\/[^/]+/,
]

/** Imports from one folder to another. */
let imports: { from: string; to: string }[]
beforeAll(async () => {
  imports = []
  for await (const from of glob(SOURCES, { cwd: ROOT })) {
    if (TESTS.test(from)) continue
    const found = readFileSync(join(ROOT, from), 'utf8').matchAll(IMPORT)
    for (const [, specifier = ''] of found) imports.push({ from, to: resolve(from, specifier) })
  }
  imports = imports.filter(({ from, to }) => folderOf(from) !== folderOf(to))
})

test('no folder imports a folder that imports it, be it by way of others', () => {
  const next = Map.groupBy(imports, ({ from }) => folderOf(from))
  const reached = (folder: string, known = new Set<string>()): Set<string> => {
    for (const { to } of next.get(folder) ?? []) {
      if (known.has(folderOf(to))) continue
      known.add(folderOf(to))
      reached(folderOf(to), known)
    }
    return known
  }
  const reach = new Map([...next.keys()].map((folder) => [folder, reached(folder)]))
  const circular = imports.filter(({ from, to }) => reach.get(folderOf(to))?.has(folderOf(from)))
  expect(circular.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})

test.each([
  ['functions/admin', 'functions/data'],
  ['functions/data', 'shared/entities'],
  ['web/src/features/search', 'web/src/lib'],
])('finds the imports of %s from %s', (from, to) => {
  const found = imports.filter((each) => folderOf(each.from) === from && folderOf(each.to) === to)
  expect(found).not.toEqual([])
})

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(file), specifier))
  return specifier.replace(/^#web\//, 'web/src/').replace(/^#/, '')
}

function folderOf(file: string): string {
  return FOLDERS.flatMap((folder) => folder.exec(file)?.[0] ?? [])[0] ?? file
}
