import type { PostAuthenticationTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { Email, UserId } from '#shared/entities/fields.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { recordSecondFactor } from '../account-processes/second-factor.ts'
import { createUserPool, type UserPool } from '../aws/user-pool.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { openTable } from '../data/client.ts'
import { createSecondFactors } from '../data/second-factors.ts'
import { createUsers } from '../data/users.ts'
import { count } from '../http/metrics.ts'
import { IdentityEnvironment } from './environment.ts'

const env = v.parse(IdentityEnvironment, process.env)
const table = openTable(env.TABLE_NAME)
const users = createUsers(table)
const blocked = createBlockedEmails(table)
const secondFactors = createSecondFactors(table)
let userPool: UserPool | null = null

/** What Cognito's clock may be behind ours: the sign-in under way must not end with the ones before it. */
const CLOCKS_DIFFER_BY_MS = 60_000

const Attributes = v.object({ sub: UserId, email: Email })

/**
 * Cognito asks once the password was right and before it hands out tokens: a refusal before the password would tell a
 * blocked address from an unknown one (decision D9). Blocked addresses and profiles (D26) and accounts that are being
 * deleted are refused. An account whose confirmation did not get as far as its profile gets its free one now. Of an
 * admin it is noted whether Cognito asked for a second factor, in case the page did not get as far as that.
 * @throws Error whose message reaches the browser: a word for programs, no address
 */
export async function handler(
  event: PostAuthenticationTriggerEvent,
): Promise<PostAuthenticationTriggerEvent> {
  const { sub, email } = v.parse(Attributes, event.request.userAttributes)
  const [block, profile] = await Promise.all([blocked.find(email), users.find(sub)])
  if (block || (profile ? profile.blockedAt !== null : !(await repair(sub, email)))) {
    count('SignInsRefused')
    throw new Error('SIGN_IN_REFUSED')
  }
  if (profile?.isAdmin) await noteSecondFactor(profile, event.userPoolId)
  return event
}

/** @returns whether there is a profile now, or an owner's that only the operator makes (decision D7) */
async function repair(sub: string, email: string): Promise<boolean> {
  if (env.OWNER_EMAILS.includes(email)) return true
  if (await users.createProfile(newProfile(sub, email, new Date()))) return true
  // Another sign-in has made it, or the address was blocked or the account deleted meanwhile.
  return (await users.find(sub)) !== null
}

/** The pool is named by the event: its triggers cannot be given its id, since it is made after them. */
async function noteSecondFactor(admin: User, userPoolId: string): Promise<void> {
  userPool ??= createUserPool(userPoolId)
  const now = new Date()
  const endsBefore = new Date(now.getTime() - CLOCKS_DIFFER_BY_MS)
  await recordSecondFactor({ secondFactors, userPool }, admin, now, endsBefore)
}
