import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import * as v from 'valibot'
import { adminActor, auditEntry, SYSTEM } from '#functions/data/audit-entry.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createInbox } from '#functions/data/inbox.ts'
import { receiptFile } from '#functions/data/payment-request-parts.ts'
import { createPaymentRequests } from '#functions/data/payment-requests.ts'
import { createQuestions } from '#functions/data/questions.ts'
import { createResources } from '#functions/data/resources.ts'
import { createSheets } from '#functions/data/sheets.ts'
import { createSubjects } from '#functions/data/subjects.ts'
import { openTable, type Table } from '#functions/data/table/client.ts'
import { createUsers } from '#functions/data/users.ts'
import { chapterTitle } from '#shared/catalogue/themes.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import {
  newPaymentRequestId,
  PaymentRequest,
  parsePaymentRequestId,
} from '#shared/entities/payment-request.ts'
import { Sheet } from '#shared/entities/sheet.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { renderText } from '#shared/writing/render-text.ts'
import type { LocalBucket } from '../bucket.ts'
import { type Accounts, hashPassword } from '../users/accounts.ts'
import { BLOCK_REASON, DEMO_PASSWORD, type DemoAccount, demoAccounts } from './accounts.ts'
import { DEMO_INBOX_ID } from './files.ts'
import { demoQuestions } from './questions.ts'
import { demoResources } from './resources.ts'
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

const FOLDER = new URL('sheets/', import.meta.url)
const NAME = /^(\w+)-([a-z-]+)-(\d+)\.md$/

/** Returns the revision sheets of the demonstration: Markdown files that are named by track, theme and chapter. */
function demoSheets(): Sheet[] {
  const at = '2026-09-15T08:00:00.000Z'
  return readdirSync(FOLDER).map((file): Sheet => {
    const [, track, theme = '', number] = NAME.exec(file) ?? []
    const markdown = readFileSync(new URL(file, FOLDER), 'utf8').trim()
    return v.parse(Sheet, {
      track,
      theme,
      chapter: chapterTitle(track as TrackCode, theme, Number(number)),
      markdown,
      html: renderText(markdown).html,
      version: file,
      createdAt: at,
      updatedAt: at,
    })
  })
}

/** Hours for which the request has been waiting when the demonstration begins. */
const WAITING_HOURS = 3

export const RECEIPT = readFileSync(new URL('./files/receipt.jpg', import.meta.url))
const TYPE = 'image/jpeg'

/** Declares a payment with its receipt for an account. @returns the account with its open request */
async function declareDemoPayment(table: Table, receipts: LocalBucket, user: User): Promise<User> {
  const now = new Date(Date.now() - WAITING_HOURS * 3_600_000)
  const at = now.toISOString()
  const id = newPaymentRequestId(user.id, now)
  const digest = createHash('sha256').update(RECEIPT).digest('base64url')
  receipts.put(receiptFile(id, digest), RECEIPT, { contentType: TYPE, cacheControl: null, metadata: {} })
  const request = v.parse(PaymentRequest, {
    id,
    userId: user.id,
    email: user.email,
    means: 'Virement bancaire',
    reference: 'VIR-48213',
    amountDh: 250,
    paidOn: daysBefore(moroccanDay(now), 1),
    note: 'Versé par ma mère.',
    receipt: { type: TYPE, digest, size: RECEIPT.length, storedAt: at },
    createdAt: at,
    updatedAt: at,
  })
  await createPaymentRequests(table).putAll([request])
  return { ...user, openPaymentRequest: parsePaymentRequestId(id).ownPart }
}
