import { readFileSync } from 'node:fs'
import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'

const PAGE = new URL('../../../docs/access-patterns.md', import.meta.url)
const ROW =
  /^\| (?<key>[A-Z]+ \/api\/\S*) \| (?<operations>[\w, ]+) \| (?<read>[\d.]+) \| (?<write>[\d.]+) \|$/

/**
 * The measured units of every route, from docs/access-patterns.md: functions/http/access-patterns.test.ts fails when
 * that page is not what the emulator counts.
 * @throws Error when the page lacks a route of the contract
 */
export function readRouteUnits(page = readFileSync(PAGE, 'utf8')): Record<RouteName, RouteCost> {
  const rows = new Map(
    page.split('\n').flatMap((line) => {
      const { key, operations = '', read, write } = ROW.exec(line)?.groups ?? {}
      if (key === undefined) return []
      const made = operations === 'none' ? [] : operations.split(', ')
      return [[key, { operations: made, read: Number(read), write: Number(write) }] as const]
    }),
  )
  const units = Object.entries(routes).map(([name, { method, path }]) => {
    const row = rows.get(`${method} ${path}`)
    if (!row) throw new Error(`docs/access-patterns.md has no row for ${method} ${path}`)
    return [name, row] as const
  })
  return Object.fromEntries(units) as Record<RouteName, RouteCost>
}
