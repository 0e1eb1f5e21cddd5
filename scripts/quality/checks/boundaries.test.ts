import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { fileURLToPath } from 'node:url'
import { boundaries, boundaryOf, refusal, roomOf, targetOf } from './boundaries.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const SOURCES = '{shared,functions,infra,scripts,web}/**/*.{ts,tsx,mjs}'
const TESTS = /\.test\.tsx?$|\/test(?:-support)?\//
const IMPORT = /\b(?:from|import)\s*\(?\s*'([#.][^']+)'/g

/** Imports of the project's sources, without its tests. */
let imports: { from: string; to: string }[]
beforeAll(async () => {
  imports = []
  for await (const path of glob(SOURCES, { cwd: ROOT, exclude: ['web/dist/**'] })) {
    const from = path.replaceAll('\\', '/')
    if (TESTS.test(from)) continue
    const found = readFileSync(join(ROOT, from), 'utf8').matchAll(IMPORT)
    for (const [, specifier = ''] of found) imports.push({ from, to: targetOf(from, specifier) })
  }
})

test.each([
  ['shared/domain/a.ts', 'react'],
  ['shared/domain/a.ts', 'node:crypto'],
  ['shared/domain/a.ts', '#functions/data/keys.ts'],
  ['shared/domain/a.ts', '../contract/define-route.ts'],
  ['functions/session/a.ts', '#scripts/local/users/server.ts'],
  ['functions/session/a.ts', '@aws-sdk/client-dynamodb'],
  ['functions/session/a.ts', '../files/handler.ts'],
  ['functions/data/a.ts', '../http/guard.ts'],
  ['infra/stacks/a.ts', '#functions/data/users.ts'],
  ['web/src/features/subjects/a.tsx', '../viewer/viewer.tsx'],
  ['web/e2e/a.spec.ts', '#web/lib/config.ts'],
  ['scripts/local/a.ts', '#scripts/operations/ask.ts'],
])('%s may not import %s', (file, specifier) => {
  expect(refusal(file, specifier)).toEqual(expect.any(String))
})

test.each([
  ['shared/contract/a.ts', 'valibot'],
  ['shared/contract/a.ts', '../domain/days/week.ts'],
  ['shared/contract/a.test.ts', '../test-support/runs.ts'],
  ['functions/session/a.ts', '../data/users.ts'],
  ['functions/session/a.test.ts', '#scripts/local/users/server.ts'],
  ['infra/stacks/a.ts', '#functions/session/environment.ts'],
  ['infra/stacks/a.test.ts', '#shared/test-support/runs.ts'],
  ['scripts/deploy.ts', '#infra/stages.ts'],
])('%s may import %s', (file, specifier) => {
  expect(refusal(file, specifier)).toBeUndefined()
})

test('every allowed arrow is used', () => {
  const unused = Object.entries(boundaries).flatMap(([room, { imports: allowed }]) => {
    const made = imports.filter(
      ({ from, to }) => boundaryOf(roomOf(from)) === boundaries[room] && roomOf(from) !== roomOf(to),
    )
    const isUsed = (target: string) =>
      made.some(({ to }) => matchesGlob(target.endsWith('.ts') ? to : roomOf(to), target))
    return allowed.filter((target) => !isUsed(target)).map((target) => `${room} to ${target}`)
  })
  expect(unused).toEqual([])
})

/** Folders whose imports are compared, the innermost first. A file beside them, such as a command, stands for itself. */
const FOLDERS = [
  /^web\/src\/features\/[^/]+/,
  /^web\/src\/[^/]+/,
  /^scripts\/quality\/[^/]+/,
  /^[^/]+\/[^/]+/,
]
const folderOf = (file: string) => FOLDERS.flatMap((folder) => folder.exec(file)?.[0] ?? [])[0] ?? file

test('no folder imports a folder that imports it, be it by way of others', () => {
  const next = Map.groupBy(imports, ({ from }) => folderOf(from))
  const reached = (folder: string, known = new Set<string>()): Set<string> => {
    for (const { to } of next.get(folder) ?? []) {
      if (known.has(folderOf(to)) || folderOf(to) === folder) continue
      known.add(folderOf(to))
      reached(folderOf(to), known)
    }
    return known
  }
  const reach = new Map([...next.keys()].map((folder) => [folder, reached(folder)]))
  const circular = imports.filter(
    ({ from, to }) => folderOf(from) !== folderOf(to) && reach.get(folderOf(to))?.has(folderOf(from)),
  )
  expect(circular.map(({ from, to }) => `${from} imports ${to}`)).toEqual([])
})
