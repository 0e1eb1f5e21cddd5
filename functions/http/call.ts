import type { Request } from '@middy/core'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import type { Handled, HandlerInput } from './on.ts'

/** One request on its way through the chain; each step adds its part. */
export type Call = {
  requestId: string
  /** By `performance.now()`. */
  startedAt: number
  handled: Handled
  input: HandlerInput<Handled['route']>
}

/** The gateway's event with the call beside it, where middy's handler can see it. */
export type CallEvent = APIGatewayProxyEventV2 & { call: Call }

export type CallRequest = Request<CallEvent, unknown>
