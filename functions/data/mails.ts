import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import { mailKey } from './keys.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'

/** The mails that were sent, so that none is sent twice. */
export function createMails({ client, name }: Table) {
  /**
   * Notes that a mail to an account is about to be sent for a reason. One conditional write: 1 write unit.
   * @returns false when it was noted before
   */
  async function claim(userId: string, reason: string, now: Date): Promise<boolean> {
    const sentAt = now.toISOString()
    const expires = daysBefore(sentAt.slice(0, 10), -LONGEST_RETENTION.mails)
    const command = new PutCommand({
      TableName: name,
      Item: { ...mailKey(userId, reason), reason, sentAt, expiresAt: Date.parse(expires) / 1_000 },
      ConditionExpression: 'attribute_not_exists(pk)',
    })
    try {
      await attempt(() => client.send(command))
      return true
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false
      throw error
    }
  }

  return { claim }
}

export type Mails = ReturnType<typeof createMails>
