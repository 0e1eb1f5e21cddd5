import { readFileSync } from 'node:fs'
import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'

const ROW =
  /^\| (?<route>[A-Z]+ \/api\/\S*) \| (?<operations>[\w, ]+) \| (?<read>[\d.]+) \| (?<write>[\d.]+) \|$/gm

/**
 * The measured units of every route, from the table of docs/access-patterns.md, which
 * functions/http/access-patterns.test.ts compares with what the emulator counts.
 */
export function readRouteUnits(): Record<RouteName, RouteCost> {
  return parseRouteUnits(readFileSync(new URL('../../../docs/access-patterns.md', import.meta.url), 'utf8'))
}

/** @throws Error when the page lacks a route of the contract */
export function parseRouteUnits(page: string): Record<RouteName, RouteCost> {
  const rows = new Map([...page.matchAll(ROW)].map(({ groups = {} }) => [groups['route'], groups]))
  const units = Object.entries(routes).map(([name, { method, path }]) => {
    const { operations = '', read, write } = rows.get(`${method} ${path}`) ?? {}
    if (operations === '') throw new Error(`docs/access-patterns.md has no row for ${method} ${path}`)
    const made = operations === 'none' ? [] : operations.split(', ')
    return [name, { operations: made, read: Number(read), write: Number(write) }] as const
  })
  return Object.fromEntries(units) as Record<RouteName, RouteCost>
}
