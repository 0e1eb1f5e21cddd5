import { createHash } from 'node:crypto'
import type { SignUpChallenge } from '#shared/contract/sign-up.ts'
import { createSignUpChallenge } from '../account-processes/sign-up-proof.ts'

/** The key that signs challenges of sign-ups, and that the trigger trusts. */
export const SIGN_UP_KEY = 'sign-up-key-of-the-tests-0123456789'

/** Solves the challenge of a sign-up as a browser does, many times as fast. */
export function solveSignUp({ maxnumber, ...signed }: SignUpChallenge): string {
  for (let number = 1; number <= maxnumber; number += 1) {
    const digest = createHash('sha256').update(`${signed.salt}${number}`).digest('hex')
    if (digest === signed.challenge) return encodeProof({ ...signed, number })
  }
  throw new Error('The challenge has no solution')
}

/** Returns the form in which a proof is sent. */
export function encodeProof(proof: object): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64')
}

/** Returns the validation data of a sign-up, with a proof that was not used yet. */
export async function newSignUpProof({ key = SIGN_UP_KEY, now = new Date() } = {}) {
  return { altcha: solveSignUp(await createSignUpChallenge(key, now)) }
}
