import type { PreSignUpTriggerEvent } from 'aws-lambda'
import * as v from 'valibot'
import { NewEmail } from '#shared/entities/fields.ts'
import { checkSignUpProof } from '../account-lifecycle/sign-up-proof.ts'
import { createSignUpProofs } from '../data/account-notes.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { openTable } from '../data/table/client.ts'
import { count } from '../http/metrics.ts'
import { systemClock } from '../http/use-case.ts'
import { PreSignUpEnvironment } from './environment.ts'

const env = v.parse(PreSignUpEnvironment, process.env)

/** No person's addresses: those of RFC 2606, and SES's simulator, which the probe uses (infra/names.ts). */
const RESERVED = /\.invalid$|@simulator\.amazonses\.com$/

const table = openTable(env.TABLE_NAME)
const blocked = createBlockedEmails(table)
const proofs = createSignUpProofs(table)

/**
 * A sign-up needs a proof of work and no confirmation. Owner addresses and blocked mailboxes are refused with the same
 * answer, after the proof was used up, so that each attempt costs work. Accounts that an operator creates pass. @throws
 * Error whose message reaches the browser: a code, no address
 */
export async function handler(event: PreSignUpTriggerEvent): Promise<PreSignUpTriggerEvent> {
  if (event.triggerSource === 'PreSignUp_AdminCreateUser') return event
  const email = v.safeParse(NewEmail, event.request.userAttributes.email)
  if (!email.success || RESERVED.test(email.output)) throw refused('INVALID_EMAIL')
  const solution = event.request.validationData?.altcha
  const now = systemClock.now()
  const proof = await checkSignUpProof(solution, env.SIGN_UP_KEYS, now)
  if (proof === null || !(await proofs.use(proof, event.userName))) throw refused('PROOF_REFUSED')
  const [isBlocked] = await Promise.all([blocked.isMailboxBlocked(email.output), proofs.countSignUp(now)])
  if (env.OWNER_EMAILS.includes(email.output) || isBlocked) throw refused('SIGN_UP_REFUSED')
  event.response.autoConfirmUser = true
  event.response.autoVerifyEmail = true
  return event
}

function refused(code: string): Error {
  count('SignInsRefused')
  return new Error(code)
}
