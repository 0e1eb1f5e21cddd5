import type { PoolClient } from '../aws/pool-client.ts'
import type { Clock } from '../http/deps.ts'
import { nameOf } from './visit.ts'

/** Quarter of the day (UTC) whose run asks for a code: nine or ten o'clock in Morocco, when a mail can be answered. */
const QUARTER_OF_CODE = 9 * 4
const QUARTER_MS = 15 * 60_000
const QUARTERS_OF_DAY = 24 * 4

type CodeDeps = { poolClient: Pick<PoolClient, 'requestCode'>; email: string; clock: Clock }

/**
 * Asks once a day for a code as a student who forgot the password does, since nothing else tells that codes no longer go
 * out. The account's address is one of SES's mailbox simulator, which takes every mail.
 * @returns null when it is not the time; otherwise the name of Cognito's error, empty when the mail was sent
 */
export async function requestDailyCode({ poolClient, email, clock }: CodeDeps): Promise<string | null> {
  const quarter = Math.floor(clock.now().getTime() / QUARTER_MS) % QUARTERS_OF_DAY
  if (quarter !== QUARTER_OF_CODE) return null
  return poolClient.requestCode(email).then(() => '', nameOf)
}
