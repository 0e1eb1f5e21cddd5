import type { PreSignUpTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { Email } from '#shared/entities/fields.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { openTable } from '../data/client.ts'
import { count } from '../http/metrics.ts'
import { IdentityEnvironment } from './environment.ts'

const env = v.parse(IdentityEnvironment, process.env)

/** Nobody has such an address (RFC 2606): the probe's own, infra/names.ts, is one and must not be taken before it is made. */
const NOBODYS = /\.invalid$/

const blocked = createBlockedEmails(openTable(env.TABLE_NAME))

/**
 * Cognito asks before it creates an account. Self sign-up is immediate (decision D5); owner addresses (D7) and blocked
 * ones (D26) cannot be taken, and the answer to both is the same. Accounts that an operator creates pass.
 * @throws Error whose message reaches the browser: a word for programs, no address
 */
export async function handler(event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> {
  if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event
  const email = v.safeParse(Email, event.request.userAttributes.email)
  if (!email.success || NOBODYS.test(email.output)) throw refused('INVALID_EMAIL')
  if (env.OWNER_EMAILS.includes(email.output) || (await blocked.find(email.output)))
    throw refused('SIGN_UP_REFUSED')
  event.response.autoConfirmUser = true
  event.response.autoVerifyEmail = true
  return event
}

function refused(word: string): Error {
  count('SignInsRefused')
  return new Error(word)
}
