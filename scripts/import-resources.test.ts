import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { exportResources } from '#functions/admin/list-resources.ts'
import { createAuditLog } from '#functions/data/audit.ts'
import { createResourceLists } from '#functions/data/resource-lists.ts'
import { DRIVE_ID } from '#functions/test-support/content.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { importFile, textOf } from './import-resources.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

const csv = [
  'track;theme;chapter;year;session;resourceType;type;title;file',
  ...Array.from(
    { length: 100 },
    (_, index) => `SM;ondes;1;${1900 + index};Normale;exercise;pdf;Énoncé;${DRIVE_ID}`,
  ),
  'SM;ondes;1;20;Normale;exercise;pdf;Énoncé;x',
].join('\n')

test('a file is tried, imported in batches by SYSTEM, and found unchanged in the export', async () => {
  const shown: string[] = []
  const show = (line: string) => shown.push(line)
  const expected = { created: 100, updated: 0, unchanged: 0, refused: 1 }
  expect(await importFile(store.table, csv, { isDryRun: true, show })).toEqual(expected)
  expect(await createAuditLog(store.table).listActivity()).toEqual([])
  expect(await importFile(store.table, csv, { isDryRun: false, show })).toEqual(expected)
  expect(shown.slice(-3)).toEqual([
    '80 lignes sur 101...',
    'Ligne 102 : year : Veuillez entrer une année valide (4 chiffres)',
    expect.stringContaining('Ligne 102 : file : '),
  ])
  expect(await createAuditLog(store.table).listActivity()).toMatchObject([
    { actor: { type: 'system' }, count: 2 },
  ])
  const exported = await exportResources({ resourceLists: createResourceLists(store.table) })
  expect(await importFile(store.table, exported, { isDryRun: false, show })).toEqual({
    created: 0,
    updated: 0,
    unchanged: 100,
    refused: 0,
  })
})

test.each([
  ['UTF-8', [...new TextEncoder().encode('Énoncé')]],
  ["Excel's older encoding", [0xc9, 0x6e, 0x6f, 0x6e, 0x63, 0xe9]],
])('a file in %s is read', (_, bytes) => {
  expect(textOf(new Uint8Array(bytes))).toBe('Énoncé')
})

async function command(script: string, ...given: string[]) {
  const path = fileURLToPath(new URL(`${script}.ts`, import.meta.url))
  // Nothing listens on the port: no local cloud is touched by these calls.
  const child = spawn(process.execPath, [path, ...given], { env: { ...process.env, PORT: '9' } })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: Number(code), out, err }
}

test.each([
  ['import-resources', ['--help'], 0, 'Usage : npm run import'],
  ['export-resources', ['--help'], 0, 'Usage : npm run export'],
  ['import-resources', ['--stage', 'local'], 2, 'Usage : npm run import'],
  ['import-resources', ['--stage', 'nulle-part', '--file', 'x'], 2, 'Usage : npm run import'],
  ['export-resources', ['--autre'], 2, 'Usage : npm run export'],
  ['import-resources', ['--stage', 'local', '--file', 'absent.csv'], 1, 'absent.csv'],
  ['export-resources', ['--stage', 'local'], 1, 'Le mode local ne répond pas'],
])('%s %j ends with %i', async (script, given, code, words) => {
  const ended = await command(script, ...given)
  expect(ended.code).toBe(code)
  expect(ended.out + ended.err).toContain(words)
})
