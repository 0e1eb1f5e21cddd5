import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { useRunningLocalCloud } from '../../local/running-cloud.ts'
import type { StoredTable } from './scan-table.ts'

/**
 * A table of a stage's account with typed values, by the operator's own credentials; of the local stage, in the cloud that
 * runs. More patient than a request may be: pages and batches of up to 16 MB, throttled for minutes.
 * @param name by default the stage's own table
 */
export async function openStoredTable(
  stageName: StageName,
  name = stageNames(stageName).table,
): Promise<StoredTable> {
  const { region } = loadStage(stageName)
  if (stageName === 'local') await useRunningLocalCloud()
  // Whatever region the terminal is set to: the accounts are looked for in the stage's own, too.
  else process.env.AWS_REGION = region
  return { client: patientClient(), name }
}

export function patientClient(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 10,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
}
