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
  ['shared/domain/a.ts', '@aws-sdk/client-dynamodb'],
  ['shared/domain/a.ts', 'react'],
  ['shared/domain/a.ts', 'node:crypto'],
  ['shared/domain/a.ts', '#functions/data/keys.ts'],
  ['shared/domain/a.ts', '#shared/entities/user.ts'],
  ['shared/domain/a.ts', '../../web/src/lib/config.ts'],
  ['shared/domain/a.ts', '../contract/route.ts'],
  ['shared/domain/a.test.ts', '#functions/data/keys.ts'],
  ['shared/domain/a.test.ts', 'node:fs'],
  ['functions/session/a.ts', '#infra/stages.ts'],
  ['functions/session/a.ts', '#web/lib/config.ts'],
  ['functions/session/a.ts', '#scripts/local/users/server.ts'],
  ['functions/session/a.test.ts', '#scripts/operations/ask.ts'],
  ['functions/session/a.ts', '../../shared/entities/user.ts'],
  ['functions/session/a.ts', '@aws-sdk/client-dynamodb'],
  ['functions/session/a.ts', '@aws-sdk/lib-dynamodb'],
  ['functions/session/a.ts', '@aws-sdk/client-cognito-identity-provider'],
  ['functions/session/a.ts', 'aws-cdk-lib/aws-lambda'],
  ['functions/session/a.ts', '../files/handler.ts'],
  ['functions/session/a.ts', '../pdf/read-pdf.ts'],
  ['functions/account/a.ts', '../admin/accounts/delete-user.ts'],
  ['functions/admin/handler.ts', '../publishing/publish.ts'],
  ['functions/admin/content/a.ts', '../cards/new-batch.ts'],
  ['functions/admin/content/a.ts', '../import/csv.ts'],
  ['functions/admin/oversight/a.ts', '../document-fields.ts'],
  ['functions/aws/a.ts', '../http/log.ts'],
  ['functions/aws/a.ts', '@aws-sdk/client-dynamodb'],
  ['functions/data/a.ts', '../http/guard.ts'],
  ['functions/data/a.ts', '../copies/mark-pdf.ts'],
  ['functions/data/a.ts', '@aws-sdk/client-s3'],
  ['functions/data/table/a.ts', '../users.ts'],
  ['infra/stacks/a.ts', '#functions/data/users.ts'],
  ['infra/stacks/a.ts', '../../functions/session/handler.ts'],
  ['infra/stacks/a.ts', '#functions/data/keys.ts'],
  ['infra/constructs/edge/a.ts', '../monitoring/alarms.ts'],
  ['web/src/app/a.tsx', '#functions/session/handler.ts'],
  ['web/src/app/a.tsx', '@aws-sdk/client-dynamodb'],
  ['web/src/features/subjects/a.tsx', '#web/features/viewer/viewer.tsx'],
  ['web/src/features/subjects/a.tsx', '../viewer/viewer.tsx'],
  ['web/src/features/subjects/a.tsx', '../../app/routes.tsx'],
  ['web/src/features/admin/users/a.tsx', '../../viewer/viewer.tsx'],
  ['web/src/ui/a.tsx', '../app/routes.tsx'],
  ['web/src/lib/api/a.ts', '#web/ui/button.tsx'],
  ['web/e2e/a.spec.ts', '#web/lib/config.ts'],
  ['scripts/local/a.ts', '#scripts/operations/ask.ts'],
])('%s may not import %s', (file, specifier) => {
  expect(refusal(file, specifier)).toEqual(expect.any(String))
})

test.each([
  ['shared/contract/a.ts', 'valibot'],
  ['shared/contract/a.ts', '../domain/days/week.ts'],
  ['shared/contract/a.test.ts', 'fast-check'],
  ['functions/session/a.ts', '../data/users.ts'],
  ['functions/session/a.ts', '@middy/core'],
  ['functions/session/a.test.ts', '#scripts/local/users/server.ts'],
  ['functions/admin/handler.ts', './cards/new-batch.ts'],
  ['functions/admin/content/a.ts', '../document-fields.ts'],
  ['functions/data/a.ts', '@aws-sdk/lib-dynamodb'],
  ['infra/stacks/a.ts', '#functions/session/environment.ts'],
  ['infra/stacks/a.ts', '#functions/data/table/table-shape.ts'],
  ['infra/stacks/a.test.ts', '#functions/data/keys.ts'],
  ['web/src/features/subjects/a.tsx', '#web/ui/page.tsx'],
  ['web/src/features/admin/users/a.tsx', '../admin-texts.ts'],
  ['web/src/app/a.tsx', '../features/subjects/page.tsx'],
  ['scripts/deploy.ts', '#infra/stages.ts'],
])('%s may import %s', (file, specifier) => {
  expect(refusal(file, specifier)).toBeUndefined()
})

const arrows = Object.entries(boundaries).flatMap(([room, { imports: allowed }]) =>
  allowed.map((target) => ({ room, target })),
)

test.each(arrows)('$room needs to import $target', ({ room, target }) => {
  const isUsed = imports.some(
    ({ from, to }) =>
      boundaryOf(roomOf(from)) === boundaries[room] &&
      roomOf(from) !== roomOf(to) &&
      matchesGlob(target.endsWith('.ts') ? to : roomOf(to), target),
  )
  expect(isUsed).toBe(true)
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
