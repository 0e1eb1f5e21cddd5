import { createHash, timingSafeEqual } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { DomainError } from '#shared/domain/domain-error.ts'
import { ORIGIN_SECRET_HEADER } from './environment.ts'
import { logBypassedEdge, requestIdOf } from './log.ts'
import { problemAnswer } from './problem.ts'

/**
 * Middleware: 404 for requests that bypass CloudFront, and with it the firewall and the viewer's address. It answers at
 * once, with one line in the log and no metric, so that a flood of such requests costs little.
 * @param secrets the current, the previous and the next secret (docs/decisions/17-origin-secret.md)
 */
export function requireOriginSecret(secrets: readonly string[]): MiddlewareObj<APIGatewayProxyEventV2> {
  const trusted = secrets.map(digest)
  return {
    before: ({ event, context }) => {
      // The gateway sends header names in lower case. Every digest is compared, in constant time.
      const shown = digest(event.headers[ORIGIN_SECRET_HEADER] ?? '')
      if (trusted.map((each) => timingSafeEqual(each, shown)).includes(true)) return undefined
      const requestId = requestIdOf({ event, context })
      logBypassedEdge(requestId)
      return problemAnswer(new DomainError('NOT_FOUND'), requestId)
    },
  }
}

/** Digests have the same length for any text, as the comparison demands. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
