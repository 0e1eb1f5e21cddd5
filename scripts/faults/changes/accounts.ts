import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider'
import { createBlockedEmails } from '#functions/data/blocked.ts'
import { createUsers } from '#functions/data/users.ts'
import { createOwner } from '#scripts/create-owner.ts'
import { ensureAccount } from '#scripts/operations/pool-accounts.ts'
import type { Model } from '../ledger/model.ts'
import type { Product } from '../product/product.ts'
import { type SignedIn, signIn } from '../product/signed-in.ts'

export const PASSWORD = 'motdepasse'

/** A number that was not there before: what bears it can be told from everything else. */
export type Serial = () => number

export function serialNumbers(): Serial {
  let count = 0
  return () => {
    count += 1
    return count
  }
}

/** Makes the primary owner, and signs him in. */
export async function enterOwner(product: Product): Promise<SignedIn> {
  const { cognito, pool, owners, table } = product
  const [email = ''] = owners
  const userPool = { cognito, userPoolId: pool.userPoolId }
  const store = { users: createUsers(table), blocked: createBlockedEmails(table) }
  await createOwner(userPool, store, owners, { email, password: PASSWORD }, new Date())
  return signIn(product, email, PASSWORD)
}

/** Makes accounts that have no profile yet, as when a confirmation broke off. @returns their addresses */
export async function enrol({ cognito, pool }: Product, count: number, serial: Serial): Promise<string[]> {
  const emails = Array.from({ length: count }, () => `eleve-${serial()}@panne.bac`)
  const { userPoolId } = pool
  for (const email of emails) await ensureAccount({ cognito, userPoolId }, { email, password: PASSWORD })
  return emails
}
/** Where Cognito and the table disagree about who there is and who may sign in. */
export async function accountFaults({ cognito, pool }: Product, { users }: Model): Promise<string[]> {
  const accounts = new Map<string, { id: string; isEnabled: boolean }>()
  for await (const { Users = [] } of paginateListUsers({ client: cognito }, { UserPoolId: pool.userPoolId }))
    for (const { Username = '', Enabled = false, Attributes = [] } of Users) {
      const email = Attributes.find(({ Name }) => Name === 'email')?.Value ?? ''
      accounts.set(email, { id: Username, isEnabled: Enabled })
    }
  return [...new Set([...accounts.keys(), ...users.keys()])].flatMap((email) => {
    const [account, user] = [accounts.get(email), users.get(email)]
    if (!account) return [`${email}: a profile without an account`]
    if (!user) return [`${email}: an account without a profile`]
    if (account.id !== user.id) return [`${email}: account ${account.id}, profile ${user.id}`]
    if (account.isEnabled === user.isBlocked) return [`${email}: blocked in one system only`]
    return []
  })
}
