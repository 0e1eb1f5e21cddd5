import * as v from 'valibot'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { signUpProofKey, signUpsKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, readOne } from './table/read.ts'
import { update, updateIf } from './table/write.ts'

/** An expired challenge is refused by its own time; the extra minutes allow for clocks that differ. Milliseconds. */
const KEPT_MS = 5 * 60_000

/** A count is needed until its day is over. Milliseconds. */
const DAY_KEPT_MS = 48 * 3_600_000

const SignUps = v.object({ count: v.number() })

/** Stores which solved challenges of sign-ups are used. */
export function createSignUpProofs(table: Table) {
  /**
   * Uses a challenge up for one attempt to sign up. One conditional update: 1 write unit. A repetition of the same
   * attempt, by Cognito or the SDK, succeeds.
   * @param attempt the id of the future account, from Cognito
   * @returns false when another attempt has used it
   */
  async function use(
    { challenge, expires }: { challenge: string; expires: Date },
    attempt: string,
  ): Promise<boolean> {
    const { outcome } = await updateIf(table, signUpProofKey(challenge), {
      set: { attempt, expiresAt: Math.ceil((expires.getTime() + KEPT_MS) / 1000) },
      where: 'attribute_not_exists(pk) OR attempt = :attempt',
      values: { attempt },
    })
    return outcome === 'done'
  }

  /** Counts a sign-up in its day. One update: 1 write unit; an attempt that is repeated may count twice. */
  async function countSignUp(now: Date): Promise<void> {
    const expiresAt = Math.ceil((now.getTime() + DAY_KEPT_MS) / 1000)
    await update(table, signUpsKey(moroccanDay(now)), { set: { expiresAt }, add: { count: 1 } })
  }

  async function readSignUps(now: Date): Promise<number> {
    return readOne(table, {
      key: signUpsKey(moroccanDay(now)),
      parse: (item) => (item ? parseItem(SignUps, item).count : 0),
    })
  }

  return { use, countSignUp, readSignUps }
}
