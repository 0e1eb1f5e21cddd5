import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

// This handler is the baseline of a cold start: the least that reads one item with the SDK.

const client = DynamoDBDocumentClient.from(new DynamoDBClient({}))

export async function handler({
  pathParameters,
}: APIGatewayProxyEventV2): Promise<APIGatewayProxyStructuredResultV2> {
  const { pk, sk } = pathParameters ?? {}
  const { Item } = await client.send(new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk, sk } }))
  return {
    statusCode: Item ? 200 : 404,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(Item),
  }
}
