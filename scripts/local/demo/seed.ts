import { adminActor, auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createInbox } from '#functions/data/inbox.ts'
import { createQuestions } from '#functions/data/questions.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSheets } from '#functions/data/sheets.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { openTable, type Table } from '#functions/data/table/client.ts'
import { createUsers } from '#functions/data/users.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import type { LocalBucket } from '../bucket.ts'
import { type Accounts, hashPassword } from '../users/accounts.ts'
import { BLOCK_REASON, DEMO_PASSWORD, type DemoAccount, demoAccounts } from './accounts.ts'
import { DEMO_INBOX_ID } from './files.ts'
import { declareDemoPayment } from './payment-request.ts'
import { demoQuestions } from './questions.ts'
import { demoResources } from './resources.ts'
import { demoSheets } from './sheets.ts'
import { demoSubjects } from './subjects.ts'

/** Last day of an offer that is over. */
const EARLIER_END = '2026-07-10'

/** Fills an empty local cloud with the demo accounts and content, through the same repositories as the functions. */
export async function seedDemo(tableName: string, accounts: Accounts, receipts: LocalBucket): Promise<void> {
  const table = openTable(tableName)
  try {
    await Promise.all([
      createSubjects(table).putAll(demoSubjects()),
      createResources(table).putAll(demoResources()),
      createInbox(table).putAll(DEMO_INBOX_ID, []),
      createSheets(table).putAll(demoSheets()),
      seedAccounts(accounts, table, receipts),
    ])
  } finally {
    table.client.destroy()
  }
}

async function seedAccounts(accounts: Accounts, table: Table, receipts: LocalBucket): Promise<void> {
  // Accounts are a day apart, so that the list's order is visible.
  for (const [day, account] of demoAccounts.entries())
    await seedAccount({ accounts, table, receipts }, account, new Date(Date.UTC(2025, 8, day + 1)))
}

async function seedAccount(
  { accounts, table, receipts }: { accounts: Accounts; table: Table; receipts: LocalBucket },
  { email, kind }: DemoAccount,
  createdAt: Date,
): Promise<void> {
  const isEnabled = kind !== 'blocked'
  const at = createdAt.toISOString()
  const { id } = accounts.add({ email, password: hashPassword(DEMO_PASSWORD), isEnabled, createdAt: at })
  const isAdmin = kind === 'owner' || kind === 'admin'
  const user: User = {
    ...newProfile(id, email, createdAt),
    isPremium: kind === 'premium' || kind === 'ended',
    premiumUntil: kind === 'ended' ? EARLIER_END : null,
    isAdmin,
  }
  const { questions, account } = kind === 'premium' ? demoQuestions(user) : { questions: [], account: user }
  await createQuestions(table).putAll(questions)
  const creation = { action: 'CREATE_OWNER', target: email, before: null, after: { isAdmin: true } } as const
  await createUsers(table).createByOperator(
    kind === 'paying' ? await declareDemoPayment(table, receipts, user) : account,
    ...(kind === 'owner' ? [auditEntry(SYSTEM, createdAt, creation)] : []),
  )
  if (kind !== 'blocked') return
  const [owner = { email }] = demoAccounts
  const blockedAt = new Date(createdAt.getTime() + 1_000)
  const block = { email, reason: BLOCK_REASON, blockedAt: blockedAt.toISOString(), blockedBy: owner.email }
  const entry = auditEntry(adminActor(owner), blockedAt, {
    action: 'CREATE_BLOCK',
    target: email,
    before: null,
    after: { reason: BLOCK_REASON, hasAccount: true },
  })
  await createBlockedEmails(table).block(id, block, entry)
}
