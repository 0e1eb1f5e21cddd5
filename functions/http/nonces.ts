import { createHmac } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import type { Clock } from './deps.ts'

/** Half of a nonce's life: the current and the previous window are accepted. Milliseconds. */
const WINDOW_MS = 150_000

/** Nonces of proofs (RFC 9449). They prove that a proof is at most a few minutes old. */
export type Nonces = {
  present(): string
  /** Returns whether a nonce was given within the last five minutes, by the server's clock. */
  isValid(nonce: string): boolean
}

/**
 * Creates nonces that are computed instead of stored: a keyed hash of the current window of time, the same for every
 * caller.
 * @param secrets the origin secrets. A deployment that replaces one ends all nonces, which costs each caller one
 *   repeated call.
 */
export function createNonces(secrets: readonly string[], clock: Clock): Nonces {
  let window = Number.NaN
  let nonces = ['', '']
  /** The nonces of the current and the previous window. */
  const readNonces = () => {
    const now = Math.floor(clock.now().getTime() / WINDOW_MS)
    if (now !== window) {
      window = now
      nonces = [now, now - 1].map((each) =>
        createHmac('sha256', secrets.join()).update(`DPoP nonce ${each}`).digest('base64url').slice(0, 22),
      )
    }
    return nonces
  }
  return { present: () => readNonces()[0] ?? '', isValid: (nonce) => readNonces().includes(nonce) }
}

/** Middleware: adds the current nonce to every answer, except to those that shared caches keep. */
export function nonceAnswers(
  nonces: Nonces,
  route: Route | undefined,
): MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> {
  const isShared = route !== undefined && route.sharedCacheSeconds > 0
  const addNonce = ({ response }: { response: APIGatewayProxyStructuredResultV2 | null | undefined }) => {
    if (response && !isShared) response.headers = { ...response.headers, 'dpop-nonce': nonces.present() }
  }
  return { after: addNonce, onError: addNonce }
}
