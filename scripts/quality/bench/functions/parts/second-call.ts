import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { handler as getItem } from '../bare/get-item.ts'

/** The yardstick with one more call of the table. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  await getItem(event)
  return getItem(event)
}
