import { poolCalls } from '#scripts/local/test-support/pool-calls.ts'
import type { Route } from '#shared/contract/route.ts'
import { claimSession, renewSession } from '#shared/contract/session.ts'
import type { Product } from './product.ts'

export type Call = {
  route: Route
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/** An answer of the API; null: none came. */
export type Answer = { status: number; json: Record<string, unknown> } | null

export type SignedIn = {
  /** Calls the API in this account's name. */
  send: (call: Call) => Promise<Answer>
  /** Says that the account's device is still there, as a page does by itself. @throws Error when the session is lost */
  stayActive: () => Promise<void>
  /** Closes the page. */
  leave: () => void
}

/** Longer than a function may take. */
const PATIENCE_MS = 35_000
const HEARTBEAT_MS = 20_000

/** Signs an account in as a browser does, and takes its session. */
export async function signIn(
  { usersUrl, pool, apiUrl, edgeHeaders }: Product,
  email: string,
  password: string,
): Promise<SignedIn> {
  const { body } = await poolCalls(usersUrl, pool.clientId).signIn(email, password)
  const token = body.AuthenticationResult?.AccessToken
  if (token === undefined) throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`)
  const headers: Record<string, string> = {
    ...edgeHeaders,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }

  async function send({ route, params = {}, query, body: sent }: Call): Promise<Answer> {
    const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const search = query ? `?${new URLSearchParams(query).toString()}` : ''
    try {
      const response = await fetch(`${apiUrl}${path}${search}`, {
        method: route.method,
        headers,
        ...(sent !== undefined && { body: JSON.stringify(sent) }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      })
      const text = await response.text()
      return {
        status: response.status,
        json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      }
    } catch {
      // The connection broke off: what became of the change, nobody said.
      return null
    }
  }

  async function stayActive(): Promise<void> {
    const answer = await send({ route: renewSession })
    if (answer?.status !== 200) throw new Error(`The session was lost: ${JSON.stringify(answer)}`)
  }

  const claim = await send({ route: claimSession, body: {} })
  if (claim?.status !== 200) throw new Error(`${email} got no session: ${JSON.stringify(claim)}`)
  headers['x-session-id'] = String(claim.json.sessionId)
  const heartbeat = setInterval(() => void send({ route: renewSession }), HEARTBEAT_MS)
  return { send, stayActive, leave: () => clearInterval(heartbeat) }
}
