import type { Request } from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Admission } from './guard.ts'
import type { Handled } from './on.ts'
import type { Parts } from './request-parts.ts'

/** One request on its way through the chain; each step adds its part. */
export type Call = {
  requestId: string
  /** By `performance.now()`. */
  startedAt: number
  handled: Handled
  /** The request by the route's schemas, or what is wrong with it; `unopened` while nobody has looked. */
  asked: { kind: 'unopened' } | { kind: 'read'; parts: Parts } | { kind: 'unread'; error: unknown }
  admission: Admission
}

/** The gateway's event with the call beside it, where middy's handler can see it. */
export type CallEvent = APIGatewayProxyEventV2 & { call: Call }

export type CallRequest = Request<CallEvent, unknown>
