import type { PostAuthenticationTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { Email, UserId } from '#shared/entities/fields.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { recordSecondFactor } from '../account-lifecycle/second-factor.ts'
import { createUserPool, type UserPool } from '../aws/user-pool.ts'
import { createSecondFactors } from '../data/account-notes.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { openTable } from '../data/table/client.ts'
import { createUsers } from '../data/users.ts'
import { count } from '../http/metrics.ts'
import { IdentityEnvironment } from './environment.ts'

const env = v.parse(IdentityEnvironment, process.env)
const table = openTable(env.TABLE_NAME, env.AUDIT_RETENTION_DAYS)
const users = createUsers(table)
const blocked = createBlockedEmails(table)
const secondFactors = createSecondFactors(table)
/** Created at the first admin's sign-in, since students' sign-ins do not call Cognito. */
let userPool: UserPool | null = null

/** Time by which Cognito's clock may be late: the current sign-in must not end with earlier ones. */
const CLOCKS_DIFFER_BY_MS = 60_000

const Attributes = v.object({ sub: UserId, email: Email })

/**
 * Runs after a correct password and before Cognito issues tokens; a refusal before the password would reveal which
 * addresses are blocked. An account whose confirmation was interrupted gets its missing free profile. Stores whether
 * Cognito asked an admin for a second factor, in case the page could not. @throws Error whose message reaches the
 * browser: a code, no address
 */
export async function handler(
  event: PostAuthenticationTriggerEvent,
): Promise<PostAuthenticationTriggerEvent> {
  const { sub, email } = v.parse(Attributes, event.request.userAttributes)
  const [block, profile] = await Promise.all([blocked.find(email), users.find(sub)])
  if (block || (profile ? profile.blockedAt !== null : !(await createMissingProfile(sub, email)))) {
    count('SignInsRefused')
    throw new Error('SIGN_IN_REFUSED')
  }
  if (profile?.isAdmin) await storeSecondFactor(profile, event.userPoolId)
  return event
}

/** @returns true when there is a profile, or when only an operator creates it because the address is an owner's */
async function createMissingProfile(sub: string, email: string): Promise<boolean> {
  if (env.OWNER_EMAILS.includes(email)) return true
  if ((await users.createProfile(newProfile(sub, email, new Date()))) === 'written') return true
  // Another sign-in has created it, the address was blocked, or the account is being deleted.
  return (await users.find(sub)) !== null
}

/** The event names the pool: the environment of its triggers, which are created before it, cannot contain its id. */
async function storeSecondFactor(admin: User, userPoolId: string): Promise<void> {
  userPool ??= createUserPool(userPoolId)
  const now = new Date()
  const endsBefore = new Date(now.getTime() - CLOCKS_DIFFER_BY_MS)
  await recordSecondFactor({ secondFactors, userPool }, admin, now, endsBefore)
}
