import { createAuditLog } from '#functions/data/audit.ts'
import { paymentRequestKey, userKey } from '#functions/data/keys.ts'
import { createLedger } from '#functions/data/ledger.ts'
import { createPaymentRequests } from '#functions/data/payment-requests.ts'
import type { Stores } from '#functions/data/stores.ts'
import type { Table } from '#functions/data/table/client.ts'
import { readAll } from '#functions/data/table/query.ts'
import { updateIf } from '#functions/data/table/write.ts'
import { createUsers } from '#functions/data/users.ts'
import type { StageName } from '#infra/stages.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { FIRST_DAY, heldSet } from '#shared/domain/premium/ledger.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { LedgerEntry } from '#shared/entities/ledger-entry.ts'
import type { PaymentRequest } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { defineCommand, flag, runCommand, stageOption } from './operations/command-line.ts'
import {
  type Doubt,
  doubtText,
  ledgerFromLog,
  ownPartOf,
  startOfLedger,
} from './operations/ledger-from-log.ts'
import { openStageTable } from './operations/stage-access.ts'

const PAGE = 100

/**
 * Writes what the log of an earlier version proves. It may be repeated: the log from the time on at which the site has
 * written the ledger by itself is left out.
 * @returns the entries that were missing, and what the log leaves open
 */
export async function fillLedger(
  table: Table,
  now: Date,
  isDryRun: boolean,
): Promise<{ entries: LedgerEntry[]; doubts: Doubt[] }> {
  const [audit, ledger, users] = [createAuditLog(table), createLedger(table), createUsers(table)]
  const requests = createPaymentRequests(table)
  const newestFirst = await readAll<AuditEntry>((cursor) => audit.listNewest({ limit: PAGE, cursor }))
  const log = newestFirst.toReversed()
  const accounts = await readAccounts(users, log)
  const period = { from: FIRST_DAY, to: moroccanDay(now), limit: PAGE }
  const stored = await readAll<LedgerEntry>((cursor) => ledger.list({ ...period, cursor }))
  const approved = await readAll<PaymentRequest>((cursor) =>
    requests.list({ status: 'approved', search: '', limit: PAGE, cursor }),
  )
  const byEmail = new Map(accounts.map((account) => [account.email, account]))
  const start = startOfLedger(ledgerFromLog(log, byEmail, approved).entries, stored)
  const isEarlier = (at: string) => start === null || at < start
  const told = ledgerFromLog(
    log.filter(({ createdAt }) => isEarlier(createdAt)),
    byEmail,
    approved,
  )
  const known = new Set(stored.map(ownPartOf))
  const entries = told.entries.filter((entry) => !known.has(ownPartOf(entry)))
  if (!isDryRun) {
    await ledger.putAll(entries)
    // Earlier versions remembered the reference of an approved request in its own item.
    for (const { id } of approved)
      await updateIf(table, paymentRequestKey(id), {
        exists: true,
        set: { gsi3pk: undefined, gsi3sk: undefined },
      })
    for (const account of accounts.filter(({ updatedAt }) => isEarlier(updatedAt)))
      await nameHeld(table, account, told.held.get(account.id) ?? [])
  }
  return { entries, doubts: told.doubts }
}

/** Returns the accounts of the list, and those that are blocked, of which only the log tells. */
async function readAccounts(users: Stores['users'], log: readonly AuditEntry[]): Promise<User[]> {
  const accounts = await readAll<User>((cursor) => users.listNewest({ limit: PAGE, cursor }))
  const listed = new Set(accounts.map(({ email }) => email))
  const others = new Set(
    log.map(({ target }) => target).filter((target) => target.includes('@') && !listed.has(target)),
  )
  for (const email of others) {
    // oxlint-disable-next-line no-await-in-loop -- a few accounts, one after the other
    const blocked = await users.findByEmail(email)
    if (blocked) accounts.push(blocked)
  }
  return accounts
}

/** Names payments in the profile of their account, unless the site has done it since. */
async function nameHeld(table: Table, account: User, payments: readonly LedgerEntry[]): Promise<void> {
  if (account.held !== null || payments.length === 0) return
  const seen = { updatedAt: account.updatedAt, held: undefined }
  await updateIf(table, userKey(account.id), { exists: true, seen, set: { held: heldSet(payments) } })
}

async function run(stage: StageName, isDryRun: boolean): Promise<void> {
  const { entries, doubts } = await fillLedger(await openStageTable(stage), new Date(), isDryRun)
  console.log(`${entries.length} lignes ${isDryRun ? 'à écrire' : 'écrites'} dans le registre des paiements.`)
  if (doubts.length === 0) return
  console.log("Le journal ne dit pas ce qui suit. Notez ou annulez ces paiements dans l'administration :")
  for (const doubt of doubts) console.log(doubtText(doubt))
}

export const command = defineCommand({
  name: 'npm run fill-ledger',
  summary: `Écrit dans le registre des paiements ce que le journal d'une version antérieure prouve, et liste ce qu'il ne
dit pas. La commande peut être répétée.`,
  options: {
    stage: stageOption("l'installation"),
    'dry-run': flag('dit ce qui serait écrit et ne change rien'),
  },
  run: ({ stage, 'dry-run': isDryRun }) => run(stage, isDryRun),
})

if (import.meta.main) process.exitCode = await runCommand(command)
