import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { clientSettings } from '../aws/client-settings.ts'

/** The table as the repositories get it. */
export type Table = { client: DynamoDBDocumentClient; name: string }

/** Opens the table: three attempts a call. */
export function openTable(name: string): Table {
  const client = new DynamoDBClient({
    ...clientSettings(3),
    // One more thing each to look for: the regional endpoint is the one that answers.
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
  })
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name,
  }
}
