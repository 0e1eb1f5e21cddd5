export type GatewayRoute<Target> = { routeKey: string; target: Target }

export type RouteMatch<Target> = GatewayRoute<Target> & { pathParameters: Record<string, string> }

/** Finds the route of a request as HTTP APIs do: literal segments win over variables, `$default` takes the rest. */
export function routeFinder<Target>(routes: readonly GatewayRoute<Target>[]) {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default')
  // A brace sorts after every letter.
  const compiled = routes
    .filter((route) => route !== fallback)
    .toSorted((a, b) => (a.routeKey < b.routeKey ? -1 : 1))
    .map((route) => ({ ...route, pattern: patternOf(route.routeKey) }))

  return (method: string, path: string): RouteMatch<Target> | null => {
    for (const { pattern, ...route } of compiled) {
      const found = pattern.exec(`${method} ${path}`)
      if (found) return { ...route, pathParameters: decodeAll(found.groups ?? {}) }
    }
    return fallback ? { ...fallback, pathParameters: {} } : null
  }
}

function patternOf(routeKey: string): RegExp {
  const literal = routeKey.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}
