import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { tokenVerifier } from '#functions/http/tokens.ts'
import { handler as getItem } from '../bare/get-item.ts'

const {
  USER_POOL_ID = '',
  USER_POOL_CLIENT_ID = '',
  AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
} = process.env
const verifyToken = tokenVerifier({
  userPoolId: USER_POOL_ID,
  clientIds: [USER_POOL_CLIENT_ID],
  endpoint: AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER,
})

/** The yardstick with a token: the user pool's keys are fetched, and its signature is checked. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  await verifyToken(event.headers.authorization?.replace('Bearer ', '') ?? '')
  return getItem(event)
}
