import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import type { RouteName } from '#shared/contract/routes.ts'
import { readRouteUnits } from './route-units.ts'
import { type StackFacts, stackFactsOf } from './stack-facts.ts'

/** What the page is computed from. */
export type Basis = {
  units: Record<RouteName, RouteCost>
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
