import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { Email, UserId } from '#shared/entities/fields.ts'
import { newProfile } from '#shared/entities/user.ts'
import { createUserPool, type UserPool } from '../aws/user-pool.ts'
import { openTable } from '../data/table/client.ts'
import { createUsers } from '../data/users.ts'
import { IdentityEnvironment } from './environment.ts'

const { TABLE_NAME, OWNER_EMAILS } = v.parse(IdentityEnvironment, process.env)
const users = createUsers(openTable(TABLE_NAME))
let userPool: UserPool | null = null

/** Cognito repeats the call when the answer is late, so an existing profile is left as it is. */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  const { sub, email } = event.request.userAttributes
  const id = v.parse(UserId, sub)
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword')
    await endEarlierAccess(id, event.userPoolId)
  else await users.createProfile(newProfile(id, v.parse(Email, email), new Date()))
  return event
}

/**
 * Ends every sign-in by the old password. A student's second factor is removed: the site offers none, so that another
 * person has set it up. Admins and owners keep theirs, since a mailbox alone must not open the dashboard
 * (docs/decisions/15-second-factor.md).
 */
async function endEarlierAccess(id: string, userPoolId: string): Promise<void> {
  const user = await users.endSignIns(id, new Date())
  if (!user || user.isAdmin || OWNER_EMAILS.includes(user.email)) return
  userPool ??= createUserPool(userPoolId)
  if (await userPool.hasSecondFactor(id)) await userPool.removeSecondFactor(id)
}
