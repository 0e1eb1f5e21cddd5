import type { Route } from '#shared/contract/route.ts'

type Parts = { params?: unknown; query?: unknown }

/** Returns the address of a call: the route's template with its parameters, then the query without its empty values. */
export function addressOf(route: Pick<Route, 'path'>, { params = {}, query = {} }: Parts): string {
  const values = params as Record<string, string>
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query as Record<string, string | number | boolean | undefined>))
    if (value !== undefined && value !== '') search.set(name, String(value))
  return search.size > 0 ? `${path}?${search}` : path
}
