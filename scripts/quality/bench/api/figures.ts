import type { RouteCost } from '#functions/test-support/ordinary-calls.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { bars } from '../bars.ts'
import { type Bar, type Figure, figureOf } from '../figure.ts'

/**
 * Owners' requests that are not one change of the table, and so not measured by the bar's three round trips: each says why.
 */
export const NOT_ONE_CHANGE: Partial<Record<RouteName, string>> = {
  deleteUser:
    'spans Cognito and the table: after the transaction its marks are looked for and its note is closed',
  importResources: 'a whole file of resources, compared with what is stored and written in batches',
  syncUsers: 'looks through every account of Cognito',
  checkDocuments: 'looks at documents in Drive',
}

/** Bars P10 to P12. @param costs what each route asks of the table, measured or from docs/access-patterns.md */
export function apiFigures(costs: Record<RouteName, RouteCost>): Figure[] {
  const trips = (bar: Bar, names: readonly RouteName[]) =>
    names.map((name) => figureOf(bar, keyOf(name), costs[name].operations.length))
  const { renewSession, setPremium } = costs
  const transactions = setPremium.operations.filter((operation) => operation === 'TransactWriteItems').length
  const scans = Object.values(costs).filter(({ operations }) => operations.includes('Scan')).length
  return [
    ...trips(bars.publicRead, publicReads()),
    ...trips(bars.heartbeat, ['renewSession']),
    ...trips(bars.ticket, ['getTicket']),
    ...trips(bars.adminChange, adminChanges()),
    figureOf(bars.heartbeatWrites, `${keyOf('renewSession')}, unités d'écriture`, renewSession.write),
    figureOf(bars.heartbeatReads, `${keyOf('renewSession')}, unités de lecture`, renewSession.read),
    figureOf(bars.premiumTransactions, `${keyOf('setPremium')}, transactions`, transactions),
    figureOf(bars.scans, 'routes qui parcourent la table (Scan)', scans),
  ]
}

const ROUTE_NAMES = Object.keys(routes) as RouteName[]

/** Health asks nothing of the table. */
function publicReads(): RouteName[] {
  return ROUTE_NAMES.filter((name) => routes[name].access === 'public' && name !== 'getHealth')
}

function adminChanges(): RouteName[] {
  return ROUTE_NAMES.filter((name) => {
    const { access, method } = routes[name]
    const isForOwners = access === 'owner' || (access === 'admin' && routes[name].capability === 'admin')
    return isForOwners && method !== 'GET' && !(name in NOT_ONE_CHANGE)
  })
}

function keyOf(name: RouteName): string {
  return `${routes[name].method} ${routes[name].path}`
}
