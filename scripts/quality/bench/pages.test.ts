import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '#scripts/operations/cdk.ts'
import { readRouteUnits } from '../cost/route-units.ts'
import { apiFigures } from './api/figures.ts'
import { bars } from './bars.ts'
import { filled, PAGES, readPage, wholeResults } from './pages.ts'
import { DOCUMENTED, readResults } from './results.ts'

const documented = wholeResults(readResults(DOCUMENTED))

test.each(PAGES)('%s shows what was measured: npm run bench -- --write', (page) => {
  const text = readPage(page)
  expect(filled(text, documented)).toBe(text)
})

test('round trips and units are those of today', () => {
  const ofRoutes = documented.api.figures.filter(({ bar }) => bar !== bars.costPerThousand.bar)
  expect(ofRoutes).toEqual(apiFigures(readRouteUnits()))
})

test('dollars are those of docs/cost.md', () => {
  const cost = documented.api.figures.find(({ bar }) => bar === bars.costPerThousand.bar)
  const page = readFileSync(join(ROOT, 'docs/cost.md'), 'utf8')
  expect(page).toContain(`cost $${cost?.value.toFixed(2)} in variable parts`)
})

test('results that lack a part are not written', () => {
  const { web: _, ...without } = documented
  expect(() => wholeResults(without)).toThrow('npm run bench -- --only web')
})

test('a page that asks for something unknown is refused', () => {
  expect(() => filled('<!-- bench:nothing -->\n<!-- /bench -->', documented)).toThrow('bench:nothing')
})
