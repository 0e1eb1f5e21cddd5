import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { command as restore } from '../../restore.ts'
import { runCommand } from '../command-line.ts'
import { compressLines, formatEnd, formatOrigin } from './backup-file.ts'
import { TableDigest } from './table-digest.ts'

let said: string
let folder: string
beforeEach(() => {
  said = ''
  folder = mkdtempSync(join(tmpdir(), 'commands-'))
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation((text: string) => void (said += `${text}\n`))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(folder, { recursive: true, force: true })
})

test('restore refuses a backup of another stage without --from', async () => {
  const file = join(folder, 'prod.ndjson.gz')
  const origin = { stage: 'prod', table: 'revision-prod', startedAt: '2026-03-01T10:00:00Z' }
  writeFileSync(file, await compressLines([formatOrigin(origin), formatEnd(new TableDigest().value)]))
  expect(await runCommand(restore, ['--stage', 'local', '--file', file])).toBe(1)
  expect(said).toContain("Si c'est voulu : --from prod")
})
