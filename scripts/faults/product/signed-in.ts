import { poolCalls } from '#scripts/local/test-support/pool-calls.ts'
import { claimSession, renewSession } from '#shared/contract/session.ts'
import { type Answer, type Call, callApi } from './call-api.ts'
import type { Product } from './product.ts'

export type SignedIn = {
  /** Calls the API in this account's name. */
  send: (call: Call) => Promise<Answer>
  token: string
  sessionId: string
  /** Says that the account's device is still there, as a page does by itself. @throws Error when the session is lost */
  stayActive: () => Promise<void>
  /** Closes the page. */
  leave: () => void
}

const HEARTBEAT_MS = 20_000

/** Signs an account in as a browser does, and takes its session. */
export async function signIn(product: Product, email: string, password: string): Promise<SignedIn> {
  const { body } = await poolCalls(product.usersUrl, product.pool.clientId).signIn(email, password)
  const token = body.AuthenticationResult?.AccessToken
  if (token === undefined) throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`)
  const headers: Record<string, string> = { authorization: `Bearer ${token}` }
  const send = (call: Call) => callApi(product, headers, call)

  async function stayActive(): Promise<void> {
    const answer = await send({ route: renewSession })
    if (answer?.status !== 200) throw new Error(`The session was lost: ${JSON.stringify(answer)}`)
  }

  const claim = await send({ route: claimSession, body: {} })
  if (claim?.status !== 200) throw new Error(`${email} got no session: ${JSON.stringify(claim)}`)
  const sessionId = String(claim.json.sessionId)
  headers['x-session-id'] = sessionId
  const heartbeat = setInterval(() => void send({ route: renewSession }), HEARTBEAT_MS)
  return { send, token, sessionId, stayActive, leave: () => clearInterval(heartbeat) }
}
