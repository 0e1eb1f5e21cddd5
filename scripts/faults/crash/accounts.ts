import { paginateListUsers } from '@aws-sdk/client-cognito-identity-provider'
import { ensureAccount } from '#scripts/pool-accounts.ts'
import type { Product } from '../product/product.ts'
import type { Serial } from './lanes.ts'
import type { Model } from './model.ts'

export const PASSWORD = 'motdepasse'

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
