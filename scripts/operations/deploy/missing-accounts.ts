import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDBClient, QueryCommand, ResourceNotFoundException } from '@aws-sdk/client-dynamodb'
import { SSMClient } from '@aws-sdk/client-ssm'
import { USERS } from '#functions/data/keys.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'
import { stageNames } from '#infra/names.ts'
import type { StageName } from '#infra/stages.ts'
import { readUserPoolId } from '../stage-access.ts'
import type { RegionAccess } from './account.ts'
import { type Finding, warning } from './configuration.ts'

/**
 * Warns of a table with profiles beside a user pool without accounts: a new deployment adopts the table that an earlier
 * one left, but never its pool.
 */
export async function accountFindings(stage: StageName, access: RegionAccess): Promise<Finding[]> {
  if (!(await hasProfiles(stage, access)) || (await hasAccounts(stage, access))) return []
  return [
    warning(`La table ${stageNames(stage).table} garde des comptes que le groupe d'utilisateurs n'a pas : celui d'un nouveau
déploiement est vide, et personne ne peut se connecter. Une fois déployé, rendez-les (docs/runbook.md,
'The user pool is lost') :
npm run backup -- --stage ${stage} --file avant.ndjson.gz
npm run restore -- --stage ${stage} --file avant.ndjson.gz --new-pool --into-non-empty`),
  ]
}

async function hasProfiles(stage: StageName, access: RegionAccess): Promise<boolean> {
  const { name, partitionKey } = tableShape.indexes.newest
  const query = new QueryCommand({
    TableName: stageNames(stage).table,
    IndexName: name,
    KeyConditionExpression: `${partitionKey} = :users`,
    ExpressionAttributeValues: { ':users': { S: USERS } },
    Limit: 1,
  })
  try {
    const { Count = 0 } = await new DynamoDBClient(access).send(query)
    return Count > 0
  } catch (error) {
    // The stage was never deployed here.
    if (error instanceof ResourceNotFoundException) return false
    throw error
  }
}

async function hasAccounts(stage: StageName, access: RegionAccess): Promise<boolean> {
  const UserPoolId = await readUserPoolId(stage, new SSMClient(access))
  if (UserPoolId === null) return false
  const { Users = [] } = await new CognitoIdentityProviderClient(access).send(
    new ListUsersCommand({ UserPoolId, Limit: 1 }),
  )
  return Users.length > 0
}
