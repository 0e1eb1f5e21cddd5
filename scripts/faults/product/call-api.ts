import type { Route } from '#shared/contract/route.ts'
import type { Product } from './product.ts'

export type Call = {
  route: Route
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** An answer of the API. `json`: empty where the body is none; `ms`: until the whole of it was there. */
export type Answered = {
  status: number
  contentType: string
  text: string
  json: Record<string, unknown>
  ms: number
}

/** Null: no answer came. */
export type Answer = Answered | null

/** Longer than a function may take. */
const PATIENCE_MS = 35_000

/** Calls the API as the edge passes it on. @param headers what the caller says of himself */
export async function callApi(
  { apiUrl, edgeHeaders }: Pick<Product, 'apiUrl' | 'edgeHeaders'>,
  headers: Readonly<Record<string, string>>,
  { route, params = {}, query, body }: Call,
): Promise<Answer> {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = query ? `?${new URLSearchParams(query).toString()}` : ''
  const startedAt = performance.now()
  try {
    const response = await fetch(`${apiUrl}${path}${search}`, {
      method: route.method,
      headers: { ...edgeHeaders, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    const text = await response.text()
    const contentType = response.headers.get('content-type') ?? ''
    const ms = performance.now() - startedAt
    return { status: response.status, contentType, text, json: jsonIn(text, contentType), ms }
  } catch {
    // The connection broke off: what became of the call, nobody said.
    return null
  }
}

function jsonIn(text: string, contentType: string): Record<string, unknown> {
  return /json/.test(contentType) ? (JSON.parse(text) as Record<string, unknown>) : {}
}
