import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'

/** The table as the repositories get it. */
export type Table = { client: DynamoDBDocumentClient; name: string }

/**
 * Opens the table. Region, credentials and, in local mode, the endpoint come from the SDK's own variables.
 * Time-outs and attempts are bounded so that a caller has his answer within 10 seconds even when nothing replies:
 * three attempts of at most 2 s each, with the SDK's jittered pauses between them.
 */
export function openTable(name: string): Table {
  const client = new DynamoDBClient({
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
  })
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name,
  }
}
