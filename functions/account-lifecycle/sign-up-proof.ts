import { createChallenge, verifySolution } from 'altcha-lib/v1'
import * as v from 'valibot'
import { SIGN_UP_CHALLENGE_SECONDS, SignUpChallenge } from '#shared/contract/sign-up.ts'
import { ORDINARY_WORK, signUpWork } from '#shared/domain/accounts/sign-in.ts'
import type { Deps } from '../http/use-case.ts'

/** Creates a challenge that is valid for ten minutes. `work` is the largest number to be tried. */
export async function createSignUpChallenge(
  key: string,
  now: Date,
  work = ORDINARY_WORK,
): Promise<SignUpChallenge> {
  const expires = new Date(now.getTime() + SIGN_UP_CHALLENGE_SECONDS * 1000)
  const challenge = await createChallenge({ hmacKey: key, maxnumber: work, expires })
  return v.parse(SignUpChallenge, challenge)
}

const { algorithm, challenge, salt, signature } = SignUpChallenge.entries

/** JSON in base64, as ALTCHA's own widget sends it. The schema is strict, so that a proof has one spelling. */
const Solution = v.pipe(
  v.string(),
  v.maxLength(2_048),
  v.base64(),
  v.transform((text) => Buffer.from(text, 'base64').toString()),
  v.parseJson(),
  v.strictObject({ algorithm, challenge, salt, signature, number: v.pipe(v.number(), v.safeInteger()) }),
)

/** The table tells whether a proof was used. @returns null when it is no solution, none of ours, or expired */
export async function checkSignUpProof(
  solution: string | undefined,
  keys: readonly string[],
  now: Date,
): Promise<{ challenge: string; expires: Date } | null> {
  const parsed = v.safeParse(Solution, solution)
  if (!parsed.success) return null
  const expires = new Date(Number(/expires=(\d+)/.exec(parsed.output.salt)?.[1]) * 1000)
  if (!(expires > now)) return null
  // The expiry is checked above, since the library would compare it with the clock of the process.
  const checks = keys.map((key) => verifySolution(parsed.output, key, false))
  return (await Promise.all(checks)).includes(true) ? { challenge: parsed.output.challenge, expires } : null
}

/** Time for which a function uses the number of sign-ups that it has read. Milliseconds. */
const KNOWN_MS = 60_000

/** Computes the work of a challenge from the sign-ups of the day, which a warm function reads once a minute. */
export function createSignUpWork(deps: Pick<Deps, 'signUpProofs' | 'clock'> & { signUpsPerDay: number }) {
  let known = { at: Number.NEGATIVE_INFINITY, work: 0 }
  return async () => {
    const now = deps.clock.now()
    if (Math.abs(now.getTime() - known.at) >= KNOWN_MS) {
      const signUps = await deps.signUpProofs.readSignUps(now)
      known = { at: now.getTime(), work: signUpWork(signUps, deps.signUpsPerDay) }
    }
    return known.work
  }
}
