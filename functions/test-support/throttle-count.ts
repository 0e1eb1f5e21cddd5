import { type ThrottleSubject, throttleKey } from '../data/keys.ts'
import type { Table } from '../data/table/client.ts'
import { update } from '../data/table/write.ts'

export async function setCount(
  table: Table,
  subject: ThrottleSubject,
  window: Date,
  count: number,
): Promise<void> {
  await update(table, throttleKey(subject, window), { set: { count } })
}
