import type { Context } from 'aws-lambda'
import type { Route } from '#shared/contract/route.ts'

/** Time kept back to say 503 before Lambda would end the call without an answer. Milliseconds. */
const ANSWER_RESERVE_MS = 250

/** Whatever fails, a person has his answer within 10 s (bar R4); it still has its way to go. Milliseconds. */
const ANSWER_WITHIN_MS = 9_000

/** How long a call may take from now on. Milliseconds. @param route undefined: none of ours */
export function patienceFor(
  route: Pick<Route, 'isLong'> | undefined,
  { getRemainingTimeInMillis }: Pick<Context, 'getRemainingTimeInMillis'>,
): number {
  const left = Math.max(getRemainingTimeInMillis() - ANSWER_RESERVE_MS, 0)
  return route?.isLong ? left : Math.min(left, ANSWER_WITHIN_MS)
}

/** The answer, or the late one when it is not there in time: what it waits for may still come to its end. */
export async function inTime<T>(answer: Promise<T>, patienceMs: number, late: () => T): Promise<T> {
  const { promise, resolve } = Promise.withResolvers<T>()
  const timer = setTimeout(() => resolve(late()), patienceMs)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}
