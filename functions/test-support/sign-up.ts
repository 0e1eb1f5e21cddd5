import { createHash } from 'node:crypto'
import type { SignUpChallenge } from '#shared/contract/sign-up.ts'
import { createSignUpChallenge } from '../account-processes/sign-up-proof.ts'

/** The key of sign-up challenges in tests, which the trigger accepts. */
export const SIGN_UP_KEY = 'sign-up-key-of-the-tests-0123456789'

/** Solves a challenge as a browser does, but many times as fast. */
export function solveSignUp({ maxnumber, ...signed }: SignUpChallenge): string {
  for (let number = 1; number <= maxnumber; number += 1) {
    const digest = createHash('sha256').update(`${signed.salt}${number}`).digest('hex')
    if (digest === signed.challenge) return encodeProof({ ...signed, number })
  }
  throw new Error('The challenge has no solution')
}

export function encodeProof(proof: object): string {
  return Buffer.from(JSON.stringify(proof)).toString('base64')
}

/** Returns the validation data of a sign-up with an unused proof. */
export async function newSignUpProof({ key = SIGN_UP_KEY, now = new Date() } = {}) {
  return { altcha: solveSignUp(await createSignUpChallenge(key, now)) }
}
