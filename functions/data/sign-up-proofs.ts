import { signUpProofKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { updateIf } from './table/write.ts'

/** A challenge is refused by its time once it expired; the minutes are for clocks that differ. Milliseconds. */
const KEPT_MS = 5 * 60_000

/** Challenges of sign-ups that were solved and used. */
export function createSignUpProofs(table: Table) {
  /**
   * Uses a challenge up for one attempt to sign up. One conditional update: 1 write unit. An attempt that Cognito or the
   * SDK repeats finds it used by itself.
   * @param attempt id that Cognito gives to the account to be
   * @returns false when another attempt has used it
   */
  async function use(
    { challenge, expires }: { challenge: string; expires: Date },
    attempt: string,
  ): Promise<boolean> {
    const { outcome } = await updateIf(table, {
      Key: signUpProofKey(challenge),
      UpdateExpression: 'SET attempt = :attempt, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(pk) OR attempt = :attempt',
      ExpressionAttributeValues: {
        ':attempt': attempt,
        ':expires': Math.ceil((expires.getTime() + KEPT_MS) / 1000),
      },
    })
    return outcome === 'done'
  }

  return { use }
}
