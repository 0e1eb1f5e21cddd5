import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { type ThrottleSubject, throttleKey } from '../data/keys.ts'
import type { Table } from '../data/table/client.ts'

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
