import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetParameterCommand, ParameterNotFound, SSMClient } from '@aws-sdk/client-ssm'
import { openTable, type Table } from '#functions/data/table/client.ts'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { useRunningLocalCloud } from '../local/endpoints.ts'

/** A table whose items keep DynamoDB's own types. */
export type StoredTable = { client: DynamoDBClient; name: string }

/** A user pool as an operator changes it. */
export type UserPool = { cognito: CognitoIdentityProviderClient; userPoolId: string }

/** The table of a stage, for the repositories, with the operator's own credentials. */
export async function openStageTable(stage: StageName): Promise<Table> {
  await enterStage(stage)
  return openTable(stageNames(stage).table, loadStage(stage).auditRetentionDays)
}

/** A table of a stage's account, for whole items. @param name by default the stage's own table */
export async function openStoredTable(
  stage: StageName,
  name: string = stageNames(stage).table,
): Promise<StoredTable> {
  await enterStage(stage)
  return { client: createPatientClient(), name }
}

/** More patient than a request may be: pages and batches of up to 16 MB, throttled for minutes. */
export function createPatientClient(): DynamoDBClient {
  return new DynamoDBClient({
    maxAttempts: 10,
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000, throwOnRequestTimeout: true },
  })
}

/**
 * The user pool of a stage. Its client waits when Cognito throttles it: pauses grow, with jitter, and all its calls slow down.
 * @throws Error when the stage is not deployed
 */
export async function openStagePool(stage: StageName): Promise<UserPool> {
  const localPoolId = await enterStage(stage)
  const userPoolId = localPoolId ?? (await readUserPoolId(stage, new SSMClient()))
  if (userPoolId === null)
    throw new Error(
      `Aucun groupe d'utilisateurs de '${stage}' : est-il déployé dans ce compte et cette région ?`,
    )
  return { cognito: new CognitoIdentityProviderClient({ maxAttempts: 8, retryMode: 'adaptive' }), userPoolId }
}

/**
 * The id of a stage's user pool; null while it has none. Pools that an earlier deployment left have the same name, so that
 * only the parameter of the data stack tells them apart.
 */
export async function readUserPoolId(stage: StageName, ssm: SSMClient): Promise<string | null> {
  try {
    const Name = stageNames(stage).parameters.userPoolId
    const { Parameter } = await ssm.send(new GetParameterCommand({ Name }))
    return Parameter?.Value ?? null
  } catch (error) {
    if (error instanceof ParameterNotFound) return null
    throw error
  }
}

/**
 * Directs the SDK to the stage's region, whatever the terminal is set to: SSO credentials are looked up there, too.
 * Directs it to the running local cloud for the local stage, and returns the id of that cloud's user pool.
 */
async function enterStage(stage: StageName): Promise<string | null> {
  if (stage === 'local') return useRunningLocalCloud()
  process.env.AWS_REGION = loadStage(stage).region
  return null
}
