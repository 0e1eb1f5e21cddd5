import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { createSecretReader } from '#functions/aws/secrets.ts'
import { handler as getItem } from '../bare/get-item.ts'

const readSecret = createSecretReader(process.env.SIGNING_KEY_SECRET_ID ?? '')

/** The yardstick with a secret that is read by a client of its own. */
export async function handler(event: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  await readSecret()
  return getItem(event)
}
