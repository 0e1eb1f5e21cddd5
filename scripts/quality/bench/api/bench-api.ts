import { measureRoutes } from '#functions/test-support/ordinary-calls.ts'
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
