import * as v from 'valibot'
import { route } from './define-route.ts'

/** A proof of work that a sign-up needs, in the format of ALTCHA. */
export const SignUpChallenge = v.object({
  algorithm: v.literal('SHA-256'),
  /** Digest, in hexadecimal, of the salt followed by the wanted number. */
  challenge: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  /** Random digits, and the expiry of the challenge in seconds. */
  salt: v.pipe(v.string(), v.regex(/^[\da-f]{24}\?expires=\d{10}&$/)),
  /** Signature by which the server recognises its own challenges. */
  signature: v.pipe(v.string(), v.regex(/^[\da-f]{64}$/)),
  /** The largest number to try; the smallest is 1. */
  maxnumber: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type SignUpChallenge = v.InferOutput<typeof SignUpChallenge>

export const SIGN_UP_CHALLENGE_SECONDS = 600

/** The solution goes to Cognito's `SignUp` as `altcha` (docs/decisions/36-sign-up-proof-of-work.md). */
export const getSignUpChallenge = route('GET /api/sign-up-challenge', {
  access: 'public',
  capability: 'account',
  response: SignUpChallenge,
  errors: ['TOO_MANY_REQUESTS'],
  throttle: { address: 300 },
})
