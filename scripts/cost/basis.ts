import type { RouteName } from '#shared/contract/routes.ts'
import { type RouteUnits, readRouteUnits } from './route-units.ts'
import { type StackFacts, stackFactsOf } from './stack-facts.ts'

/** What the page is computed from. */
export type Basis = {
  units: Record<RouteName, RouteUnits>
  stages: { dev: StackFacts; prod: StackFacts }
  /** `prod` with a firewall in front of the whole site, whether or not it is configured so. */
  guarded: StackFacts
}

/** Everything, read and synthesised. Seconds. */
export function readBasis(): Basis {
  return {
    units: readRouteUnits(),
    stages: { dev: stackFactsOf('dev'), prod: stackFactsOf('prod') },
    guarded: stackFactsOf('prod', { firewall: true }),
  }
}

export const SIZES = [100, 1_000, 10_000, 1_000_000] as const
/** P15 of the bar: US dollars for 1,000 students of 20 hours a month. */
export const BAR_USD = 5.5
