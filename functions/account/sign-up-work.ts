import { signUpWork } from '#shared/domain/accounts/sign-up-work.ts'
import type { Deps } from '../http/deps.ts'

/** Time for which a function uses the number of sign-ups that it has read. Milliseconds. */
const KNOWN_MS = 60_000

/**
 * Computes the work of a challenge from the sign-ups of the day, which a warm function reads once a minute, since
 * challenges are public.
 */
export function createSignUpWork({
  signUpProofs,
  signUpsPerDay,
  clock,
}: Pick<Deps, 'signUpProofs' | 'clock'> & { signUpsPerDay: number }): () => Promise<number> {
  let known = { at: Number.NEGATIVE_INFINITY, work: 0 }
  return async () => {
    const now = clock.now()
    if (Math.abs(now.getTime() - known.at) >= KNOWN_MS)
      known = { at: now.getTime(), work: signUpWork(await signUpProofs.readSignUps(now), signUpsPerDay) }
    return known.work
  }
}
