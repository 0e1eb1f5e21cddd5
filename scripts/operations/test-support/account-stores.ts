import { createAuditLog } from '#functions/data/audit.ts'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers } from '#functions/data/users.ts'
import { startTable } from '#functions/test-support/table.ts'
import { startTestUsers, testPool } from '../../local/test-support/users.ts'

export type AccountStores = Awaited<ReturnType<typeof startAccountStores>>

export async function startAccountStores() {
  const [store, accounts] = await Promise.all([startTable(), startTestUsers()])
  return {
    store,
    accounts,
    pool: { cognito: accounts.admin, userPoolId: testPool.userPoolId },
    users: createUsers(store.table),
    blocked: createBlockedEmails(store.table),
    entriesOf: async (email: string) => {
      const { items } = await createAuditLog(store.table).listNewest({ limit: 100 })
      return items.filter(({ target }) => target === email)
    },
    /** Signs in as the browser does. @returns the tokens; none where it is refused */
    signIn: async (email: string, password: string) =>
      (await accounts.browser.signIn(email, password)).body.AuthenticationResult,
    stop: () => Promise.all([store.stop(), accounts.stop()]),
  }
}
