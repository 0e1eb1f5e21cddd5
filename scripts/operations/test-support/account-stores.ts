import { createAuditLog } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import type { Stores } from '#functions/data/stores.ts'
import { createUsers } from '#functions/data/users.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { startTestUsers, type TestUsers, testPool } from '../../local/test-support/users.ts'
import type { UserPool } from '../stage-access.ts'

export type AccountStores = {
  store: TestTable
  accounts: TestUsers
  pool: UserPool
  users: Stores['users']
  blocked: Stores['blocked']
  entriesOf: (email: string) => Promise<AuditEntry[]>
  /** Signs in as the browser does. @returns the tokens; none where it is refused */
  signIn: (email: string, password: string) => Promise<Record<string, string> | undefined>
  stop: () => Promise<unknown>
}

export async function startAccountStores(): Promise<AccountStores> {
  const [store, accounts] = await Promise.all([startTable(), startTestUsers()])
  return {
    store,
    accounts,
    pool: { cognito: accounts.admin, userPoolId: testPool.userPoolId },
    users: createUsers(store.table),
    blocked: createBlockedEmails(store.table),
    entriesOf: async (email) => {
      const { items } = await createAuditLog(store.table).listNewest({ limit: 100 })
      return items.filter(({ target }) => target === email)
    },
    signIn: async (email, password) =>
      (await accounts.browser.signIn(email, password)).body.AuthenticationResult,
    stop: () => Promise.all([store.stop(), accounts.stop()]),
  }
}
