import type { PreAuthenticationTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { normalizeEmail } from '#shared/domain/user.ts'
import { blockedOf } from '../data/blocked.ts'
import { openTable } from '../data/client.ts'
import { IdentityEnvironment } from './environment.ts'

const { TABLE_NAME } = v.parse(IdentityEnvironment, process.env)
const blocked = blockedOf(openTable(TABLE_NAME))

/**
 * Cognito asks before it checks a password. The e-mail stays blocked whatever became of its account (decision D26).
 * @throws Error whose message reaches the browser: a word for programs, no address
 */
export async function handler(event: PreAuthenticationTriggerEvent): Promise<PreAuthenticationTriggerEvent> {
  const { email } = event.request.userAttributes
  // Cognito calls with no attributes for an address that it does not know: the sign-in fails by itself.
  if (email !== undefined && (await blocked.find(normalizeEmail(email)))) throw new Error('SIGN_IN_REFUSED')
  return event
}
