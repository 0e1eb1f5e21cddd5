import { readFileSync } from 'node:fs'
import { needsEmulator } from '#scripts/local/test-support/needs-emulator.ts'
import { costTable, measureRoutes } from '../test-support/ordinary-calls.ts'

test('docs/access-patterns.md states the measured cost of each route (npm run access-patterns writes it)', async (context) => {
  needsEmulator(context, 'DynamoDB Local counts no unit of an empty query, and others of a transaction.')
  const page = readFileSync(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8')
  const [, table] = /<!-- generated:costs -->\n([\s\S]*)\n<!-- \/generated -->/.exec(page) ?? []
  expect(table?.split('\n')).toEqual(costTable(await measureRoutes()).split('\n'))
})
