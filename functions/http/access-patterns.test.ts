import { readFileSync } from 'node:fs'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { costOf, type OrdinaryCalls, ordinaryCalls } from '../test-support/ordinary-calls.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let calls: OrdinaryCalls
beforeAll(async () => {
  site = await startSite()
  calls = await ordinaryCalls(site)
}, 60_000)
afterAll(() => site.stop())

const page = readFileSync(new URL('../../docs/access-patterns.md', import.meta.url), 'utf8')

test.each(Object.keys(routes) as RouteName[])(
  'docs/access-patterns.md states the cost of %s',
  async (name) => {
    const { method, path } = routes[name]
    const { operations, read, write } = await costOf(site, name, await calls[name]())
    expect(page).toContain(`| ${method} ${path} | ${operations.join(', ') || 'none'} | ${read} | ${write} |`)
  },
)
