import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jest } from '@jest/globals'
import { command as backup } from '../../backup.ts'
import { command as restore } from '../../restore.ts'
import { runCommand } from '../command-line.ts'
import { FORMAT, lineText } from './backup-lines.ts'
import { compressed } from './lines.ts'
import { TableDigest } from './table-digest.ts'

let said: string
let folder: string
beforeEach(() => {
  said = ''
  folder = mkdtempSync(join(tmpdir(), 'commands-'))
  jest.spyOn(console, 'log').mockImplementation(() => undefined)
  jest.spyOn(console, 'error').mockImplementation((text: string) => void (said += `${text}\n`))
})
afterEach(() => {
  jest.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test.each([
  [[], '--stage doit nommer'],
  [['--stage', 'local'], '--file doit nommer'],
  [['--stage', 'local', '--file', 'f', '--segments', '0'], '--segments'],
  [['--stage', 'local', '--file', 'f', '--segments', '65'], '--segments'],
])('backup %j makes no sense', async (args, words) => {
  expect(await runCommand(backup, args)).toBe(2)
  expect(said).toContain(words)
})

test.each([
  [['--file', 'f'], '--stage doit nommer'],
  [['--stage', 'local'], '--file doit nommer'],
  [['--stage', 'local', '--file', 'f', '--verify', '--dry-run'], '--verify'],
  [['--stage', 'local', '--file', 'f', '--verify', '--new-pool'], '--verify'],
  [['--stage', 'local', '--file', 'f', '--into-non-empty', '--replace', 'revision-local'], '--replace'],
])('restore %j makes no sense', async (args, words) => {
  expect(await runCommand(restore, args)).toBe(2)
  expect(said).toContain(words)
})

test('restore says which file is missing', async () => {
  expect(await runCommand(restore, ['--stage', 'local', '--file', join(folder, 'none')])).toBe(1)
  expect(said).toContain(`il manque ${join(folder, 'none')}`)
})

test("production's backup does not get into another stage by a slip", async () => {
  const file = join(folder, 'prod.ndjson.gz')
  const at = '2026-03-01T10:00:00Z'
  const origin = { format: FORMAT, stage: 'prod', table: 'revision-prod', startedAt: at } as const
  const end = { finishedAt: at, ...new TableDigest().value, accounts: null }
  const lines = [lineText({ kind: 'origin', origin }), lineText({ kind: 'end', end })]
  writeFileSync(file, await compressed(lines))
  expect(await runCommand(restore, ['--stage', 'local', '--file', file])).toBe(1)
  expect(said).toContain("Si c'est voulu : --from prod")
})
