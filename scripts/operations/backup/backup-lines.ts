import * as v from 'valibot'
import { itemText, parseTyped, type StoredItem } from './stored-item.ts'

// A backup is a gzip file of lines: what it is, the items in the form of DynamoDB's own exports, the accounts, the end.

export const FORMAT = 1

const Origin = v.object({
  format: v.literal(FORMAT, "Cette sauvegarde est d'une autre version de ce programme."),
  stage: v.string(),
  table: v.string(),
  /** ISO 8601. What was written before is in the backup. */
  startedAt: v.string(),
})
export type Origin = v.InferOutput<typeof Origin>

const Account = v.object({
  sub: v.string(),
  email: v.string(),
  isEnabled: v.boolean(),
  /** Cognito's word: CONFIRMED, FORCE_CHANGE_PASSWORD, … */
  status: v.string(),
})
/** An account as Cognito lists it: no password can be read out of Cognito. */
export type Account = v.InferOutput<typeof Account>

const End = v.object({
  finishedAt: v.string(),
  items: v.number(),
  checksum: v.string(),
  /** How many are listed; null when there was no user pool to ask. */
  accounts: v.nullable(v.number()),
})
export type End = v.InferOutput<typeof End>

export type Line =
  | { kind: 'origin'; origin: Origin }
  | { kind: 'item'; item: StoredItem }
  | { kind: 'account'; account: Account }
  | { kind: 'end'; end: End }

const Written = v.union([
  v.strictObject({ Item: v.record(v.string(), v.record(v.string(), v.unknown())) }),
  v.strictObject({ Account }),
  v.strictObject({ Backup: Origin }),
  v.strictObject({ End }),
])

export function lineText(line: Line): string {
  switch (line.kind) {
    case 'origin':
      return JSON.stringify({ Backup: line.origin })
    case 'item':
      return `{"Item":${itemText(line.item)}}`
    case 'account':
      return JSON.stringify({ Account: line.account })
    case 'end':
      return JSON.stringify({ End: line.end })
  }
}

/** @throws ValiError, SyntaxError when it is no line of a backup */
export function parseLine(text: string): Line {
  const written = v.parse(Written, parseTyped(text))
  if ('Item' in written) return { kind: 'item', item: written.Item as unknown as StoredItem }
  if ('Account' in written) return { kind: 'account', account: written.Account }
  if ('Backup' in written) return { kind: 'origin', origin: written.Backup }
  return { kind: 'end', end: written.End }
}
