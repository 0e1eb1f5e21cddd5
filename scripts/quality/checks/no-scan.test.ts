import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FUNCTIONS = fileURLToPath(new URL('../../../functions/', import.meta.url))

/** Everything that is bundled. */
const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('test-support'),
)

/** Reading a table from end to end, by the SDK's names; PartiQL can do so too. */
const SCANNING = /\b(?:ScanCommand|paginateScan|ExecuteStatementCommand|BatchExecuteStatementCommand)\b/

// table-rights.test.ts holds that no function has the right to scan; this names the file that tries.
test('scans the table in no function', () => {
  expect(files.length).toBeGreaterThan(100)
  const scanning = files.filter((file) => SCANNING.test(readFileSync(join(FUNCTIONS, file), 'utf8')))
  expect(scanning).toEqual([])
})
