import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { openTable, type Table } from '#functions/data/table/client.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { useRunningLocalCloud } from '../local/endpoints.ts'

export type StoredTable = { client: DynamoDBClient; name: string }

export type UserPool = { cognito: CognitoIdentityProviderClient; userPoolId: string }

export async function openStageTable(stage: StageName): Promise<Table> {
  await enterStage(stage)
  return openTable(stageNames(stage).table, loadStage(stage).auditRetentionDays)
}

/** @param name by default the stage's own table */
export async function openStoredTable(
  stage: StageName,
  name: string = stageNames(stage).table,
): Promise<StoredTable> {
  await enterStage(stage)
  return { client: createPatientClient(), name }
}

/** Makes a client for pages and batches of up to 16 MB, which may be throttled for minutes. */
export function createPatientClient(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 10,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
}

/** Its client waits with growing pauses when Cognito throttles it. @throws Error when the stage is not deployed */
export async function openStagePool(stage: StageName): Promise<UserPool> {
  const localPoolId = await enterStage(stage)
  // Pools of earlier deployments have the same name, so that only the parameter identifies the present one.
  const userPoolId = localPoolId ?? (await readParameter(stageNames(stage).parameters.userPoolId))
  if (userPoolId === null)
    throw new Error(
      `Aucun groupe d'utilisateurs de '${stage}' : est-il déployé dans ce compte et cette région ?`,
    )
  return { cognito: new CognitoIdentityProviderClient({ maxAttempts: 8, retryMode: 'adaptive' }), userPoolId }
}

/** @returns null where no stack wrote it */
export async function readParameter(Name: string, ssm = new SSMClient()): Promise<string | null> {
  const found = await nullAfter(['ParameterNotFound'], ssm.send(new GetParameterCommand({ Name })))
  return found?.Parameter?.Value ?? null
}

/** @returns null when it fails with an error of one of these names or codes */
export async function nullAfter<T>(expected: readonly string[], work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    const { name, code = '' } = error as NodeJS.ErrnoException
    if (expected.includes(name) || expected.includes(code)) return null
    throw error
  }
}

/** @returns the id of the local user pool, or null */
async function enterStage(stage: StageName): Promise<string | null> {
  if (stage === 'local') return useRunningLocalCloud()
  process.env.AWS_REGION = loadStage(stage).region
  return null
}
