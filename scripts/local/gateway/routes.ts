/** A route key such as `GET /api/files/{id}` or `$default`. */
export type GatewayRoute<Target> = { routeKey: string; target: Target }

export type RouteMatch<Target> = GatewayRoute<Target> & { pathParameters: Record<string, string> }

type CompiledRoute<Target> = GatewayRoute<Target> & { method: string; pattern: RegExp; rank: string }

/** Finds the route of a request as HTTP APIs do: the most specific one wins, `$default` takes the rest. */
export function routeFinder<Target>(routes: readonly GatewayRoute<Target>[]) {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default')
  const compiled = routes
    .filter(({ routeKey }) => routeKey !== '$default')
    .map(compile)
    .sort((a, b) => a.rank.localeCompare(b.rank))

  return (method: string, path: string): RouteMatch<Target> | null => {
    for (const { method: own, pattern, routeKey, target } of compiled) {
      if (own !== 'ANY' && own !== method) continue
      const found = pattern.exec(path)
      if (found) return { routeKey, target, pathParameters: decodeAll(found.groups ?? {}) }
    }
    return fallback ? { ...fallback, pathParameters: {} } : null
  }
}

function compile<Target>(route: GatewayRoute<Target>): CompiledRoute<Target> {
  const [method = '', path = ''] = route.routeKey.split(' ')
  const segments = path.split('/')
  const source = segments.map((segment) => {
    const [, name, greedy] = /^\{(\w+)(\+?)\}$/.exec(segment) ?? []
    if (name === undefined) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    return greedy ? `(?<${name}>.+)` : `(?<${name}>[^/]+)`
  })
  // Literal segments before variables, variables before greedy ones.
  const rank = segments
    .map((segment) => (segment.endsWith('+}') ? '2' : segment.startsWith('{') ? '1' : '0'))
    .join('')
  return {
    ...route,
    method,
    pattern: new RegExp(`^${source.join('/')}$`),
    rank: `${rank}${method === 'ANY' ? 'z' : ''}`,
  }
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}
