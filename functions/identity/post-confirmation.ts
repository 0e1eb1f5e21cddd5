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
 * the answer is late, so an existing profile is left as it is. It also tells of a forgotten password that was replaced:
 * whoever was signed in by the old one is out, on every device.
 */
export async function handler(event: PostConfirmationTriggerEvent): Promise<PostConfirmationTriggerEvent> {
  const { sub, email } = event.request.userAttributes
  const id = v.parse(UserId, sub)
  if (event.triggerSource === 'PostConfirmation_ConfirmForgotPassword') await users.endSignIns(id, new Date())
  else await users.createProfile(newProfile(id, v.parse(Email, email), new Date()))
  return event
}
