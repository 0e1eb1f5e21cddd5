import type { PostConfirmationTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { Email, UserId } from '#shared/contract/fields.ts'
import { newProfile } from '#shared/domain/user.ts'
import { openTable } from '../data/client.ts'
import { usersOf } from '../data/users.ts'
import { IdentityEnvironment } from './environment.ts'

const { TABLE_NAME } = v.parse(IdentityEnvironment, process.env)
const users = usersOf(openTable(TABLE_NAME))

/**
 * Cognito tells of a new account: its free profile is created and counted (decision D5). Cognito repeats the call when
 * the answer is late, so an existing profile is left as it is.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  // A new password confirms too and creates nothing.
  if (event.triggerSource !== 'PostConfirmation_ConfirmSignUp') return event
  const { sub, email } = event.request.userAttributes
  await users.createProfile(newProfile(v.parse(UserId, sub), v.parse(Email, email), new Date()))
  return event
}
