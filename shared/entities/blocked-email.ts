import * as v from 'valibot'
import { orNull, Timestamp } from './fields.ts'

/** An address that may neither sign up nor sign in, with or without an account. */
export const BlockedEmail = v.object({
  email: v.string(),
  reason: v.string(),
  blockedAt: Timestamp,
  /** An owner's address, or SYSTEM. */
  blockedBy: v.string(),
  /** The account that was blocked with it; null: there was none. */
  accountId: orNull(v.string()),
})
export type BlockedEmail = v.InferOutput<typeof BlockedEmail>

/** A blocked address as the owner sees it. */
export const BlockedItem = v.omit(BlockedEmail, ['accountId'])
export type BlockedItem = v.InferOutput<typeof BlockedItem>

export const blockedEmailFieldLabels = {
  reason: 'Raison',
  blockedAt: 'Bloqué le',
  blockedBy: 'Bloqué par',
} as const satisfies Partial<Record<keyof BlockedEmail, string>>

export const sampleBlockedEmail: BlockedEmail = {
  email: 'fraude@exemple.test',
  reason: 'Fraude',
  blockedAt: '2026-01-01T00:00:00.000Z',
  blockedBy: 'proprietaire@exemple.test',
  accountId: null,
}
