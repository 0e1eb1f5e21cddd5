import {
  CognitoIdentityProviderClient,
  paginateListUserPools,
} from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
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
  const cognito = new CognitoIdentityProviderClient({ maxAttempts: 8, retryMode: 'adaptive' })
  return { cognito, userPoolId: localPoolId ?? (await findUserPool(cognito, stageNames(stage).userPool)) }
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

async function findUserPool(cognito: CognitoIdentityProviderClient, name: string): Promise<string> {
  for await (const { UserPools = [] } of paginateListUserPools({ client: cognito }, { MaxResults: 60 })) {
    const found = UserPools.find((pool) => pool.Name === name)
    if (found?.Id) return found.Id
  }
  throw new Error(
    `Aucun groupe d'utilisateurs '${name}' : ce stage est-il déployé dans ce compte et cette région ?`,
  )
}
