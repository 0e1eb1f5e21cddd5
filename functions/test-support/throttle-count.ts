import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Table } from '../data/client.ts'
import { type ThrottleSubject, throttleKey } from '../data/keys.ts'

/** As if so many calls had been counted in this window. */
export async function setCount(
  { client, name }: Table,
  subject: ThrottleSubject,
  window: Date,
  count: number,
): Promise<void> {
  const command = new UpdateCommand({
    TableName: name,
    Key: throttleKey(subject, window),
    UpdateExpression: 'SET #count = :count',
    ExpressionAttributeNames: { '#count': 'count' },
    ExpressionAttributeValues: { ':count': count },
  })
  await client.send(command)
}
