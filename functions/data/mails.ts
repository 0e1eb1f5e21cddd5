import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { mailKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { put } from './table/write.ts'

/** The mails that were sent, so that none is sent twice. */
export function createMails(table: Table) {
  /**
   * Notes that a mail to an account is about to be sent for a reason. One conditional write: 1 write unit.
   * @returns false when it was noted before
   */
  async function claim(userId: string, reason: string, now: Date): Promise<boolean> {
    const sentAt = now.toISOString()
    const expiresAt = Date.parse(daysBefore(sentAt.slice(0, 10), -LONGEST_RETENTION.mails)) / 1_000
    const item = { ...mailKey(userId, reason), reason, sentAt, expiresAt }
    return (await put(table, item, { exists: false })) === 'written'
  }

  return { claim }
}
