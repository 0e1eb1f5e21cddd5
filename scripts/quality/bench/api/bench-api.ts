import { costOf, ordinaryCalls, type RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { startSite } from '#functions/test-support/site.ts'
import { readBasis } from '#scripts/quality/cost/basis.ts'
import { costPerThousand, withoutSwitches } from '#scripts/quality/cost/costs.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { bars } from '../bars.ts'
import { figureOf } from '../figure.ts'
import type { PartReport } from '../report.ts'
import { apiFigures } from './figures.ts'

/** Bars P10 to P12 and P15: what each route asks of the table, and what that costs. */
export async function benchApi(): Promise<PartReport> {
  const costs = await measureRoutes()
  const { stages } = readBasis()
  const { paid } = costPerThousand(withoutSwitches(stages.prod), costs)
  return {
    figures: [
      ...apiFigures(costs),
      figureOf(bars.costPerThousand, 'par mois pour 1 000 élèves de 20 heures', paid),
    ],
    tables: [
      {
        title: 'Allers-retours et unités de chaque route (L : lecture, É : écriture)',
        head: ['route', 'a/r', 'L', 'É', 'opérations'],
        rows: Object.entries(costs).map(([name, { operations, read, write }]) => {
          const { method, path } = routes[name as RouteName]
          return [`${method} ${path}`, operations.length, read, write, operations.join(', ')]
        }),
      },
    ],
  }
}

/** Each route as an ordinary day calls it, through the real handler, in the order of the contract. */
async function measureRoutes(): Promise<Record<RouteName, RouteCost>> {
  const site = await startSite()
  try {
    const calls = await ordinaryCalls(site)
    const costs: Partial<Record<RouteName, RouteCost>> = {}
    for (const name of Object.keys(routes) as RouteName[])
      costs[name] = await costOf(site, name, await calls[name]())
    return costs as Record<RouteName, RouteCost>
  } finally {
    await site.stop()
  }
}
