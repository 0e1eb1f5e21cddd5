import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { Email, UserId } from '#shared/entities/fields.ts'
import { newProfile } from '#shared/entities/user.ts'
import { createUserPool, type UserPool } from '../aws/user-pool.ts'
import { openTable } from '../data/client.ts'
import { createUsers } from '../data/users.ts'
import { IdentityEnvironment } from './environment.ts'

const { TABLE_NAME, OWNER_EMAILS } = v.parse(IdentityEnvironment, process.env)
const users = createUsers(openTable(TABLE_NAME))
let userPool: UserPool | null = null

/**
 * Cognito tells of a new account: its free profile is created and counted (decision D5). Cognito repeats the call when
 * the answer is late, so an existing profile is left as it is. It also tells of a forgotten password that was replaced.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  const { sub, email } = event.request.userAttributes
  const id = v.parse(UserId, sub)
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword')
    await endWhatWasBefore(id, event.userPoolId)
  else await users.createProfile(newProfile(id, v.parse(Email, email), new Date()))
  return event
}

/**
 * Whoever was signed in by the old password is out, on every device. A student, whom the site offers no second factor,
 * is rid of one as well: somebody else has set it up, with a copied token or before the address was his. Admins and
 * owners keep theirs: a mailbox alone must not open the dashboard (decision 15).
 */
async function endWhatWasBefore(id: string, userPoolId: string): Promise<void> {
  const user = await users.endSignIns(id, new Date())
  if (!user || user.isAdmin || OWNER_EMAILS.includes(user.email)) return
  // The pool is named by the event: its triggers cannot be given its id, since it is made after them.
  userPool ??= createUserPool(userPoolId)
  if (await userPool.hasSecondFactor(id)) await userPool.removeSecondFactor(id)
}
