import { globSync, readFileSync } from 'node:fs'
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
