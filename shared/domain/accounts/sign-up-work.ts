/**
 * The largest number that a browser tries on an ordinary day: all of them take a phone of 2015 less than 3 s, half of them
 * on average (docs/decisions/36-sign-up-proof-of-work.md).
 */
export const ORDINARY_WORK = 50_000

/** A phone of 2015 then works for less than a minute and a half, well within a challenge's ten minutes. */
const MOST_TIMES = 32

/**
 * Returns the largest number of a sign-up's proof of work: beyond the sign-ups of an ordinary day it grows as they do,
 * and the next day begins anew.
 */
export function signUpWork(signUpsToday: number, ordinaryPerDay: number): number {
  return Math.round(ORDINARY_WORK * Math.min(MOST_TIMES, Math.max(1, signUpsToday / ordinaryPerDay)))
}
