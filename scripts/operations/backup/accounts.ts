import { paginateListUsers, type UserType } from '@aws-sdk/client-cognito-identity-provider'
import { stageNames } from '#infra/names.ts'
import { loadStage, type StageName } from '#infra/stages.ts'
import { normalizeEmail } from '#shared/entities/fields.ts'
import { useRunningLocalCloud } from '../../local/running-cloud.ts'
import { migrationClient } from '../../migrate/user-pool.ts'
import { findUserPool, type UserPool } from '../pool-accounts.ts'
import type { Account } from './backup-lines.ts'

/**
 * The user pool of a stage, by the operator's own credentials.
 * @throws Error when there is none
 */
export async function openStagePool(stageName: StageName): Promise<UserPool> {
  const local = stageName === 'local' ? await useRunningLocalCloud() : null
  const cognito = migrationClient(loadStage(stageName).region)
  return { cognito, userPoolId: local ?? (await findUserPool(cognito, stageNames(stageName).userPool)) }
}

/** Every account of a pool, those that are disabled too, page by page. */
export async function* listAccounts({ cognito, userPoolId }: UserPool): AsyncGenerator<Account[]> {
  for await (const { Users = [] } of paginateListUsers(
    { client: cognito },
    { UserPoolId: userPoolId, Limit: 60 },
  ))
    yield Users.map(accountOf)
}

function accountOf({ Attributes = [], Enabled = false, UserStatus = 'UNKNOWN' }: UserType): Account {
  const valueOf = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value ?? ''
  return {
    sub: valueOf('sub'),
    email: normalizeEmail(valueOf('email')),
    isEnabled: Enabled,
    status: UserStatus,
  }
}
