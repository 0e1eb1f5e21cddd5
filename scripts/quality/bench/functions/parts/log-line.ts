import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { logAnswer } from '#functions/http/log.ts'
import { handler as getItem } from '../bare/get-item.ts'

/** The yardstick with a log line. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const answer = await getItem(event)
  logAnswer({ requestId: 'bench', route: event.routeKey, status: 200, durationMs: 0 })
  return answer
}
