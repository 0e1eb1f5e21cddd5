import { readFileSync } from 'node:fs'
import { costTable, measureRoutes } from '../test-support/ordinary-calls.ts'

test('docs/access-patterns.md states the measured cost of each route (npm run access-patterns writes it)', async ({
  skip,
}) => {
  const reason = 'DynamoDB Local counts no unit of an empty query, and others of a transaction.'
  skip(Boolean(process.env['DYNAMODB_ENDPOINT']), reason)
  const page = readFileSync(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8')
  const [, table] = /<!-- generated:costs -->\n([\s\S]*)\n<!-- \/generated -->/.exec(page) ?? []
  expect(table?.split('\n')).toEqual(costTable(await measureRoutes()).split('\n'))
})
