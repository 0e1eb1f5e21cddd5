import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WORDS } from './lint-plugin.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

const PAGES = globSync(['*.md', '{docs,functions,infra,scripts,shared,web}/**/*.md'], {
  cwd: ROOT,
  // Sheets of the demonstration are French.
  exclude: ['node_modules/**', 'web/dist/**', 'scripts/local/demo/sheets.md'],
})

test.each(WORDS)('no page has a word that $reason', ({ pattern }) => {
  expect(PAGES.length).toBeGreaterThan(40)
  const found = PAGES.flatMap((page) =>
    readFileSync(join(ROOT, page), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${page}:${index + 1}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})

const FUNCTIONS = fileURLToPath(new URL('../../../functions/', import.meta.url))

const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('test-support'),
)

/** Names in the SDK that read a whole table; PartiQL can do so too. */
const SCANNING = /\b(?:ScanCommand|paginateScan|ExecuteStatementCommand|BatchExecuteStatementCommand)\b/

// table-rights.test.ts holds that no function has the right to scan; this names the file that tries.
test('scans the table in no function', () => {
  expect(files.length).toBeGreaterThan(100)
  const scanning = files.filter((file) => SCANNING.test(readFileSync(join(FUNCTIONS, file), 'utf8')))
  expect(scanning).toEqual([])
})
