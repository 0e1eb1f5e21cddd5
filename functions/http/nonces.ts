import { createHmac } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'
import type { Clock } from './clock.ts'

/** Half of a nonce's life: the present and the previous window are accepted. Milliseconds. */
const WINDOW_MS = 150_000

/** Nonces of proofs (RFC 9449): values that were unknown until a few minutes ago. */
export type Nonces = {
  present(): string
  /** Whether a nonce was given within the last five minutes, by the server's clock. */
  isValid(nonce: string): boolean
}

/**
 * Nonces that are computed instead of stored: a keyed hash of the present window of time, the same for every caller.
 * @param secrets those by which functions know CloudFront; a deployment that replaces one ends all nonces, which costs
 *   each caller one repeated call
 */
export function createNonces(secrets: readonly string[], clock: Clock): Nonces {
  let window = Number.NaN
  let nonces = ['', '']
  /** Of the present window and of the one before. */
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
  return {
    present: () => readNonces()[0] ?? '',
    isValid: (nonce) => readNonces().includes(nonce),
  }
}

/** Middleware: every answer, good or not, carries the present nonce, except those that shared caches keep. */
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
