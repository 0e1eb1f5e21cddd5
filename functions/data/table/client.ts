import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { clientSettings } from '../../aws/client-settings.ts'

/** The table as the repositories get it. */
export type Table = {
  client: DynamoDBDocumentClient
  name: string
  /** Days for which entries of the audit log are kept. */
  auditRetentionDays: number
}

/**
 * Opens the table: three attempts a call.
 * @param auditRetentionDays the stage's, where entries of the audit log are written
 */
export function openTable(name: string, auditRetentionDays: number = LONGEST_RETENTION.audit): Table {
  const client = new DynamoDBClient({
    ...clientSettings(3),
    // One more thing each to look for: the regional endpoint is the one that answers.
    accountIdEndpointMode: 'disabled',
    endpointDiscoveryEnabled: false,
  })
  return {
    client: DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }),
    name,
    auditRetentionDays,
  }
}
