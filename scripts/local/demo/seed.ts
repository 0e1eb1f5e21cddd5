import {
  AdminDisableUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { adminActor, auditEntry } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { openTable, type Table } from '#functions/data/client.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { createUsers } from '#functions/data/users.ts'
import { createOwner } from '#scripts/create-owner.ts'
import { ensureAccount } from '#scripts/operations/pool-accounts.ts'
import type { UserPool } from '#scripts/operations/stage-access.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { BLOCK_REASON, DEMO_PASSWORD, type DemoAccount, demoAccounts } from './accounts.ts'
import { demoResources } from './resources.ts'
import { demoSubjects } from './subjects.ts'

export type SeedOptions = { tableName: string; userPoolId: string; owners: readonly string[] }

/** Fills an empty local cloud with the demo accounts and content, through the same repositories as the functions. */
export async function seedDemo({ tableName, userPoolId, owners }: SeedOptions): Promise<void> {
  const table = openTable(tableName)
  const cognito = new CognitoIdentityProviderClient({})
  try {
    await Promise.all([
      createSubjects(table).putAll(demoSubjects()),
      createResources(table).putAll(demoResources()),
      seedAccounts({ cognito, userPoolId }, table, owners),
    ])
  } finally {
    table.client.destroy()
    cognito.destroy()
  }
}

async function seedAccounts(pool: UserPool, table: Table, owners: readonly string[]): Promise<void> {
  // A day apart, so that the list's order is plain.
  let day = 1
  for (const account of demoAccounts) {
    const createdAt = new Date(Date.UTC(2025, 8, day))
    day += 1
    if (account.kind === 'owner') {
      const given = { email: account.email, password: DEMO_PASSWORD }
      const store = { users: createUsers(table), blocked: createBlockedEmails(table) }
      await createOwner(pool, store, owners, given, createdAt)
    } else await seedStudent(pool, table, account, createdAt)
  }
}

async function seedStudent(
  pool: UserPool,
  table: Table,
  account: DemoAccount,
  createdAt: Date,
): Promise<void> {
  const { email, kind } = account
  const at = createdAt.toISOString()
  const id = await ensureAccount(pool, { email, password: DEMO_PASSWORD })
  const user: User = {
    ...newProfile(id, email, createdAt),
    isPremium: kind === 'premium',
    isAdmin: kind === 'admin',
  }
  await createUsers(table).createByOperator(user)
  if (kind !== 'blocked') return
  const [owner = account] = demoAccounts
  const block = { email, reason: BLOCK_REASON, blockedAt: at, blockedBy: owner.email }
  const entry = auditEntry(adminActor(owner), createdAt, {
    action: 'CREATE_BLOCK',
    target: email,
    before: null,
    after: { reason: BLOCK_REASON, hasAccount: true },
  })
  await createBlockedEmails(table).block(user, block, entry)
  await pool.cognito.send(new AdminDisableUserCommand({ UserPoolId: pool.userPoolId, Username: email }))
}
