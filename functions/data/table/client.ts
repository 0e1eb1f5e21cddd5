import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { clientSettings } from '../../aws/client-settings.ts'

export type Table = { client: DynamoDBDocumentClient; name: string; auditRetentionDays: number }

/**
 * Opens the table, with three attempts a call.
 * @param auditRetentionDays retention of the stage, for functions that write audit entries
 */
export function openTable(name: string, auditRetentionDays: number = LONGEST_RETENTION.audit): Table {
  const client = new DynamoDBClient({
    ...clientSettings(3),
    // These settings avoid look-ups of endpoints: the regional endpoint is used.
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
  })
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name,
    auditRetentionDays,
  }
}
