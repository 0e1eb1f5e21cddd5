/**
 * The largest number that a browser tries on an ordinary day. A phone of 2015 tries all of them in less than 3 s, and
 * half of them on average (docs/decisions/36-sign-up-proof-of-work.md).
 */
export const ORDINARY_WORK = 50_000

/** With this factor a phone of 2015 works for less than a minute and a half, well within a challenge's ten minutes. */
const MOST_TIMES = 32

/**
 * Returns the largest number of a sign-up's proof of work. It grows with the sign-ups beyond those of an ordinary day,
 * until the next day.
 */
export function signUpWork(signUpsToday: number, ordinaryPerDay: number): number {
  return Math.round(ORDINARY_WORK * Math.min(MOST_TIMES, Math.max(1, signUpsToday / ordinaryPerDay)))
}
